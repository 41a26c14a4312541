import { useQuery } from '@tanstack/react-query'
import type { Appointment } from '@ulna/contract/appointments/appointments'
import type { PatientGlance } from '@ulna/contract/patient-file/patient-file'
import type { VisitFacts } from '@ulna/contract/today/today'
import { useTranslation } from 'react-i18next'
import { usePracticeSession } from '../../../api/session/session.ts'
import { PatientAlerts } from '../../../features/today/PatientAlerts.tsx'
import { glanceQuery } from '../../../features/today/visits.queries.ts'
import { useDates } from '../../../i18n/dates/use-dates.ts'
import { LinkButton } from '../../../ui/base/LinkButton.tsx'
import { PlayIcon } from '../../../ui/icons/record-icons.tsx'
import { appointmentState, StatusPill } from '../../../ui/pills/StatusPill.tsx'
import { Avatar, colorOf, initialsOfPerson } from '../../../ui/shell/Avatar.tsx'
import styles from './NowCard.module.css'
import { useVisitWords } from './VisitRow.tsx'

/** Allergies and warnings first, then what is left of the package, then what was written last time. */
const Glance = ({ glance, facts }: { glance: PatientGlance | undefined; facts: VisitFacts | undefined }) => {
  const { t } = useTranslation('dashboard')
  const dates = useDates()
  const note = glance?.lastNote
  return (
    <>
      <PatientAlerts glance={glance} facts={facts} />
      {note && note.text !== '' && (
        <div className={styles.lastNote}>
          <b>{t('lastNote', { date: dates.instantDay(note.date) })}</b> {note.text}
        </div>
      )}
    </>
  )
}

/** The patient on turn, where the now-line crosses the thread, with the one action of the moment. */
export const NowCard = ({ visit, facts }: { visit: Appointment; facts: VisitFacts | undefined }) => {
  const { t } = useTranslation('dashboard')
  const { clinical } = usePracticeSession()
  const { time } = useDates()
  const wordsOf = useVisitWords()
  const { patientId } = visit
  const { data: glance } = useQuery({
    ...glanceQuery(patientId ?? 0, visit.id),
    enabled: patientId !== null,
  })
  const patient = glance?.patient
  const name = visit.patientName ?? visit.title ?? t('block')
  const state = appointmentState(visit)
  const span = t('fromTo', { from: time(visit.start), to: time(visit.end) })
  return (
    <div className={styles.card}>
      <Avatar
        name={name}
        size={64}
        color={patientId === null ? undefined : colorOf(patientId)}
        initials={patient && initialsOfPerson(patient)}
        src={patient?.profileImgData?.thumbUrl}
      />
      <div className={styles.words}>
        <div className={styles.head}>
          <span className={styles.name}>{name}</span>
          <StatusPill state={state} label={t(`state.${state}`)} />
        </div>
        <div className={styles.detail}>{[span, ...wordsOf(visit, facts, 'own')].join(' · ')}</div>
        <Glance glance={glance} facts={facts} />
        {visit.note && <div className={styles.note}>{visit.note}</div>}
      </div>
      {patientId !== null && (
        <LinkButton
          className={styles.action ?? ''}
          to="/app/patient/$patientId"
          params={{ patientId: String(patientId) }}
          search={clinical ? { write: 'followup' } : {}}
          size="lg"
          leftSection={clinical ? <PlayIcon /> : null}
        >
          {t(clinical ? 'start' : 'openFile')}
        </LinkButton>
      )}
    </div>
  )
}
