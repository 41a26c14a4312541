import type { PatientInput } from '@ulna/contract/patients/patients'
import type { Tx } from '../../platform/database/database.ts'
import {
  deleteUntouched,
  holdOpenFiles,
  insertPatients,
  type NewPatient,
} from './patients.bulk.repository.ts'
import { findTakenFileIds, takeFileNumbers } from './patients.repository.ts'

/** Whose doing it is, where nobody waits for the answer. */
export interface Registrar {
  readonly practiceId: number
  readonly userId: number
}

/** Numbers that no file has, so many as are asked for. */
const freeFileIds = async (tx: Tx, practiceId: number, count: number): Promise<string[]> => {
  const free: string[] = []
  while (free.length < count) {
    const numbers = await takeFileNumbers(tx, practiceId, count - free.length)
    const taken = await findTakenFileIds(tx, practiceId, numbers)
    free.push(...numbers.filter((number) => !taken.has(number)))
  }
  return free
}

const withFileIds = async (
  tx: Tx,
  practiceId: number,
  inputs: readonly PatientInput[],
): Promise<NewPatient[]> => {
  const free = await freeFileIds(tx, practiceId, inputs.filter(({ fileId }) => !fileId).length)
  return inputs.map((input) => ({ input, fileId: input.fileId ?? free.shift() ?? '' }))
}

/**
 * Registers patients that were checked as one is that a person types, in the caller's transaction, with the first version
 * of each; answers their ids in order. Numbers of files that they bring must be free (`takenFileIds`).
 */
export const registerPatients = async (
  tx: Tx,
  { practiceId, userId }: Registrar,
  inputs: readonly PatientInput[],
): Promise<number[]> =>
  inputs.length === 0 ? [] : insertPatients(tx, practiceId, userId, await withFileIds(tx, practiceId, inputs))

/** Numbers of files of these that somebody in the practice has. */
export const takenFileIds = (
  tx: Tx,
  practiceId: number,
  fileIds: readonly string[],
): Promise<ReadonlySet<string>> => findTakenFileIds(tx, practiceId, fileIds)

/** Takes back patients of these that nobody has touched since they were registered; answers which. */
export const removeUntouchedPatients = (
  tx: Tx,
  practiceId: number,
  ids: readonly number[],
): Promise<readonly number[]> => deleteUntouched(tx, practiceId, ids)

/** Those of these patients that are here and whose file was not put away, held until the transaction ends. */
export const holdForImport = (
  tx: Tx,
  practiceId: number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> => holdOpenFiles(tx, practiceId, ids)
