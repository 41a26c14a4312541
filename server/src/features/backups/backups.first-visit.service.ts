import { randomInt, timingSafeEqual } from 'node:crypto'
import { type RestoreInput, restoreCodeLength } from '@ulna/contract/backups/backups'
import { AppError } from '../../platform/app-error.ts'
import { reading } from '../../platform/database/database.ts'
import { installationScope } from '../../platform/database/entering.ts'
import type { Database } from '../../platform/use-case.ts'
import { isInUse } from './backups.stand.repository.ts'

/** What a restore needs that is asked for on a first visit. */
export type RestoreWish = Pick<RestoreInput, 'path' | 'key'>

/** How a process restores a backup instead of what it has, which is nothing. */
export interface FirstVisit {
  /** Shown by the log of the start alone. */
  readonly code: string
  /** Stops the server, restores and starts it again; does not wait for it. */
  restore(wish: RestoreWish): void
}

/** None of these is taken for another. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

export const newRestoreCode = (): string => {
  const code = Array.from({ length: restoreCodeLength }, () => letters[randomInt(letters.length)]).join('')
  return `${code.slice(0, restoreCodeLength / 2)}-${code.slice(restoreCodeLength / 2)}`
}

const plain = (code: string): Buffer => Buffer.from(code.toUpperCase().replaceAll(/[\s-]/g, ''))

const isSame = (one: string, other: string): boolean =>
  plain(one).length === plain(other).length && timingSafeEqual(plain(one), plain(other))

/** Wrong codes that a process takes before it takes none any more. */
const mostWrong = 10

/**
 * Restores a backup on a first visit. Refuses with already_exists once somebody has an account, with invalid_code, and
 * with rate_limited after ten of those, until the process starts again with another code.
 */
export const restoreOnFirstVisit = (db: Database, visit: FirstVisit | undefined) => {
  let wrong = 0
  return async ({ code, ...wish }: RestoreInput): Promise<{ accepted: true }> => {
    if (!visit || (await reading(db.queries, installationScope, isInUse)))
      throw new AppError('already_exists')
    if (wrong >= mostWrong) throw new AppError('rate_limited')
    if (!isSame(code, visit.code)) {
      wrong += 1
      throw new AppError('invalid_code')
    }
    visit.restore(wish)
    return { accepted: true }
  }
}
