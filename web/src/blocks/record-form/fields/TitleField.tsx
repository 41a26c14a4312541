import { Hint } from '../../../ui/base/Hint.tsx'
import styles from '../form/RecordForm.module.css'
import { useRecordFormFrame } from '../form/record-form-frame.ts'
import type { FieldProps } from '../form/use-record-field.ts'

/** A heading between fields; it holds no value. */
export const TitleField = ({ field }: FieldProps) => {
  const { text } = useRecordFormFrame()
  return (
    <div className={styles.title}>
      <h4>{text(field.label)}</h4>
      {field.hint && <Hint>{text(field.hint)}</Hint>}
    </div>
  )
}
