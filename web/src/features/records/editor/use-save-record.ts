import type { FieldError } from '@ulna/contract/errors'
import type { RecordClass } from '@ulna/contract/record-class/record-class'
import { type RecordRow, recordEndpoints } from '@ulna/contract/records/records'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, hasKey, isTemporary } from '../../../api/http/api-error.ts'
import { queueInfo } from '../../../api/http/messages.ts'
import { reportError } from '../../../api/practice/app-errors.ts'
import { call, payloadOf } from '../../../api/session/client.ts'
import { concernsPage } from '../../../api/session/report-error.ts'
import type { FormValues } from '../../../blocks/record-form/form/form-values.ts'
import { removeDraft } from '../drafts/draft-sender.ts'
import { draftKeyOf, type EditorTarget } from '../editor-target.ts'
import { useDraftGone, useRecordWritten } from '../records.queries.ts'
import { createRecordWriter } from './record-writer.ts'

export interface SaveRecordOptions {
  patientId: number
  target: EditorTarget
  recordClass: RecordClass
  record: RecordRow | undefined
  /** The medical history that a new one goes on from. */
  renewed: RecordRow | undefined
  draft: { discard: () => Promise<void> }
  onSaved: (record: RecordRow) => void
}

const createWriter = (patientId: number, recordClass: RecordClass, seenVersion: () => number | undefined) =>
  createRecordWriter<RecordRow>({
    create: async (data, key, date) => {
      const version = seenVersion()
      const { payload } = await call(recordEndpoints.create, {
        body: {
          ownerId: patientId,
          type: recordClass.type,
          subtype: recordClass.subType,
          recordClassId: recordClass.classId,
          data,
          ...(date === undefined ? {} : { date }),
          ...(version === undefined ? {} : { version }),
        },
        idempotencyKey: key,
      })
      return payload
    },
    update: async (id, data, version, date) => update(id, data, version, date),
    isUnknown: isTemporary,
  })

const update = (id: number, data: FormValues, version: number, date?: string) =>
  payloadOf(
    call(recordEndpoints.update, {
      params: { id },
      body: { data, version, ...(date === undefined ? {} : { date }) },
    }),
  )

/** What is wrong with the day that a record was to have, which is no field of its form. */
const faultOfDay = (errors: readonly FieldError[]): FieldError | undefined =>
  errors.find(({ field }) => field === 'date')

const currentOf = (error: ApiError): RecordRow | undefined => {
  const { current } = error.metadata
  // The server answers the current thing by the same schema (product-decisions.md §2).
  return typeof current === 'object' && current !== null ? (current as RecordRow) : undefined
}

/** Saves what was written: once, with the draft thrown away after, and nothing lost when it is refused. */
export const useSaveRecord = ({
  patientId,
  target,
  recordClass,
  record,
  renewed,
  draft,
  onSaved,
}: SaveRecordOptions) => {
  const { t } = useTranslation(['record', 'error'])
  const written = useRecordWritten(patientId)
  const draftGone = useDraftGone(patientId)
  const seen = useRef(renewed?.version)
  const [write] = useState(() => createWriter(patientId, recordClass, () => seen.current))
  const [pending, setPending] = useState(false)
  const [done, setDone] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [fieldErrors, setFieldErrors] = useState<readonly FieldError[]>([])
  const [conflict, setConflict] = useState<RecordRow>()
  const [mine, setMine] = useState<FormValues>()
  // Of which day it was to be saved; the same when it is saved over what a colleague wrote.
  const dated = useRef<string>(undefined)

  const dropDraft = async () => {
    await draft.discard()
    const key = draftKeyOf(target)
    draftGone(key)
    // A draft that stays behind is harmless: it is offered again and thrown away then.
    await removeDraft(patientId, key).catch(() => undefined)
  }

  const refuse = (error: unknown, data: FormValues) => {
    if (hasKey(error, 'version_conflict')) {
      setMine(data)
      const current = currentOf(error)
      setConflict(current)
      seen.current = current?.version
      return
    }
    if (isTemporary(error)) return setProblem(t('editor.notSaved'))
    if (error instanceof ApiError && !concernsPage(error)) {
      const named = error.fieldErrors as readonly FieldError[]
      const dated = faultOfDay(named)
      if (dated) return setProblem(t(`error:${dated.message}`, { ...dated.params }))
      setFieldErrors(named)
      return setProblem(
        named.length > 0 ? undefined : t(`error:${error.key}`, { ...error.errors[0]?.params }),
      )
    }
    reportError(error)
  }

  const attempt = async (data: FormValues, run: () => Promise<RecordRow>) => {
    if (pending) return
    setPending(true)
    setProblem(undefined)
    setFieldErrors([])
    try {
      const saved = await run()
      setDone(true)
      await dropDraft()
      queueInfo(t('editor.saved'))
      written(saved, recordClass)
      onSaved(saved)
    } catch (error) {
      refuse(error, data)
    } finally {
      setPending(false)
    }
  }

  return {
    pending,
    /** Saved: the form is about to close. */
    done,
    problem,
    fieldErrors,
    conflict,
    dropDraft,
    /** Says that something was not saved, and that nothing was lost by it. */
    fail: (error: unknown): undefined => {
      setProblem(t('editor.notSaved'))
      if (!isTemporary(error)) reportError(error)
    },
    /** `day`: of which day a new record is that was written on paper; of now when none is said. */
    save: (data: FormValues, day?: string) => {
      dated.current = day
      void attempt(data, () =>
        record ? update(record.id, data, conflict?.version ?? record.version) : write(data, day),
      )
    },
    /** Writes over the version that was saved meanwhile; it stays in the history. */
    saveOverTheirs: () => {
      if (!conflict || !mine) return
      void attempt(mine, () =>
        record ? update(record.id, mine, conflict.version) : write(mine, dated.current),
      )
    },
  }
}
