import { FieldGroup } from '../../../ui/fields/FieldGroup.tsx'
import styles from '../form/RecordForm.module.css'
import { type FieldProps, useFieldWords } from '../form/use-record-field.ts'

/** Fields that belong together (`fieldgroup`, `section`), under one heading. They hold no value of their own. */
export const GroupField = ({ field }: FieldProps) => {
  const { named, frame } = useFieldWords(field)
  return (
    <FieldGroup label={named.label} hint={named.hint}>
      <div className={styles.fields}>{(field.subfields ?? []).map(frame.renderField)}</div>
    </FieldGroup>
  )
}
