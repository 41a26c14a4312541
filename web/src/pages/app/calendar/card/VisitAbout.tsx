import { useQuery } from '@tanstack/react-query'
import type { Appointment } from '@ulna/contract/appointments/appointments'
import type { PatientGlance } from '@ulna/contract/patient-file/patient-file'
import type { VisitFacts } from '@ulna/contract/today/today'
import { useTranslation } from 'react-i18next'
import { PatientAlerts } from '../../../../features/today/PatientAlerts.tsx'
import { glanceQuery, visitFactsQuery } from '../../../../features/today/visits.queries.ts'
import { hintClass } from '../../../../ui/base/Hint.tsx'
import { PhoneIcon } from '../../../../ui/icons/record-icons.tsx'
import { phoneHref } from '../../../../ui/phone-href.ts'
import { TextButton } from '../../../../ui/TextButton.tsx'
import styles from './VisitCard.module.css'

export interface VisitKnowledge {
  readonly glance: PatientGlance | undefined
  readonly facts: VisitFacts | null | undefined
  readonly isReading: boolean
  readonly isFailed: boolean
  readonly retry: () => void
}

/** What is known of a visit and its patient besides what the agenda says. */
export const useVisitKnowledge = (visit: Appointment): VisitKnowledge => {
  const isOfPatient = visit.patientId !== null
  const glance = useQuery({ ...glanceQuery(visit.patientId ?? 0, visit.id), enabled: isOfPatient })
  const facts = useQuery({ ...visitFactsQuery(visit), enabled: isOfPatient })
  return {
    glance: glance.data,
    facts: facts.data,
    isReading: glance.isLoading || facts.isLoading,
    isFailed: glance.isError || facts.isError,
    retry: () => {
      for (const query of [glance, facts]) if (query.isError) void query.refetch()
    },
  }
}

/** The numbers of the patient; a touch calls. */
const Phones = ({ glance }: { glance: PatientGlance | undefined }) => {
  const { t } = useTranslation('agendaViews')
  const numbers = [glance?.patient.mobile, glance?.patient.phone].filter(
    (number) => typeof number === 'string',
  )
  return numbers.map((number) => (
    <a key={number} className={styles.phone} href={phoneHref(number)} aria-label={t('card.call', { number })}>
      <PhoneIcon size={18} />
      {number}
    </a>
  ))
}

const Failed = ({ retry }: Pick<VisitKnowledge, 'retry'>) => {
  const { t } = useTranslation(['agendaViews', 'calendar'])
  return (
    <p className={styles.failed}>
      {t('card.failed')} <TextButton onClick={retry}>{t('calendar:failed.retry')}</TextButton>
    </p>
  )
}

export interface VisitAboutProps {
  visit: Appointment
  known: VisitKnowledge
}

/** What to know before the patient comes in: alerts and balance, phone, notes, and why it stands beside another. */
export const VisitAbout = ({ visit, known }: VisitAboutProps) => {
  const { t } = useTranslation(['agendaViews', 'calendar'])
  const { note, patientNote, cancelReason, overlapReason, allowOverlap, importedFrom } = visit
  const reason = visit.status === 'cancelled' ? cancelReason : null
  return (
    <div className={styles.about}>
      <div role="status">
        {known.isReading ? <p className={hintClass}>{t('card.reading')}</p> : null}
        <PatientAlerts glance={known.glance} facts={known.facts} />
        {known.isFailed ? <Failed retry={known.retry} /> : null}
      </div>
      <Phones glance={known.glance} />
      {note ? <p>{note}</p> : null}
      {patientNote ? <p>{patientNote}</p> : null}
      {reason ? <p>{reason}</p> : null}
      {importedFrom ? (
        <p>
          {t('calendar:broughtFrom', { name: importedFrom })}
          {allowOverlap && !overlapReason ? ` · ${t('calendar:overlap.brought')}` : ''}
        </p>
      ) : null}
      {allowOverlap && overlapReason ? (
        <p>{t('calendar:overlap.booked', { reason: overlapReason })}</p>
      ) : null}
    </div>
  )
}
