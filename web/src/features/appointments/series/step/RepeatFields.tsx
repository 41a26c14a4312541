import { Button } from '@mantine/core'
import { repeatFrequencies } from '@ulna/contract/appointments/appointments.series'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Faults, FormFields } from '../../../../api/forms/server-form.ts'
import { type CalendarDay, weekdayOf } from '../../../../blocks/agenda-grid/parts/calendar-day.ts'
import { DayInput } from '../../../../blocks/typed-time/DayInput.tsx'
import { dayOf } from '../../../../blocks/typed-time/day-text.ts'
import { WeekdaysField } from '../../../../blocks/weekly-hours/WeekdaysField.tsx'
import { calloutClass } from '../../../../ui/base/callout.ts'
import { FieldPair } from '../../../../ui/base/FieldPair.tsx'
import { stackClass } from '../../../../ui/base/stack.ts'
import { TextField } from '../../../../ui/base/TextField.tsx'
import { SelectField } from '../../../../ui/fields/SelectField.tsx'
import type { AppointmentFormValues } from '../../form/appointment-form-values.ts'
import { useSeriesWords } from '../use-series-words.ts'
import {
  monthChoices,
  positionInMonth,
  type RepeatValues,
  repeatFaultsOf,
  ruleOfValues,
  untilOfValues,
  withFrequency,
} from './repeat-values.ts'

interface FieldsProps {
  values: RepeatValues
  /** The day of the appointment; null where what was typed is none. */
  day: CalendarDay | null
  faults: Faults
  onChange: (part: Partial<RepeatValues>) => void
}

type NumberFieldProps = Omit<FieldsProps, 'day'> & { name: 'interval' | 'count'; label: string }

const NumberField = ({ name, label, values, faults, onChange }: NumberFieldProps) => (
  <TextField
    label={label}
    inputMode="numeric"
    maxLength={3}
    autoComplete="off"
    value={values[name]}
    error={faults[`repeat.${name}`]}
    onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
  />
)

/** A month by its date or by its weekday: both say which day they mean. */
const MonthField = ({ day, values, onChange }: FieldsProps & { day: CalendarDay }) => {
  const { t } = useTranslation('series')
  const words = useSeriesWords()
  const texts: Record<RepeatValues['by'], () => string> = {
    date: () => t('form.onDate', { date: Number(day.slice(8)) }),
    position: () => t('form.onNth', { day: words.nth(positionInMonth(day), weekdayOf(day)) }),
    last: () => t('form.onNth', { day: words.nth(-1, weekdayOf(day)) }),
    stored: () => t('form.onStored'),
  }
  return (
    <SelectField
      label={t('form.which')}
      value={values.by}
      onChange={({ currentTarget }) => onChange({ by: currentTarget.value as RepeatValues['by'] })}
      options={monthChoices(day, values).map((value) => ({ value, label: texts[value]() }))}
    />
  )
}

const EndFields = (props: FieldsProps) => {
  const { day, values, faults, onChange } = props
  const { t } = useTranslation('series')
  const ends = ['count', 'until', 'never'] as const
  return (
    <FieldPair>
      <SelectField
        label={t('form.ends')}
        value={values.ends}
        onChange={({ currentTarget }) => onChange({ ends: currentTarget.value as RepeatValues['ends'] })}
        options={ends.map((value) => ({ value, label: t(`form.end.${value}`) }))}
      />
      {values.ends === 'count' ? <NumberField {...props} name="count" label={t('form.count')} /> : null}
      {values.ends === 'until' ? (
        <DayInput
          label={t('form.until')}
          value={values.until}
          onChange={(until) => onChange({ until })}
          error={faults['repeat.until']}
          minDate={day ?? undefined}
        />
      ) : null}
    </FieldPair>
  )
}

/** The whole rule in a sentence, while it is being chosen. */
const RuleLine = ({ day, values }: Pick<FieldsProps, 'day' | 'values'>) => {
  const words = useSeriesWords()
  const isWhole = day !== null && Object.keys(repeatFaultsOf(values, day)).length === 0
  const rule = isWhole ? ruleOfValues(values, day) : null
  return (
    <p className={calloutClass('accent')} aria-live="polite">
      {rule && day !== null ? words.rule(rule, untilOfValues(values), day) : ''}
    </p>
  )
}

const RuleFields = (props: FieldsProps) => {
  const { day, values, faults, onChange } = props
  const { t } = useTranslation('series')
  const { freq } = values
  const hasChoice = day !== null && (freq === 'month' || values.stored !== null)
  return (
    <>
      <FieldPair>
        <NumberField {...props} name="interval" label={t(`form.every.${freq}`)} />
        {hasChoice ? <MonthField {...props} day={day} /> : null}
      </FieldPair>
      {freq === 'week' && values.by !== 'stored' ? (
        <WeekdaysField
          label={t('form.weekdays')}
          value={values.weekdays}
          error={faults['repeat.weekdays']}
          onChange={(weekdays) => onChange({ weekdays })}
        />
      ) : null}
      <EndFields {...props} />
    </>
  )
}

export interface RepeatFieldsProps {
  form: FormFields<AppointmentFormValues>
  /** The fields open when the rule is to change. */
  isInSeries: boolean
}

/** Whether and how an appointment is repeated. */
export const RepeatFields = ({ form, isInSeries }: RepeatFieldsProps) => {
  const { t } = useTranslation('series')
  const { faults, change } = form
  const values = form.values.repeat
  const day = dayOf(form.values.day)
  const [isOpen, setOpen] = useState(!isInSeries)
  const fields = useRef<HTMLDivElement>(null)
  const repeats = values.freq !== 'never'
  const open = () => {
    setOpen(true)
    requestAnimationFrame(() => fields.current?.querySelector('select')?.focus())
  }
  return (
    <div ref={fields} className={stackClass(12)}>
      {isOpen ? (
        <SelectField
          label={t('form.repeat')}
          value={values.freq}
          onChange={({ currentTarget }) =>
            change({ repeat: withFrequency(values, currentTarget.value as RepeatValues['freq'], day) })
          }
          options={['never' as const, ...repeatFrequencies].map((value) => ({
            value,
            label: t(`form.freq.${value}`),
          }))}
        />
      ) : null}
      {isOpen && repeats ? (
        <RuleFields
          {...{ values, day, faults }}
          onChange={(part) => change({ repeat: { ...values, ...part } })}
        />
      ) : null}
      {repeats ? <RuleLine day={day} values={values} /> : null}
      {isOpen ? null : (
        <div>
          <Button variant="default" onClick={open}>
            {t('form.changeRule')}
          </Button>
        </div>
      )}
      {!repeats && isInSeries ? <p className={calloutClass('accent')}>{t('form.endsHere')}</p> : null}
    </div>
  )
}
