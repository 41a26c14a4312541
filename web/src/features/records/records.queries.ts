import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Draft } from '@ulna/contract/drafts'
import { draftEndpoints } from '@ulna/contract/drafts'
import type { Patient } from '@ulna/contract/patients'
import { patientEndpoints } from '@ulna/contract/patients'
import type { RecordClass } from '@ulna/contract/record-class'
import { type Addendum, type CaseOutcome, type RecordRow, recordEndpoints } from '@ulna/contract/records'
import { hasKey, isTemporary } from '../../api/api-error.ts'
import { reportError } from '../../api/app-errors.ts'
import { call } from '../../api/client.ts'
import { concernsPage } from '../../api/report-error.ts'
import { session } from '../../api/session.ts'
import { type FormValues, sameValues } from '../../blocks/record-form/form-values.ts'
import type { SaveOutcome } from './draft-saver.ts'

export interface PatientFile {
  patient: Patient
  records: RecordRow[]
  /** The class versions the records were written with. */
  recordClasses: RecordClass[]
  nextAppointment: { id: number; start: string; end: string; doctorName: string } | null
  /** What was added to its records, oldest first. */
  addenda: Addendum[]
}

// Everything about one patient lives under this prefix, whichever feature asked for it.
export const ofPatient = (patientId: number) => ['patient', patientId] as const
const fileKey = (patientId: number) => [...ofPatient(patientId), 'file'] as const
const draftsKey = (patientId: number) => [...ofPatient(patientId), 'drafts'] as const

/** Minutes east of UTC here and now: decides the local day of each record. */
const utcOffset = () => -new Date().getTimezoneOffset()

/** One version of a class; it never changes, so it is asked for once. */
export const recordClassQuery = (classId: string, version: number) =>
  queryOptions({
    queryKey: ['record-class', classId, version],
    queryFn: async (): Promise<RecordClass> =>
      (await call(recordEndpoints.readClass, { params: { classId, version } })).payload,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    meta: { showsOwnErrors: true },
  })

/** The file: the patient, all records and the classes they were written with. */
export const fileQuery = (patientId: number) =>
  queryOptions({
    queryKey: fileKey(patientId),
    queryFn: async ({ signal, client }): Promise<PatientFile> => {
      const { payload, metadata } = await call(patientEndpoints.getWithRecord, {
        params: { id: patientId },
        query: { utcOffset: utcOffset() },
        signal,
      })
      const recordClasses = await Promise.all(
        metadata.recordClasses.map((one) =>
          client.ensureQueryData(recordClassQuery(one.classId, one.version)),
        ),
      )
      return {
        patient: payload.patient,
        records: payload.records,
        recordClasses,
        nextAppointment: metadata.nextAppointment,
        addenda: metadata.addenda,
      }
    },
    meta: { showsOwnErrors: true },
  })

/** The caller's drafts for a patient. Asked for anew whenever a file is opened. */
export const draftsQuery = (patientId: number) =>
  queryOptions({
    queryKey: draftsKey(patientId),
    queryFn: async ({ signal }): Promise<Draft[]> =>
      (await call(draftEndpoints.list, { params: { patientId }, signal, silent: true })).payload,
    staleTime: 0,
    meta: { showsOwnErrors: true },
  })

/** The classes new records can be written with. */
export const recordClassesQuery = queryOptions({
  queryKey: ['record-classes'],
  queryFn: async ({ signal }): Promise<RecordClass[]> =>
    (await call(recordEndpoints.classes, { signal })).payload,
  staleTime: 5 * 60_000,
})

const withClass = (classes: RecordClass[], added: RecordClass | undefined): RecordClass[] => {
  const isThere = classes.some((one) => one.classId === added?.classId && one.version === added.version)
  return added && !isThere ? [...classes, added] : classes
}

/**
 * Puts a written record into the open file at once, with the class that names and shows it; the file itself is then
 * asked for anew.
 */
export const useRecordWritten = (patientId: number) => {
  const client = useQueryClient()
  return (record: RecordRow, recordClass?: RecordClass): void => {
    client.setQueryData<PatientFile>(fileKey(patientId), (file) => {
      if (!file) return file
      const others = file.records.filter((one) => one.id !== record.id)
      return {
        ...file,
        records: [record, ...others],
        recordClasses: withClass(file.recordClasses, recordClass),
      }
    })
    void client.invalidateQueries({ queryKey: ofPatient(patientId) })
  }
}

/** Keeps what was saved of a draft in the list of the open file: whoever closes a form and opens it again finds it. */
export const useDraftKept = (patientId: number) => {
  const client = useQueryClient()
  return (kept: Draft): void => {
    client.setQueryData<Draft[]>(draftsKey(patientId), (drafts) =>
      drafts?.filter((draft) => draft.key !== kept.key).concat(kept),
    )
  }
}

/** Forgets a draft in the list of the open file. */
export const useDraftGone = (patientId: number) => {
  const client = useQueryClient()
  return (key: string): void => {
    client.setQueryData<Draft[]>(draftsKey(patientId), (drafts) =>
      drafts?.filter((draft) => draft.key !== key),
    )
  }
}

export const useVoidRecord = (patientId: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, reason }: { id: number; reason: string }) =>
      call(recordEndpoints.remove, { params: { id }, query: { reason } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ofPatient(patientId) }),
    meta: { successMessage: true },
  })
}

type CaseChange =
  | { caseStatus: 'closed'; caseOutcome: CaseOutcome; caseClosedOn: string }
  | { caseStatus: 'active'; reason: string }

export const useChangeCaseStatus = (record: RecordRow) => {
  const written = useRecordWritten(record.ownerId)
  return useMutation({
    mutationFn: (change: CaseChange) =>
      call(recordEndpoints.update, {
        params: { id: record.id },
        body: { ...change, version: record.version },
      }),
    onSuccess: ({ payload }) => written(payload),
    meta: { successMessage: true },
  })
}

/** A draft that gets no answer in this time is sent again: a dead connection must not hold up a live one. */
const draftTimeout = 8_000

export interface DraftAddress {
  patientId: number
  /** Names the form (contract/src/drafts.ts). */
  draftKey: string
  baseVersion: number | undefined
  userId: number
  /** Told what the server keeps now. */
  onKept: (draft: Draft) => void
}

const outcomeOf = (error: unknown): SaveOutcome => {
  // Signing in and coming back to the practice happen in place, over the text; the saver goes on trying meanwhile.
  const isElsewhere = concernsPage(error)
  if (isElsewhere) reportError(error)
  const isTimeout = error instanceof DOMException
  return isTemporary(error) || isElsewhere || isTimeout ? { kind: 'unreachable' } : { kind: 'refused' }
}

/** Answers the draft the server holds, from the refusal of a save over it. */
const heldDraft = (error: unknown): Draft | undefined => {
  if (!hasKey(error, 'version_conflict')) return undefined
  const { current } = error.metadata
  return typeof current === 'object' && current !== null ? (current as Draft) : undefined
}

/** Sends drafts of one form, and only while the one who typed them is signed in and in the practice of the patient. */
export const sendDraftOf = ({ patientId, draftKey, baseVersion, userId, onKept }: DraftAddress) => {
  const practiceId = session.get().authPractice?.id
  // Saves whose answer was lost: when the server turns out to hold one of them, it is ours and not another tab's.
  let unanswered: FormValues[] = []

  const put = async (values: FormValues, revision: number | undefined): Promise<SaveOutcome> => {
    unanswered.push(values)
    const { payload } = await call(draftEndpoints.save, {
      params: { patientId, key: draftKey },
      body: {
        data: values,
        baseVersion: baseVersion ?? null,
        ...(revision === undefined ? {} : { revision }),
      },
      signal: AbortSignal.timeout(draftTimeout),
      silent: true,
    })
    unanswered = []
    onKept(payload)
    return { kind: 'saved', revision: payload.revision }
  }

  const isHere = (): boolean => {
    const { authUser, authPractice } = session.get()
    return authUser?.id === userId && authPractice?.id === practiceId
  }

  return async (values: FormValues, revision: number | undefined): Promise<SaveOutcome> => {
    if (!isHere()) return { kind: 'unreachable' }
    try {
      return await put(values, revision)
    } catch (error) {
      const held = heldDraft(error)
      if (!held)
        return hasKey(error, 'version_conflict')
          ? { kind: 'elsewhere', revision: undefined }
          : outcomeOf(error)
      const isOurs =
        unanswered.slice(0, -1).some((sent) => sameValues(sent, held.data)) || sameValues(values, held.data)
      if (!isOurs) return { kind: 'elsewhere', revision: held.revision }
      return put(values, held.revision).catch(outcomeOf)
    }
  }
}

export const removeDraft = async (patientId: number, key: string): Promise<void> => {
  await call(draftEndpoints.remove, { params: { patientId, key }, silent: true })
}
