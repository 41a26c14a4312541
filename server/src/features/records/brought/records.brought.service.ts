import { broughtNoteClass } from '@ulna/contract/records/records.policy'
import type { Tx } from '../../../platform/database/database.ts'
import type { RecordClasses } from '../../modules/modules.service.ts'
import { checkedData } from '../records.write.service.ts'
import { deleteUntouchedNotes, findNoteClass, insertBrought } from './records.brought.repository.ts'

/** A note as another system has it. */
export interface PlainNote {
  readonly row: number
  readonly patientId: number
  /** Instant by which it stands in the file. */
  readonly at: string
  readonly text: string
  readonly title: string | null
  /** Who wrote it and when, as that system says: texts, no member and no day of ours. */
  readonly author: string | null
  readonly written: string
}

export interface NoteOrigin {
  readonly practiceId: number
  readonly source: string
  /** Stands for that system where a record has an author. */
  readonly authorId: number
}

/**
 * Stores notes of another system as records with their first versions, in the caller's transaction. Nobody here is their
 * author, so nobody can change or sign them; an administrator may void one. Answers the id of each row.
 */
export const bringNotes = async (
  tx: Tx,
  classes: RecordClasses,
  { practiceId, source, authorId }: NoteOrigin,
  notes: readonly PlainNote[],
): Promise<ReadonlyMap<number, number>> => {
  if (notes.length === 0) return new Map()
  const { classId, version } = await findNoteClass(tx, broughtNoteClass)
  const recordClass = await classes.version(tx, practiceId, classId, version)
  const rows = notes.map(({ row, patientId, at, text, title, author, written }) => {
    const data = checkedData(recordClass, { text, title, originAuthor: author, originDate: written, source })
    return { row, patientId, at, title, data: JSON.stringify(data) }
  })
  return insertBrought(tx, practiceId, { classId, version }, authorId, rows)
}

/** Takes back notes of these that nobody has touched since an import brought them; answers which. */
export const takeBackNotes = (
  tx: Tx,
  practiceId: number,
  ids: readonly number[],
): Promise<readonly number[]> => deleteUntouchedNotes(tx, practiceId, ids)
