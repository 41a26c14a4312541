import { type KeyboardEvent, type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { Field } from '../../ui/base/Field.tsx'
import { ButtonedInput } from '../../ui/fields/ButtonedInput.tsx'
import { CloseIcon } from '../../ui/icons/base-icons.tsx'
import { isTime, stepTime, timeReading } from './time-text.ts'
import { useTypedValue } from './use-typed-value.ts'

export interface TimeInputProps {
  id?: string
  /** Name where nothing is shown above. */
  'aria-label'?: string
  label?: ReactNode
  hint?: ReactNode
  className?: string | undefined
  /** `HH:mm`; empty when there is none; any other text was typed, is no time, and is never saved (`isTime`). */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  error?: string | undefined
  required?: boolean
  /** Minutes that the arrow keys go on by. */
  step?: number
  /** Names the button that empties the field; without it there is none. */
  clearLabel?: string
  /** False where the form itself refuses a text that is no time, among its other fields. */
  guardsForm?: boolean
}

const arrows: Readonly<Record<string, 1 | -1>> = { ArrowUp: 1, ArrowDown: -1 }

/**
 * A time of day, typed as the user reads it (`15:30`, `03:30 pm`, `1530`). What was typed stays; what is no time, or could
 * be two, is said beside it and is no time to the form.
 */
export const TimeInput = (props: TimeInputProps) => {
  const { id, label, hint, className, value, onChange, onBlur, error, required = false } = props
  const { step = 5, clearLabel = '', guardsForm = true } = props
  const { t } = useTranslation('error')
  const { timeFormat } = useDates()
  const reading = useMemo(() => timeReading(timeFormat), [timeFormat])
  const field = useTypedValue({
    value,
    onChange,
    reading,
    faultOf: (typed) => (typed.value === '' || isTime(typed.value) ? undefined : t('field_time')),
    guardsForm,
  })
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') field.leave()
    const direction = arrows[event.key]
    if (!direction || !isTime(value) || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
      return
    event.preventDefault()
    field.pick(stepTime(value, direction * step))
  }
  return (
    <Field
      id={id}
      label={label}
      isMarked={required}
      hint={hint}
      error={field.fault ?? error}
      className={className}
    >
      {(control) => (
        <ButtonedInput
          {...control}
          ref={field.input}
          type="text"
          aria-label={props['aria-label']}
          aria-required={required || undefined}
          placeholder="--:--"
          inputMode={timeFormat === 'HH:mm' ? 'numeric' : 'text'}
          value={field.text}
          onChange={(event) => field.type(event.currentTarget.value)}
          onKeyDown={onKey}
          onBlur={() => {
            field.blur()
            onBlur?.()
          }}
          autoComplete="off"
          buttonLabel={clearLabel}
          icon={clearLabel !== '' && field.text !== '' && <CloseIcon />}
          onButton={() => field.pick('')}
        />
      )}
    </Field>
  )
}
