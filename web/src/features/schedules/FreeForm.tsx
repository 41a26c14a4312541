import { useTranslation } from 'react-i18next'
import { minutesChoices } from '../../blocks/agenda-grid/board/grid-column.ts'
import type { AgendaPractitioner } from '../../blocks/agenda-grid/parts/agenda-appointment.ts'
import type { CalendarDay } from '../../blocks/agenda-grid/parts/calendar-day.ts'
import { DayInput } from '../../blocks/typed-time/DayInput.tsx'
import { WeekdaysField } from '../../blocks/weekly-hours/WeekdaysField.tsx'
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import styles from './FreeSlotFinder.module.css'
import { type FreeValues, partNames } from './free-wish.ts'

export interface FreeFormProps {
  values: FreeValues
  practitioners: readonly AgendaPractitioner[]
  today: CalendarDay
  onChange: (part: Partial<FreeValues>) => void
}

/** Asks with whom, how long and when. Every change searches anew; there is no button to forget. */
export const FreeForm = ({ values, practitioners, today, onChange }: FreeFormProps) => {
  const { t } = useTranslation('schedules')
  return (
    <div className={styles.form}>
      <SelectField
        label={t('free.practitioner')}
        value={values.doctorId}
        data-autofocus=""
        onChange={(event) => onChange({ doctorId: event.currentTarget.value })}
        options={[
          { value: '', label: t('free.anyPractitioner') },
          ...practitioners.map(({ id, fullName }) => ({ value: String(id), label: fullName })),
        ]}
      />
      <SelectField
        label={t('free.length')}
        value={values.minutes}
        onChange={(event) => onChange({ minutes: event.currentTarget.value })}
        options={minutesChoices(values.minutes).map((count) => ({
          value: String(count),
          label: t('free.minutes', { count }),
        }))}
      />
      <DayInput
        label={t('free.firstDay')}
        value={values.firstDay}
        minDate={today}
        onChange={(firstDay) => onChange({ firstDay })}
      />
      <div className={styles.wide}>
        <ChoiceField
          legend={t('free.part')}
          name="part"
          value={values.part}
          choices={partNames.map((part) => ({ value: part, label: t(`free.parts.${part}`) }))}
          onChange={(part) => onChange({ part })}
        />
      </div>
      <div className={styles.wide}>
        <WeekdaysField
          label={t('free.weekdays')}
          hint={t('free.anyWeekday')}
          value={values.weekdays}
          onChange={(weekdays) => onChange({ weekdays })}
        />
      </div>
    </div>
  )
}
