import { switchOptions } from '@ulna/contract/record-class/record-class.fields'
import { useTranslation } from 'react-i18next'
import { stackClass } from '../../../ui/base/stack.ts'
import { TextField } from '../../../ui/base/TextField.tsx'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import { SwitchField } from '../../../ui/fields/SwitchField.tsx'
import styles from '../form/RecordForm.module.css'
import { type FieldProps, partIn, useRecordField } from '../form/use-record-field.ts'

/** A switch that opens one more field in place, such as "Smokes: yes, how often". */
export const ConditionalSwitchField = ({ field }: FieldProps) => {
  const { t } = useTranslation('record')
  const { named, value, onChange, onBlur, error, frame } = useRecordField(field)
  const { id, label, hint } = named
  const enabled = partIn(value, 'enabled') === true
  const said = partIn(value, 'value')
  const inner = typeof said === 'string' ? said : ''
  const options = switchOptions(field)
  const innerLabel = field.params?.valueLabel
  const shared = {
    id: `${id}-value`,
    label: typeof innerLabel === 'string' ? frame.text(innerLabel) : label,
    value: inner,
    onBlur,
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ enabled: true, value: event.currentTarget.value }),
  }

  return (
    <div className={stackClass(4)}>
      <div className={styles.choice}>
        <SwitchField
          id={id}
          label={label}
          hint={hint}
          checked={enabled}
          onChange={(event) =>
            onChange({ enabled: event.currentTarget.checked, ...(inner === '' ? {} : { value: inner }) })
          }
          onBlur={onBlur}
          error={error}
          aria-expanded={enabled}
        />
      </div>
      {enabled && options && (
        <SelectField
          {...shared}
          options={[
            { value: '', label: t('form.choose') },
            ...options.map((option) => ({ value: option.value, label: frame.text(option.label) })),
          ]}
        />
      )}
      {enabled && !options && <TextField {...shared} autoComplete="off" />}
    </div>
  )
}
