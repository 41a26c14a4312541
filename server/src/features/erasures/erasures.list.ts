import type { ErasureScope } from '@ulna/contract/erasures/erasures'
import { appendToList, type OutsideList, readList } from '../../platform/outside-list.ts'

/** An erasure as it is noted outside the database: ids alone, of somebody who is nobody by then. */
export interface ListedErasure {
  readonly erasureId: number
  readonly practiceId: number
  readonly patientId: number
  /** The id that the patient had; one that was erased has another. */
  readonly patientUid: string
  readonly scope: ErasureScope
  readonly decidedBy: number
  /** Who else they were, by ids and uids as they had them: files that had become part of this one. */
  readonly aliases?: readonly { readonly id: number; readonly uid: string }[]
}

/** Notes an erasure, on disk before the promise resolves. One that is noted twice counts once. */
export const noteErasure = (list: OutsideList, one: ListedErasure): Promise<void> => appendToList(list, one)

/** What a list says, and how many of its lines nobody with a key wrote. */
export interface ReadErasures {
  readonly erasures: readonly ListedErasure[]
  readonly unproved: number
}

/** The erasures that a file tells of; none where there is no file. */
export const readErasureList = async (list: OutsideList): Promise<ReadErasures> => {
  const { lines, unproved } = await readList(list)
  const erasures = new Map<number, ListedErasure>()
  for (const line of lines)
    if ('erasureId' in line) erasures.set(Number(line.erasureId), line as ListedErasure)
  return { erasures: [...erasures.values()], unproved }
}
