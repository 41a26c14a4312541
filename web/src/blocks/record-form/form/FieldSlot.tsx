import type { RecordField } from '@ulna/contract/record-class/record-class'
import { memo, Suspense, useState } from 'react'
import { lazyPart } from '../../../i18n/lazy-part.ts'
import { Optional } from '../../../ui/Optional.tsx'
import { fieldComponents } from './field-components.ts'
import { isFullWidth } from './field-layout.ts'
import styles from './RecordForm.module.css'
import { useRecordFormFrame } from './record-form-frame.ts'

const CarriedMark = lazyPart(() => import('../earlier/CarriedMark.tsx'), 'CarriedMark')

/** Draws one field of the template by its type; what goes on around the fields leaves it as it is. */
export const FieldSlot = memo(({ field }: { field: RecordField }) => {
  const { shown, carried, elementId } = useRecordFormFrame()
  const [isMarked, setMarked] = useState(false)
  if (!shown.has(field.id)) return null
  const Component = fieldComponents[field.type]
  const markId = `${elementId(field.id)}-carried`
  return (
    <div
      className={styles.slot}
      data-full={isFullWidth(field) || undefined}
      {...(isMarked && { role: 'group', 'aria-describedby': markId })}
    >
      <Suspense fallback={<div className={styles.awaited} aria-hidden="true" />}>
        <Component field={field} />
      </Suspense>
      {carried.has(field.id) && (
        <Optional>
          <CarriedMark fieldId={field.id} markId={markId} onMarked={setMarked} />
        </Optional>
      )}
    </div>
  )
})
