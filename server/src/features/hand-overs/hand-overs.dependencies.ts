import type { FileStore } from '../../platform/files/file-store.ts'
import type { RateLimits } from '../../platform/http/rate-limits.ts'
import type { LinkTokens } from '../../platform/sessions/link-tokens.ts'
import type { Secrets } from '../../platform/tokens.ts'
import type { Database } from '../../platform/use-case.ts'
import type { addPatientFile } from '../patient-copies/patient-copies.contents.service.ts'
import type { attestSealsOf } from '../signatures/signatures.attest.service.ts'

export interface HandOverDependencies {
  readonly db: Database
  readonly files: FileStore
  readonly links: LinkTokens
  readonly rateLimits: RateLimits
  readonly appUrl: () => string
  /** What putting the file together takes: a hand-over holds what a copy for the patient holds. */
  readonly copies: Parameters<typeof addPatientFile>[1]
  readonly seals: Parameters<typeof attestSealsOf>[1]
  readonly secrets: Secrets
  readonly product: string
  /** Bytes a practice may keep. */
  readonly quotaBytes: number
  /** Where a file is put together and opened. */
  readonly workDirectory: string
}
