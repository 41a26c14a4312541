import type { Writers } from '../store/practice.repository.ts'

export interface Team extends Writers {
  /** User and profile ids in the order of `staff`. */
  readonly userIds: readonly number[]
  readonly doctorIds: readonly number[]
}

/** The row that a number of the plan stands for. */
export const at = <T>(list: readonly T[], index: number): T => {
  const found = list[index]
  if (found === undefined) throw new RangeError(`the demo plan names number ${index} of ${list.length}`)
  return found
}
