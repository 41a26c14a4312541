import type { FileStore } from '../../platform/files/file-store.ts'
import type { RateLimits } from '../../platform/http/rate-limits.ts'
import type { LinkTokens } from '../../platform/sessions/link-tokens.ts'
import type { Secrets } from '../../platform/tokens.ts'
import type { Database } from '../../platform/use-case.ts'
import type { RecordClasses } from '../modules/modules.service.ts'

/** What answering calls takes. */
export interface EntriesDependencies {
  readonly db: Database
  readonly files: FileStore
  readonly links: LinkTokens
  readonly rateLimits: RateLimits
}

/** What making a copy in the background takes. */
export interface EntriesJobDependencies {
  readonly db: Database
  readonly files: FileStore
  readonly classes: RecordClasses
  readonly secrets: Secrets
  readonly appUrl: () => string
  /** Where a copy is put together before it goes into the store. */
  readonly workDirectory: string
}
