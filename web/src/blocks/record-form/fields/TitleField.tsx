import styles from '../RecordForm.module.css'
import { useRecordFormFrame } from '../record-form-frame.ts'
import type { FieldProps } from '../use-record-field.ts'

/** A heading between fields; it holds no value. */
export const TitleField = ({ field }: FieldProps) => {
  const { text } = useRecordFormFrame()
  return (
    <div className={styles.title}>
      <h4>{text(field.label)}</h4>
      {field.hint && <p className={styles.hint}>{text(field.hint)}</p>}
    </div>
  )
}
