import type { RecordField } from '@ulna/contract/record-class'
import { Suspense } from 'react'
import { fieldComponents } from './field-components.ts'
import { isFullWidth } from './field-layout.ts'
import styles from './RecordForm.module.css'
import { useRecordFormFrame } from './record-form-frame.ts'

/** Draws one field of the template by its type. */
export const FieldSlot = ({ field }: { field: RecordField }) => {
  const { shown } = useRecordFormFrame()
  if (!shown.has(field.id)) return null
  const Component = fieldComponents[field.type]
  return (
    <div className={styles.slot} data-full={isFullWidth(field) || undefined}>
      <Suspense fallback={<div className={styles.awaited} aria-hidden="true" />}>
        <Component field={field} />
      </Suspense>
    </div>
  )
}
