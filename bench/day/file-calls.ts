// What the file of a patient asks, and the form of a follow-up in it.
import type { About, Call, Known, Visit, Wave } from './calls.ts'

const form = 'followup_default'

const keyOf = ({ caseId }: Visit): string => `new:${form}:case:${caseId}`

export const fileCall = ({ patientId }: Visit): Call => ({
  method: 'GET',
  path: `/patient/getWithRecord/${patientId}`,
})

/** Who goes on with a draft saves over what is there. */
const draftsCall = (visit: Visit): Call => ({
  method: 'GET',
  path: `/draft/${visit.patientId}`,
  learn: (payload, known) => {
    const drafts = payload as { key: string; revision: number }[]
    const held = drafts.find(({ key }) => key === keyOf(visit))
    if (held) known.revision = held.revision
  },
})

/** Nobody has signed what is looked at. */
const signatureCall = ({ patientId }: Visit, recordId: number | undefined): Call => ({
  mayBeMissing: true,
  method: 'GET',
  path: `/signature/getByPatientIdAndRecordId/${patientId}/${recordId}`,
})

/** The forms that its records are written with are read once in the life of a page. */
export const openingFile = (isFirst: boolean): readonly Wave[] => {
  const step = 'file of a patient'
  const formCalls = ({ visit }: About): Call[] =>
    Object.entries(visit.forms).map(([name, version]) => ({
      method: 'GET',
      path: `/record_class/${name}/${version}`,
    }))
  return [
    {
      step,
      after: 0,
      calls: ({ visit }) => [draftsCall(visit), fileCall(visit)],
      shows: ({ visit }) => ({ shows: 'file', visit }),
    },
    ...(isFirst ? [{ step, after: 50, waits: true, calls: formCalls } as const] : []),
    { step, after: 970, calls: ({ visit }) => [signatureCall(visit, visit.lastFollowUpId)] },
    { step, after: 1260, calls: ({ visit }) => [draftsCall(visit)] },
  ]
}

export const openingForm = (isFirst: boolean): readonly Wave[] => {
  const step = 'form of a follow-up'
  const one = (path: string) => (): Call[] => [{ method: 'GET', path }]
  return [
    { step, after: 0, calls: one('/record_class') },
    ...(isFirst ? [{ step, after: 80, calls: one('/draft/key') } as const] : []),
    { step, after: 520, calls: one('/snippet') },
  ]
}

const sentences = {
  patientObs: 'Refiere menos dolor al elevar el brazo y duerme sobre el lado derecho sin despertarse. ',
  treatmentApplied: 'Movilización articular grado III, excéntricos de manguito y control escapular. ',
  exercises: 'Isométricos en rotación externa, tres series de diez, dos veces al día, sin dolor. ',
} as const
const lettersAField = 100

/** The form with so many letters typed, one field after the other. */
const dataOf = ({ caseId }: Visit, letters: number): Record<string, unknown> => {
  const data: Record<string, unknown> = { case: caseId, painIntensity: 4 }
  let left = Math.max(1, letters)
  for (const [field, sentence] of Object.entries(sentences)) {
    if (left > 0) data[field] = sentence.repeat(2).slice(0, Math.min(left, lettersAField))
    left -= lettersAField
  }
  return data
}

const revisionOf = (payload: unknown, known: Known): void => {
  known.revision = (payload as { revision: number }).revision
}

export const savingDraft = (letters: number): Wave => ({
  step: 'draft',
  after: 0,
  waits: true,
  calls: ({ visit, known }) => [
    {
      method: 'PUT',
      path: `/draft/${visit.patientId}/${encodeURIComponent(keyOf(visit))}`,
      body: {
        data: dataOf(visit, letters),
        baseVersion: null,
        ...(known.revision === undefined ? {} : { revision: known.revision }),
      },
      learn: revisionOf,
    },
  ],
})

/** The record, then its draft is thrown away, then the file is read. */
export const savingNote = (letters: number): readonly Wave[] => {
  const step = 'follow-up saved'
  const recordCall = ({ visit }: About): Call => ({
    method: 'POST',
    path: '/record',
    body: {
      ownerId: visit.patientId,
      type: 'control',
      subtype: 'follow_up',
      recordClassId: form,
      data: dataOf(visit, letters),
    },
    learn: (payload, known) => {
      known.recordId = (payload as { id: number }).id
    },
  })
  const throwAway = ({ visit }: About): Call => ({
    method: 'DELETE',
    path: `/draft/${visit.patientId}/${encodeURIComponent(keyOf(visit))}`,
  })
  return [
    { step, after: 0, waits: true, calls: (about) => [recordCall(about)] },
    { step, after: 100, waits: true, calls: (about) => [throwAway(about)] },
    {
      step,
      after: 250,
      waits: true,
      calls: ({ visit, known }) => [fileCall(visit), signatureCall(visit, known.recordId), draftsCall(visit)],
    },
  ]
}
