import styles from '../form/RecordForm.module.css'
import { useRecordFormFrame } from '../form/record-form-frame.ts'
import type { FieldProps } from '../form/use-record-field.ts'

/** Fields that belong together (`fieldgroup`, `section`), under one heading. They hold no value of their own. */
export const GroupField = ({ field }: FieldProps) => {
  const { text, renderField } = useRecordFormFrame()
  return (
    <fieldset className={styles.group}>
      <legend>{text(field.label)}</legend>
      {field.hint && <p className={styles.hint}>{text(field.hint)}</p>}
      <div className={styles.fields}>{(field.subfields ?? []).map(renderField)}</div>
    </fieldset>
  )
}
