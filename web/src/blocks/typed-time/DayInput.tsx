import { Popover } from '@mantine/core'
import { Calendar } from '@mantine/dates'
import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/dates/styles.css'
import { useClickOutside } from '@mantine/hooks'
import { firstDay, lastDay } from '@ulna/contract/http/dates'
import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import 'dayjs/locale/es'
import 'dayjs/locale/it'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { Field } from '../../ui/base/Field.tsx'
import { ButtonedInput } from '../../ui/fields/ButtonedInput.tsx'
import { CloseIcon } from '../../ui/icons/base-icons.tsx'
import { dayOf, dayReading, faultOfDay } from './day-text.ts'
import { useTypedValue } from './use-typed-value.ts'

export interface DayInputProps {
  id?: string
  name?: string
  label: ReactNode
  hint?: ReactNode
  /** `YYYY-MM-DD`; null when empty; any other text was typed, is no day of this field, and is never saved (`dayOf`). */
  value: string | null
  onChange: (value: string | null) => void
  onBlur?: () => void
  error?: string | undefined
  required?: boolean
  minDate?: string | undefined
  maxDate?: string | undefined
  /** False where the form itself refuses a text that is no day, among its other fields. */
  guardsForm?: boolean
}

interface PickerProps {
  day: string | null
  minDate: string | undefined
  maxDate: string | undefined
  onPick: (day: string) => void
}

/** The month that the day lies in, and the way to others. */
const DayPicker = ({ day, minDate, maxDate, onPick }: PickerProps) => {
  const { t } = useTranslation('record')
  const { language, today } = useDates()
  const [shown, setShown] = useState<string>()
  const [ofDay, setOfDay] = useState(day)
  if (ofDay !== day) {
    setOfDay(day)
    setShown(undefined)
  }
  const nearest = [today(), minDate ?? today()].sort()[1] ?? today()
  return (
    <Calendar
      __staticSelector="DateInput"
      __preventFocus
      locale={language}
      firstDayOfWeek={1}
      size="md"
      date={shown ?? day ?? (maxDate !== undefined && maxDate < nearest ? maxDate : nearest)}
      onDateChange={setShown}
      {...(minDate === undefined ? {} : { minDate })}
      {...(maxDate === undefined ? {} : { maxDate })}
      getDayProps={(one) => ({ selected: one === day, onClick: () => onPick(one) })}
      getMonthControlProps={(one) => ({ selected: day !== null && one.slice(0, 7) === day.slice(0, 7) })}
      getYearControlProps={(one) => ({ selected: day !== null && one.slice(0, 4) === day.slice(0, 4) })}
      hideOutsideDates
      weekendDays={[]}
      ariaLabels={{
        nextMonth: t('day.nextMonth'),
        previousMonth: t('day.previousMonth'),
        nextYear: t('day.nextYear'),
        previousYear: t('day.previousYear'),
        nextDecade: t('day.nextDecade'),
        previousDecade: t('day.previousDecade'),
        monthLevelControl: t('day.chooseMonth'),
        yearLevelControl: t('day.chooseYear'),
      }}
    />
  )
}

const useDayField = (props: DayInputProps) => {
  const { value, onChange, minDate, maxDate, guardsForm = true } = props
  const { t } = useTranslation('record')
  const { language, day: dayText, today } = useDates()
  const asked = useMemo(() => ({ language, minDate, maxDate }), [language, minDate, maxDate])
  const reading = useMemo(() => dayReading(asked), [asked])
  return useTypedValue({
    value: value ?? '',
    onChange: (next) => onChange(next === '' ? null : next),
    reading,
    faultOf: (field) => {
      const fault = faultOfDay(field, asked)
      return (
        fault &&
        t(`day.${fault}`, {
          example: dayText(today()),
          first: dayText(minDate ?? firstDay),
          last: dayText(maxDate ?? lastDay),
        })
      )
    },
    guardsForm,
  })
}

/**
 * A day, typed (`13/nov/2026`, `13/11/2026`, `13112026`) or picked, in the language of the app and not of the browser.
 * What was typed stays; what is no day, or none that the field takes, is said beside it and is no day to the form.
 */
export const DayInput = (props: DayInputProps) => {
  const { id, name, label, hint, value, onBlur, error, required = false, minDate, maxDate } = props
  const { t } = useTranslation('record')
  const [opened, setOpened] = useState(false)
  const dropdown = useRef<HTMLDivElement>(null)
  const field = useDayField(props)
  const { input } = field
  useClickOutside(() => setOpened(false), null, [input.current, dropdown.current])

  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') setOpened(false)
    if (event.key === 'ArrowDown') setOpened(true)
    if (event.key === 'Enter') field.leave()
  }
  const pick = (day: string): void => {
    field.pick(day)
    setOpened(false)
  }
  return (
    <Field id={id} label={label} isMarked={required} hint={hint} error={field.fault ?? error}>
      {(control) => (
        <Popover opened={opened} trapFocus={false} position="bottom-start" withRoles={false}>
          <Popover.Target>
            <div>
              <ButtonedInput
                {...control}
                ref={input}
                type="text"
                name={name}
                aria-required={required || undefined}
                placeholder={t('day.placeholder')}
                value={field.text}
                onChange={(event) => field.type(event.currentTarget.value)}
                onClick={() => setOpened(true)}
                onKeyDown={onKey}
                onBlur={() => {
                  setOpened(false)
                  field.blur()
                  onBlur?.()
                }}
                // Escape closes the picker, not the dialog it may stand in.
                data-mantine-stop-propagation={opened ? 'true' : undefined}
                autoComplete="off"
                buttonLabel={t('day.clear')}
                icon={field.text !== '' && <CloseIcon />}
                onButton={() => pick('')}
              />
            </div>
          </Popover.Target>
          <Popover.Dropdown
            ref={dropdown}
            data-dates-dropdown
            // The keyboard stays in the field.
            onMouseDown={(event) => event.preventDefault()}
          >
            <DayPicker day={dayOf(value)} minDate={minDate} maxDate={maxDate} onPick={pick} />
          </Popover.Dropdown>
        </Popover>
      )}
    </Field>
  )
}
