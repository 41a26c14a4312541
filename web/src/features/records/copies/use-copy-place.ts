import { type Draft, formOfDraft } from '@ulna/contract/drafts/drafts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isTemporary } from '../../../api/http/api-error.ts'
import { reportError } from '../../../api/practice/app-errors.ts'
import type { FormValues } from '../../../blocks/record-form/form/form-values.ts'
import type { DraftSaver } from '../drafts/draft-saver.ts'
import { keepCopy, removeDraft } from '../drafts/draft-sender.ts'
import { useDraftGone, useDraftKept } from '../records.queries.ts'

/** A text that stands beside the one on the screen, which `saver` keeps, and what may become of it. */
export const useCopyPlace = (copy: Draft, saver: Pick<DraftSaver, 'flush' | 'pending'>) => {
  const { t } = useTranslation('record')
  const kept = useDraftKept(copy.patientId)
  const gone = useDraftGone(copy.patientId)
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()

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

  const keepAside = async (values: FormValues) => {
    const place = { patientId: copy.patientId, draftKey: formOfDraft(copy.key) }
    kept(await keepCopy(place, { data: values, baseVersion: copy.baseVersion }))
  }

  return {
    isPending,
    problem,
    /**
     * Keeps the present text aside, so that this can be taken back too, and shows what the copy said. The copy goes
     * when the server has its text as what is being written: at no moment is either of them in this window alone.
     */
    swap: (present: FormValues | undefined, show: () => void) =>
      attempt(async () => {
        if (present) await keepAside(present)
        show()
        await saver.flush()
        if (!saver.pending()) await remove()
      }),
    discard: () => attempt(remove),
  }
}
