import { useNavigate } from '@tanstack/react-router'
import type { Appointment } from '@ulna/contract/appointments/appointments'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../../../api/practice/use-permission.ts'
import { usePracticeSession } from '../../../../api/session/session.ts'
import type { MenuAnchor } from '../../../../blocks/agenda-grid/board/menu-anchor.ts'
import { appointmentStates } from '../../../../blocks/agenda-grid/parts/card-words.ts'
import { useAgendaObstacle } from '../../../../features/appointments/agenda/use-agenda-permission.ts'
import type { ChosenPatient } from '../../../../features/appointments/form/appointment-form-values.ts'
import { useAppointmentWords } from '../../../../features/appointments/parts/use-appointment-words.ts'
import { canStart } from '../../../../features/appointments/visit-start.ts'
import { useDates } from '../../../../i18n/dates/use-dates.ts'
import { FloatingMenu } from '../../../../ui/FloatingMenu.tsx'
import { CheckIcon } from '../../../../ui/icons/base-icons.tsx'
import { ClockIcon, PersonIcon } from '../../../../ui/icons/other-icons.tsx'
import { PlayIcon } from '../../../../ui/icons/record-icons.tsx'
import { CalendarIcon } from '../../../../ui/icons/shared-icons.tsx'
import { type AppointmentState, appointmentState, StatusIcon } from '../../../../ui/pills/StatusPill.tsx'
import { MenuGroup, MenuItem } from '../../../../ui/shell/ActionMenu.tsx'

export interface AppointmentMenuProps {
  appointment: Appointment
  anchor: MenuAnchor
  onState: (state: AppointmentState) => void
  onOpen: () => void
  /** Puts the patient on the wait list. */
  onWait: (patient: ChosenPatient) => void
  onClose: () => void
}

const States = ({ appointment, onState }: Pick<AppointmentMenuProps, 'appointment' | 'onState'>) => {
  const { t } = useTranslation(['agendaViews', 'calendar', 'error'])
  const dates = useDates()
  const reason = useAgendaObstacle()(appointment.doctorId)
  const isLaterDay = dates.localDay(appointment.start) > dates.today()
  const reasonAgainst = (state: AppointmentState): string | undefined =>
    reason ?? (state === 'attended' && isLaterDay ? t('error:appointment_of_later_day') : undefined)
  const current = appointmentState(appointment)
  return (
    <MenuGroup label={t('menu.status')}>
      {appointmentStates.map((state) => (
        <MenuItem
          key={state}
          icon={<StatusIcon state={state} size={20} />}
          checked={state === current}
          mark={<CheckIcon />}
          // Said once, not six times.
          reason={state === current ? undefined : reasonAgainst(state)}
          onSelect={() => onState(state)}
        >
          {t(state === 'cancelled' && current !== 'cancelled' ? 'menu.cancel' : `calendar:status.${state}`)}
        </MenuItem>
      ))}
    </MenuGroup>
  )
}

/** What can be done with an appointment in one step: begin the session, open it, put the patient on the wait list, change its status. */
export const AppointmentMenu = (props: AppointmentMenuProps) => {
  const { appointment, anchor, onState, onOpen, onWait, onClose } = props
  const { t } = useTranslation(['agendaViews', 'calendar'])
  const navigate = useNavigate()
  const { clinical } = usePracticeSession()
  const words = useAppointmentWords()(appointment)
  const waiting = usePermission('writeWaitList')
  const { patientId } = appointment
  const goToFile = (search: { write?: 'followup' }) =>
    void navigate({ to: '/app/patient/$patientId', params: { patientId: String(patientId) }, search })
  return (
    <FloatingMenu label={t('menu.label', words)} anchor={anchor} onClose={onClose}>
      <MenuGroup label={t('menu.label', words)}>
        {clinical && canStart(appointment) ? (
          <MenuItem icon={<PlayIcon />} onSelect={() => goToFile({ write: 'followup' })}>
            {t('menu.start')}
          </MenuItem>
        ) : null}
        {patientId === null ? null : (
          <MenuItem icon={<PersonIcon />} onSelect={() => goToFile({})}>
            {t('calendar:form.openFile')}
          </MenuItem>
        )}
        <MenuItem icon={<CalendarIcon />} onSelect={onOpen}>
          {t('menu.open')}
        </MenuItem>
        {patientId === null ? null : (
          <MenuItem
            icon={<ClockIcon />}
            reason={waiting.reason}
            onSelect={() => onWait({ id: patientId, name: words.name })}
          >
            {t('menu.wait')}
          </MenuItem>
        )}
      </MenuGroup>
      {patientId === null ? null : <States appointment={appointment} onState={onState} />}
    </FloatingMenu>
  )
}
