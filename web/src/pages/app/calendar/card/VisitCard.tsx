import type { Appointment } from '@ulna/contract/appointments/appointments'
import { useTranslation } from 'react-i18next'
import type { CardAnchor } from '../../../../blocks/agenda-grid/board/card-anchor.ts'
import { useAppointmentWords } from '../../../../features/appointments/parts/use-appointment-words.ts'
import { FloatingCard } from '../../../../ui/FloatingCard.tsx'
import { IconButton } from '../../../../ui/IconButton.tsx'
import { CloseIcon } from '../../../../ui/icons/base-icons.tsx'
import { EditIcon } from '../../../../ui/icons/other-icons.tsx'
import { Avatar, colorOf, initialsOfPerson } from '../../../../ui/shell/Avatar.tsx'
import { useVisitKnowledge, VisitAbout, type VisitKnowledge } from './VisitAbout.tsx'
import { VisitActions, type VisitActionsProps } from './VisitActions.tsx'
import styles from './VisitCard.module.css'
import { VisitStates, type VisitStatesProps } from './VisitStates.tsx'

interface HeadProps {
  visit: Appointment
  known: VisitKnowledge
  onEdit: () => void
  onClose: () => void
}

/** Who comes, when, with whom and what for. */
const Head = ({ visit, known: { glance, facts }, onEdit, onClose }: HeadProps) => {
  const { t } = useTranslation(['calendar', 'agendaViews', 'dashboard'])
  const { name, start, end, day, practitioner } = useAppointmentWords()(visit)
  const { patientId, title } = visit
  const number = facts?.sessionNumber ?? null
  const about = [
    facts?.caseName ?? (patientId === null ? null : title),
    number === null ? null : t('dashboard:session', { number }),
  ].filter(Boolean)
  return (
    <div className={styles.head}>
      {patientId === null ? null : (
        <Avatar
          name={name}
          size={48}
          color={colorOf(patientId)}
          initials={glance && initialsOfPerson(glance.patient)}
          src={glance?.patient.profileImgData?.thumbUrl}
        />
      )}
      <div className={styles.words}>
        <h2 className={styles.name}>{name}</h2>
        <p>{[`${start}–${end}`, day, practitioner].join(' · ')}</p>
        {about.length === 0 ? null : <p>{about.join(' · ')}</p>}
      </div>
      <IconButton label={t('agendaViews:card.edit')} title={t('agendaViews:card.edit')} onClick={onEdit}>
        <EditIcon />
      </IconButton>
      <IconButton label={t('close')} onClick={onClose}>
        <CloseIcon />
      </IconButton>
    </div>
  )
}

export interface VisitCardProps
  extends Omit<VisitActionsProps, 'visit' | 'toPay'>,
    Pick<VisitStatesProps, 'onState'> {
  visit: Appointment
  anchor: CardAnchor
  onEdit: () => void
  onClose: () => void
}

/** An appointment as a small card: who comes and what to beware of, its states as one touch, and what comes next. */
export const VisitCard = ({ visit, anchor, onState, onEdit, onClose, ...actions }: VisitCardProps) => {
  const { t } = useTranslation('agendaViews')
  const { patientId } = visit
  const words = useAppointmentWords()(visit)
  const known = useVisitKnowledge(visit)
  return (
    <FloatingCard label={t('card.label', words)} anchor={anchor} reaches="[data-event]" onClose={onClose}>
      <Head {...{ visit, known, onEdit, onClose }} />
      <VisitAbout visit={visit} known={known} />
      {patientId === null ? null : (
        <>
          <VisitStates appointment={visit} onState={onState} />
          <VisitActions {...actions} visit={{ ...visit, patientId }} toPay={known.facts?.toPay === true} />
        </>
      )}
    </FloatingCard>
  )
}
