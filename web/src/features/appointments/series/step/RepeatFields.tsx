import { Button, NativeSelect, TextInput } from '@mantine/core'
import '@mantine/core/styles/Button.css'
import '../../../../ui/fields/mantine-styles.ts'
import type { Appointment } from '@ulna/contract/appointments/appointments'
import { repeatFrequencies } from '@ulna/contract/appointments/appointments.series'
import { useRef, useState } from 'react'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type CalendarDay, weekdayOf } from '../../../../blocks/agenda-grid/parts/calendar-day.ts'
import { DayInput } from '../../../../blocks/typed-time/DayInput.tsx'
import { dayOf } from '../../../../blocks/typed-time/day-text.ts'
import type { AppointmentFormValues } from '../../form/appointment-form-values.ts'
import { useSeriesWords } from '../use-series-words.ts'
import styles from './RepeatFields.module.css'
import {
  monthChoices,
  positionInMonth,
  type RepeatValues,
  repeatFaultsOf,
  ruleOfValues,
  untilOfValues,
  withFrequency,
} from './repeat-values.ts'
import { WeekdaysField } from './WeekdaysField.tsx'

type Form = UseFormReturn<AppointmentFormValues>

const NumberField = ({
  form,
  name,
  label,
}: {
  form: Form
  name: 'repeat.interval' | 'repeat.count'
  label: string
}) => (
  <Controller
    control={form.control}
    name={name}
    render={({ field, fieldState }) => (
      <TextInput
        {...field}
        label={label}
        inputMode="numeric"
        maxLength={3}
        error={fieldState.error?.message}
        autoComplete="off"
      />
    )}
  />
)

/** A month by its date or by its weekday: both say which day they mean. */
const MonthField = ({ form, day, values }: { form: Form; day: CalendarDay; values: RepeatValues }) => {
  const { t } = useTranslation('series')
  const words = useSeriesWords()
  const texts: Record<RepeatValues['by'], () => string> = {
    date: () => t('form.onDate', { date: Number(day.slice(8)) }),
    position: () => t('form.onNth', { day: words.nth(positionInMonth(day), weekdayOf(day)) }),
    last: () => t('form.onNth', { day: words.nth(-1, weekdayOf(day)) }),
    stored: () => t('form.onStored'),
  }
  return (
    <Controller
      control={form.control}
      name="repeat.by"
      render={({ field }) => (
        <NativeSelect
          {...field}
          label={t('form.which')}
          data={monthChoices(day, values).map((value) => ({ value, label: texts[value]() }))}
        />
      )}
    />
  )
}

const EndFields = ({ form, day, values }: { form: Form; day: CalendarDay | null; values: RepeatValues }) => {
  const { t } = useTranslation('series')
  const ends = ['count', 'until', 'never'] as const
  return (
    <div className={styles.pair}>
      <Controller
        control={form.control}
        name="repeat.ends"
        render={({ field }) => (
          <NativeSelect
            {...field}
            label={t('form.ends')}
            data={ends.map((value) => ({ value, label: t(`form.end.${value}`) }))}
          />
        )}
      />
      {values.ends === 'count' ? (
        <NumberField form={form} name="repeat.count" label={t('form.count')} />
      ) : null}
      {values.ends === 'until' ? (
        <Controller
          control={form.control}
          name="repeat.until"
          render={({ field, fieldState }) => (
            <DayInput
              label={t('form.until')}
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              error={fieldState.error?.message}
              {...(day === null ? {} : { minDate: day })}
            />
          )}
        />
      ) : null}
    </div>
  )
}

/** The whole rule in a sentence, while it is being chosen. */
const RuleLine = ({ day, values }: { day: CalendarDay | null; values: RepeatValues }) => {
  const words = useSeriesWords()
  const isWhole = day !== null && Object.keys(repeatFaultsOf(values, day)).length === 0
  const rule = isWhole ? ruleOfValues(values, day) : null
  return (
    <p className={styles.words} aria-live="polite">
      {rule && day !== null ? words.rule(rule, untilOfValues(values), day) : ''}
    </p>
  )
}

const RuleFields = ({ form, day, values }: { form: Form; day: CalendarDay | null; values: RepeatValues }) => {
  const { t } = useTranslation('series')
  const { freq } = values
  const hasChoice = day !== null && (freq === 'month' || values.stored !== null)
  return (
    <>
      <div className={styles.pair}>
        <NumberField form={form} name="repeat.interval" label={t(`form.every.${freq}`)} />
        {hasChoice ? <MonthField form={form} day={day} values={values} /> : null}
      </div>
      {freq === 'week' && values.by !== 'stored' ? <WeekdaysField control={form.control} /> : null}
      <EndFields form={form} day={day} values={values} />
    </>
  )
}

const FrequencyField = ({
  form,
  day,
  values,
}: {
  form: Form
  day: CalendarDay | null
  values: RepeatValues
}) => {
  const { t } = useTranslation('series')
  return (
    <Controller
      control={form.control}
      name="repeat.freq"
      render={({ field }) => (
        <NativeSelect
          {...field}
          onChange={(event) => {
            const freq = event.currentTarget.value as RepeatValues['freq']
            form.setValue('repeat', withFrequency(values, freq, day), { shouldDirty: true })
          }}
          label={t('form.repeat')}
          data={['never' as const, ...repeatFrequencies].map((value) => ({
            value,
            label: t(`form.freq.${value}`),
          }))}
        />
      )}
    />
  )
}

/** Whether and how an appointment is repeated. Of one that is in a series it says so, and opens when it is to change. */
export const RepeatFields = ({ form, stored }: { form: Form; stored: Appointment | undefined }) => {
  const { t } = useTranslation('series')
  const values = useWatch({ control: form.control, name: 'repeat' })
  const day = dayOf(useWatch({ control: form.control, name: 'day' }))
  const isInSeries = stored !== undefined && stored.parent !== null
  const [isOpen, setOpen] = useState(!isInSeries)
  const fields = useRef<HTMLDivElement>(null)
  const repeats = values.freq !== 'never'
  const open = () => {
    setOpen(true)
    requestAnimationFrame(() => fields.current?.querySelector('select')?.focus())
  }
  return (
    <div ref={fields} className={styles.fields}>
      {isOpen ? <FrequencyField form={form} day={day} values={values} /> : null}
      {isOpen && repeats ? <RuleFields form={form} day={day} values={values} /> : null}
      {repeats ? <RuleLine day={day} values={values} /> : null}
      {isOpen ? null : (
        <div>
          <Button variant="default" onClick={open}>
            {t('form.changeRule')}
          </Button>
        </div>
      )}
      {!repeats && isInSeries ? <p className={styles.words}>{t('form.endsHere')}</p> : null}
    </div>
  )
}
