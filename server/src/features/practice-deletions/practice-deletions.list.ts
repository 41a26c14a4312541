import { appendToList, type OutsideList, readList } from '../../platform/outside-list.ts'

/** A practice that was deleted, as it is noted outside the database: ids alone. */
export interface ListedDeletion {
  readonly practiceDeletionId: number
  readonly practiceId: number
  readonly practiceUid: string
  readonly decidedBy: number
}

export const noteDeletion = (list: OutsideList, one: ListedDeletion): Promise<void> => appendToList(list, one)

/** The practices that a list tells of. */
export const readDeletionList = async (list: OutsideList): Promise<readonly ListedDeletion[]> => {
  const { lines } = await readList(list)
  const found = new Map<number, ListedDeletion>()
  for (const line of lines)
    if ('practiceDeletionId' in line) found.set(Number(line.practiceDeletionId), line as ListedDeletion)
  return [...found.values()]
}
