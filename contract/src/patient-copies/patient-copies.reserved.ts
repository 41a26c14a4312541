/** The notes of the practice about the patient, on the head of the file and about visits: they are of no form. */
export const notesPart = 'notes'

/** What visits say besides when, with whom and how they went: what they are called, notes, and why they were cancelled. */
export const visitTextsPart = 'visitTexts'

/** What stands beside the answers: notes of the practice, addenda of authors, why a record was voided, texts of visits. */
export const fileParts = [notesPart, 'addenda', 'voidReasons', visitTextsPart] as const
export type FilePart = (typeof fileParts)[number]

export const isFilePart = (key: string): key is FilePart => fileParts.some((one) => one === key)

/** Names a kind of answer: the form and its field. */
export const partKey = (classId: string, fieldId: string): string => `${classId}.${fieldId}`

/**
 * What may be kept back one by one: a document with its files, one file, the texts of one visit. A letter of somebody else is
 * no kind of answer.
 */
export const keepableThings = ['record', 'file', 'visit'] as const
export type KeepableThing = (typeof keepableThings)[number]

/** Names one thing, by the id that it keeps wherever the practice goes. */
export const thingKey = (thing: KeepableThing, uid: string): string => `${thing}:${uid}`
