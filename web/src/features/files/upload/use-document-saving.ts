import type { FieldError } from '@ulna/contract/errors'
import type { RecordFile, RecordRow } from '@ulna/contract/records/records'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, isTemporary } from '../../../api/http/api-error.ts'
import { queueInfo } from '../../../api/http/messages.ts'
import { useErrorText } from '../../../api/session/use-error-text.ts'
import type { FormValues } from '../../../blocks/record-form/form/form-values.ts'
import { useSayDocument } from '../files.queries.ts'
import { type DocumentSubtype, documentKinds } from './file-check.ts'
import type { UploadEntry } from './upload-store.ts'

/** What kind of document it is; undefined while it waits for being completed. */
export const subtypeOf = (record: RecordRow | undefined): DocumentSubtype | undefined =>
  documentKinds.find((kind) => kind === record?.subtype)

export interface DocumentSavingOptions {
  patientId: number
  record: RecordRow | undefined
  files: readonly RecordFile[]
  onSaved: (record: RecordRow) => void
  /** Files on their way. */
  entries: readonly UploadEntry[]
  /** Whether files wait for the document to be made. */
  holdsFiles: boolean
}

/** Saves what the document is as soon as its files are up. */
export const useDocumentSaving = (options: DocumentSavingOptions) => {
  const { patientId, record, files, entries, holdsFiles, onSaved } = options
  const { t } = useTranslation('files')
  const { textOf } = useErrorText()
  const saying = useSayDocument(patientId)
  const [wish, setWish] = useState<{ data: FormValues; subtype: DocumentSubtype }>()
  const [problem, setProblem] = useState<string>()
  const [fieldErrors, setFieldErrors] = useState<readonly FieldError[]>([])
  const hasFailed = entries.some(({ state, uploader }) => state.phase === 'failed' || !uploader)
  const isUp = !holdsFiles && entries.every(({ state }) => state.phase === 'done')

  const refuse = (error: unknown): void => {
    const named = error instanceof ApiError ? (error.fieldErrors as readonly FieldError[]) : []
    setFieldErrors(named)
    if (named.length > 0) return
    setProblem(isTemporary(error) ? t('add.notSaved') : `${t('add.notSaved')} ${textOf(error)}`)
  }

  const save = async ({ data, subtype }: { data: FormValues; subtype: DocumentSubtype }, id: number) => {
    const version = subtypeOf(record) ? record?.version : undefined
    try {
      const saved = await saying.mutateAsync({ id, subtype, data, version })
      queueInfo(t('add.saved'))
      onSaved(saved)
    } catch (error) {
      refuse(error)
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the files are up, or one of them failed
  useEffect(() => {
    if (!wish || !record) return
    if (hasFailed) setWish(undefined)
    if (!isUp) return
    setWish(undefined)
    void save(wish, record.id)
  }, [wish, isUp, hasFailed, record])

  return {
    problem,
    fieldErrors,
    isWaiting: wish !== undefined,
    isPending: wish !== undefined || saying.isPending,
    submit: (data: FormValues, subtype: DocumentSubtype): void => {
      setFieldErrors([])
      const hasFiles = holdsFiles || files.length + entries.length > 0
      setProblem(hasFiles ? undefined : t('add.needsFile'))
      if (hasFiles) setWish({ data, subtype })
    },
  }
}
