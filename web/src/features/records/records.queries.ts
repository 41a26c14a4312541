import { type MutationMeta, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Draft } from '@ulna/contract/drafts/drafts'
import { draftEndpoints } from '@ulna/contract/drafts/drafts'
import { patientFileEndpoints } from '@ulna/contract/patient-file/patient-file'
import type { Patient } from '@ulna/contract/patients/patients'
import type { RecordClass } from '@ulna/contract/record-class/record-class'
import {
  type Addendum,
  type CaseOutcome,
  type CaseStatus,
  type RecordFile,
  type RecordRow,
  recordEndpoints,
} from '@ulna/contract/records/records'
import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import { call, payloadOf } from '../../api/session/client.ts'
import { changeDraftList, withDraft, withoutDraft } from './drafts/draft-list.ts'

export interface PatientFile {
  patient: Patient
  records: RecordRow[]
  /** The class versions the records were written with. */
  recordClasses: RecordClass[]
  nextAppointment: { id: number; start: string; end: string; doctorName: string } | null
  /** What was added to its records, oldest first. */
  addenda: Addendum[]
  /** The files of its records, oldest first. */
  files: RecordFile[]
  /** The packages that serve the patient, newest first. */
  sessionPackages: SessionPackage[]
  /** Numbers of follow-ups that were moved to another case: the case they left gives them to no other. */
  movedNumbers: { caseId: number; sessionNumber: number }[]
}

// Everything about one patient lives under this prefix, whichever feature asked for it.
export const ofPatient = (patientId: number) => ['patient', patientId] as const
const fileKey = (patientId: number) => [...ofPatient(patientId), 'file'] as const
const draftsKey = (patientId: number) => [...ofPatient(patientId), 'drafts'] as const

/** One version of a class; it never changes, so it is asked for once. */
export const recordClassQuery = (classId: string, version: number) =>
  queryOptions({
    queryKey: ['record-class', classId, version],
    queryFn: () => payloadOf(call(recordEndpoints.readClass, { params: { classId, version } })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    meta: { showsOwnErrors: true },
  })

/** The file: the patient, all records and the classes they were written with. */
export const patientFileQuery = (patientId: number) =>
  queryOptions({
    queryKey: fileKey(patientId),
    queryFn: async ({ signal, client }): Promise<PatientFile> => {
      const { payload, metadata } = await call(patientFileEndpoints.open, {
        params: { id: patientId },
        // No offset: days are those of the practice, as everywhere else, whatever this device's clock says.
        query: {},
        signal,
      })
      const recordClasses = await Promise.all(
        metadata.recordClasses.map((one) =>
          client.ensureQueryData(recordClassQuery(one.classId, one.version)),
        ),
      )
      return {
        patient: payload.patient,
        sessionPackages: payload.sessionPackages,
        records: payload.records,
        recordClasses,
        nextAppointment: metadata.nextAppointment,
        addenda: metadata.addenda,
        files: metadata.files,
        movedNumbers: metadata.movedNumbers,
      }
    },
    meta: { showsOwnErrors: true },
  })

/** What crashed tabs left on this device joins what the server has; without it the drafts are those of the server. */
const recover = async (patientId: number, drafts: Draft[]): Promise<Draft[]> => {
  try {
    const { withRecovered } = await import('./drafts/draft-recovery.ts')
    return await withRecovered(patientId, drafts)
  } catch {
    return drafts
  }
}

/** The caller's drafts for a patient. Asked for anew whenever a file is opened. */
export const draftsQuery = (patientId: number) =>
  queryOptions({
    queryKey: draftsKey(patientId),
    queryFn: async ({ signal }): Promise<Draft[]> => {
      const { payload } = await call(draftEndpoints.list, { params: { patientId }, signal, silent: true })
      return recover(patientId, payload)
    },
    staleTime: 0,
    meta: { showsOwnErrors: true },
  })

/** The classes new records can be written with. */
export const recordClassesQuery = queryOptions({
  queryKey: ['record-classes'],
  queryFn: ({ signal }) => payloadOf(call(recordEndpoints.classes, { signal })),
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
  return (kept: Draft): void => changeDraftList(client, draftsKey(patientId), withDraft(kept))
}

/** Forgets a draft in the list of the open file. */
export const useDraftGone = (patientId: number) => {
  const client = useQueryClient()
  return (key: string): void => changeDraftList(client, draftsKey(patientId), withoutDraft(key))
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

/** Gives a follow-up to another case of its patient; what it says stays. */
export const useMoveFollowUp = (record: RecordRow) => {
  const written = useRecordWritten(record.ownerId)
  return useMutation({
    mutationFn: (caseId: number) =>
      call(recordEndpoints.update, {
        params: { id: record.id },
        body: { data: { ...record.data, case: caseId }, version: record.version },
      }),
    onSuccess: ({ payload }) => written(payload),
    meta: { successMessage: true, showsOwnErrors: true },
  })
}

const useCaseChange = <Change extends object>(
  record: RecordRow,
  caseStatus: CaseStatus,
  meta: MutationMeta,
) => {
  const written = useRecordWritten(record.ownerId)
  return useMutation({
    mutationFn: (change: Change) =>
      call(recordEndpoints.update, {
        params: { id: record.id },
        body: { caseStatus, ...change, version: record.version },
      }),
    onSuccess: ({ payload }) => written(payload),
    meta: { successMessage: true, ...meta },
  })
}

export const useCloseCase = (record: RecordRow) =>
  useCaseChange<{ caseOutcome: CaseOutcome | null; caseClosedOn: string | null }>(record, 'closed', {
    showsOwnErrors: true,
  })

export const useReopenCase = (record: RecordRow) => useCaseChange<{ reason: string }>(record, 'active', {})
