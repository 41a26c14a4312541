import type { Draft } from '@ulna/contract/drafts/drafts'
import { initialData } from '@ulna/contract/record-class/record-class.fields'
import { useFormContext } from 'react-hook-form'
import { type FormValues, filledValues } from '../../../blocks/record-form/form/form-values.ts'
import { useRecordFormFrame } from '../../../blocks/record-form/form/record-form-frame.ts'
import type { DraftSaver } from '../drafts/draft-saver.ts'
import { useCopyPlace } from './use-copy-place.ts'

/** What may be done with another text of the open form. */
export const useDraftCopy = (copy: Draft, saver: DraftSaver) => {
  const { recordClass } = useRecordFormFrame()
  const form = useFormContext<FormValues>()
  const { swap, ...place } = useCopyPlace(copy, saver)
  const blank: FormValues = initialData(recordClass)

  const takeField = (fieldId: string) =>
    form.setValue(fieldId, copy.data[fieldId] ?? blank[fieldId] ?? null, { shouldDirty: true })

  return {
    ...place,
    takeField,
    take: () => {
      const present = form.getValues()
      const isBlank = Object.keys(filledValues(recordClass, present)).length === 0
      return swap(isBlank ? undefined : present, () => {
        for (const fieldId of new Set([...Object.keys(present), ...Object.keys(copy.data)]))
          takeField(fieldId)
      })
    },
  }
}
