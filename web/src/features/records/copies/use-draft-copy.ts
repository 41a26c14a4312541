import { type Draft, draftEndpoints } from '@ulna/contract/drafts'
import { initialData } from '@ulna/contract/record-class.fields'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { isTemporary } from '../../../api/api-error.ts'
import { reportError } from '../../../api/app-errors.ts'
import { call } from '../../../api/client.ts'
import { type FormValues, filledValues } from '../../../blocks/record-form/form-values.ts'
import { useRecordFormFrame } from '../../../blocks/record-form/record-form-frame.ts'
import { removeDraft } from '../draft-sender.ts'
import { useDraftGone, useDraftKept } from '../records.queries.ts'

/** What may be done with another text of the open form. */
export const useDraftCopy = (copy: Draft) => {
  const { t } = useTranslation('record')
  const { recordClass } = useRecordFormFrame()
  const form = useFormContext<FormValues>()
  const kept = useDraftKept(copy.patientId)
  const gone = useDraftGone(copy.patientId)
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const blank: FormValues = initialData(recordClass)

  const takeField = (fieldId: string) =>
    form.setValue(fieldId, copy.data[fieldId] ?? blank[fieldId] ?? null, { shouldDirty: true })

  const attempt = async (work: () => Promise<void>) => {
    setPending(true)
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      setProblem(t('editor.notSaved'))
      if (!isTemporary(error)) reportError(error)
    } finally {
      setPending(false)
    }
  }

  const remove = async () => {
    await removeDraft(copy.patientId, copy.key)
    gone(copy.key)
  }

  /** The present text takes the copy's place first, so that this can be taken back too. */
  const putPresent = async (values: FormValues) => {
    if (Object.keys(filledValues(recordClass, values)).length === 0) return remove()
    const { payload } = await call(draftEndpoints.save, {
      params: { patientId: copy.patientId, key: copy.key },
      body: { data: values, baseVersion: copy.baseVersion, revision: copy.revision },
      silent: true,
    })
    kept(payload)
  }

  return {
    isPending,
    problem,
    takeField,
    take: () =>
      attempt(async () => {
        const present = form.getValues()
        await putPresent(present)
        for (const fieldId of new Set([...Object.keys(present), ...Object.keys(copy.data)]))
          takeField(fieldId)
      }),
    discard: () => attempt(remove),
  }
}
