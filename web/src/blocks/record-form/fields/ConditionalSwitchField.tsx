import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { switchOptions } from '@ulna/contract/record-class/record-class.fields'
import { useTranslation } from 'react-i18next'
import styles from '../form/RecordForm.module.css'
import { type FieldProps, useRecordField } from '../form/use-record-field.ts'

interface Conditional {
  enabled: boolean
  value: string
}

const part = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined

const conditional = (value: unknown): Conditional => {
  const inner = part(value, 'value')
  return { enabled: part(value, 'enabled') === true, value: typeof inner === 'string' ? inner : '' }
}

/** A switch that opens one more field in place, such as "Smokes: yes, how often". */
export const ConditionalSwitchField = ({ field }: FieldProps) => {
  const { t } = useTranslation('record')
  const { id, label, hint, value, onChange, onBlur, error, frame } = useRecordField(field)
  const { enabled, value: inner } = conditional(value)
  const options = switchOptions(field)
  const valueLabel =
    typeof field.params?.valueLabel === 'string' ? frame.text(field.params.valueLabel) : label
  const change = (next: string) => onChange({ enabled, value: next })
  const shared = { id: `${id}-value`, label: valueLabel, value: inner, onBlur, size: 'md' as const }

  return (
    <div className={styles.conditional} data-open={enabled || undefined}>
      <Switch
        id={id}
        label={label}
        description={hint}
        checked={enabled}
        onChange={(event) =>
          onChange({ enabled: event.currentTarget.checked, ...(inner === '' ? {} : { value: inner }) })
        }
        onBlur={onBlur}
        error={error}
        aria-expanded={enabled}
        withThumbIndicator={false}
        classNames={{ root: styles.choice ?? '' }}
      />
      {enabled && options && (
        <NativeSelect
          {...shared}
          data={[
            { value: '', label: t('form.choose') },
            ...options.map((option) => ({ value: option.value, label: frame.text(option.label) })),
          ]}
          onChange={(event) => change(event.currentTarget.value)}
        />
      )}
      {enabled && !options && (
        <TextInput {...shared} autoComplete="off" onChange={(event) => change(event.currentTarget.value)} />
      )}
    </div>
  )
}
