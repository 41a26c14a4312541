import type { Tx } from '../../../platform/database/database.ts'
import { queueExpiry } from '../session-packages.expiry.service.ts'
import type { Place } from '../session-packages.repository.ts'
import {
  type BroughtPackage,
  deleteUntouchedPackages,
  insertBrought,
} from './session-packages.brought.repository.ts'

export type { BroughtPackage }

export interface PackageBringer extends Place {
  readonly userId: number
  /** ISO day by the practice's clock. */
  readonly today: string
}

/**
 * Stores packages of another system with what is left of each, in the caller's transaction: the ledger says that they were
 * brought, no receipt is written and nothing is sold. Answers the id of each row.
 */
export const bringPackages = async (
  tx: Tx,
  { userId, today, ...place }: PackageBringer,
  source: string,
  packages: readonly BroughtPackage[],
): Promise<ReadonlyMap<number, number>> => {
  if (packages.length === 0) return new Map()
  const made = await insertBrought(tx, place, userId, source, packages)
  for (const { row, expiresOn } of packages) {
    const id = made.get(row)
    if (id !== undefined && expiresOn !== null && expiresOn >= today)
      await queueExpiry(tx, place, id, expiresOn)
  }
  return made
}

/** Takes back packages of these that nobody has touched since an import brought them; answers which. */
export const takeBackPackages = (
  tx: Tx,
  practiceId: number,
  ids: readonly number[],
): Promise<readonly number[]> => deleteUntouchedPackages(tx, practiceId, ids)
