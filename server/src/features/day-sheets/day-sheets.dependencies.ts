import type { RateLimits } from '../../platform/http/rate-limits.ts'
import { deriveKey } from '../../platform/tokens.ts'
import type { Database } from '../../platform/use-case.ts'
import type { RecordClasses } from '../modules/modules.service.ts'

/** What passwords of sheets rest encrypted with. */
export const passwordPurpose = 'passwords of day sheets'

export interface SheetKeys {
  readonly passwords: Buffer
  /** What digests of sheets are made with. */
  readonly digests: Buffer
}

export const sheetKeysOf = (secret: string): SheetKeys => ({
  passwords: deriveKey(secret, passwordPurpose),
  digests: deriveKey(secret, 'digests of day sheets'),
})

/** What makes a sheet. */
export interface MakingDependencies {
  readonly db: Database
  readonly classes: RecordClasses
  readonly keys: SheetKeys
}

export interface DaySheetDependencies extends MakingDependencies {
  readonly rateLimits: RateLimits
}
