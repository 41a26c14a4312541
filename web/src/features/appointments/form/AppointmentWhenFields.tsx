import { clockText } from '@ulna/contract/clock-text'
import { useTranslation } from 'react-i18next'
import type { FormFields } from '../../../api/forms/server-form.ts'
import type { AgendaPractitioner } from '../../../blocks/agenda-grid/parts/agenda-appointment.ts'
import { DayInput } from '../../../blocks/typed-time/DayInput.tsx'
import { dayOf } from '../../../blocks/typed-time/day-text.ts'
import { TimeInput } from '../../../blocks/typed-time/TimeInput.tsx'
import { useDates } from '../../../i18n/dates/use-dates.ts'
import { Hint } from '../../../ui/base/Hint.tsx'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import type { AgendaPlace } from '../agenda/appointments.cache.ts'
import { useAgendaObstacle } from '../agenda/use-agenda-permission.ts'
import { withDay } from '../series/step/repeat-values.ts'
import styles from './AppointmentForm.module.css'
import { type AppointmentFormValues, endMinuteOf, minutesChoices } from './appointment-form-values.ts'

interface FieldsProps {
  form: FormFields<AppointmentFormValues>
}

/** In whose agenda it is; those that may not be booked say why. */
export const AppointmentPractitionerField = ({
  form,
  practitioners,
}: FieldsProps & { practitioners: readonly AgendaPractitioner[] }) => {
  const { t } = useTranslation('calendar')
  const obstacleTo = useAgendaObstacle()
  const reason = practitioners.map(({ id }) => obstacleTo(id)).find((one) => one !== undefined)
  return (
    <SelectField
      {...form.text('doctorId')}
      label={t('form.practitioner')}
      hint={reason && `${t('form.othersAgenda')} ${reason}`}
      options={practitioners.map(({ id, fullName }) => ({
        value: String(id),
        label: fullName,
        disabled: obstacleTo(id) !== undefined,
      }))}
    />
  )
}

export interface AppointmentWhenFieldsProps extends FieldsProps {
  place: AgendaPlace
  /** Where the day is more than that of an appointment. */
  dayLabel?: string
}

/** Day, start and length, on the practice's clock. */
export const AppointmentWhenFields = ({ form, place, dayLabel }: AppointmentWhenFieldsProps) => {
  const { t } = useTranslation('calendar')
  const { timeFormat } = useDates()
  const { values, faults, change, text } = form
  const end = endMinuteOf(values, place.time)
  const changeDay = (typed: string | null) => {
    const day = dayOf(typed)
    change({
      day: typed,
      ...(day === null ? {} : { repeat: withDay(values.repeat, dayOf(values.day), day) }),
    })
  }
  return (
    <>
      <div className={styles.when}>
        <DayInput
          label={dayLabel ?? t('form.day')}
          value={values.day}
          onChange={changeDay}
          error={faults.day}
        />
        <TimeInput
          label={t('form.start')}
          value={values.start}
          onChange={(start) => change({ start })}
          error={faults.start}
        />
        <SelectField
          {...text('minutes')}
          label={t('form.duration')}
          options={minutesChoices(values.minutes).map((count) => ({
            value: String(count),
            label: t('form.minutes', { count }),
          }))}
        />
      </div>
      <Hint aria-live="polite">
        {end === undefined ? '' : t('form.endsAt', { time: clockText(end, timeFormat) })}
      </Hint>
    </>
  )
}
