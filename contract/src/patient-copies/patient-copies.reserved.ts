import { originalClassId } from '../records/records.policy.ts'

/**
 * Why an answer is kept back from the copy that a patient gets unless a clinician decides otherwise: `annotation`, a
 * subjective annotation of a professional; `third_person`, it was confided about or by somebody else (Spain, Ley 41/2002
 * art. 18.3; GDPR art. 15.4).
 */
export const reservedReasons = ['annotation', 'third_person'] as const
export type ReservedReason = (typeof reservedReasons)[number]

/** The notes of the practice about the patient, on the head of the file and about visits: they are of no form. */
export const notesPart = 'notes'

/** What stands beside the answers: notes of the practice, addenda of authors, and why a record was voided. */
export const fileParts = [notesPart, 'addenda', 'voidReasons'] as const
export type FilePart = (typeof fileParts)[number]

export const isFilePart = (key: string): key is FilePart => fileParts.some((one) => one === key)

/** Those of the parts beside the answers that are among these. */
export const filePartsIn = (keys: Iterable<string>): ReadonlySet<FilePart> =>
  new Set([...keys].filter(isFilePart))

/** Names a kind of answer: the form and its field. */
export const partKey = (classId: string, fieldId: string): string => `${classId}.${fieldId}`

const ofShippedForms: Readonly<Record<string, ReservedReason>> = {
  [partKey('followup_default', 'doctorObs')]: 'annotation',
  // Nobody here knows what another program called a note.
  [partKey('imported_note', 'title')]: 'annotation',
  [partKey('imported_note', 'text')]: 'annotation',
  [partKey('med_hist_default', 'familyDiseases')]: 'third_person',
  [partKey('med_hist_default', 'familyOther')]: 'third_person',
  [partKey('consent_pelvic_floor', 'companion')]: 'third_person',
  [partKey('pelvic_internal_exam', 'present')]: 'third_person',
}

/** Parts that are kept back where nobody decides, as this product ships them. */
export const reservedParts: readonly string[] = [notesPart, ...Object.keys(ofShippedForms)]

/** Why a part is kept back where nobody decides; null for one that is given. */
export const reservedReasonOf = (key: string): ReservedReason | null =>
  key === notesPart ? 'annotation' : (ofShippedForms[originalClassId(key)] ?? null)
