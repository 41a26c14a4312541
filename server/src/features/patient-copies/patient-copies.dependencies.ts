import type { FileStore } from '../../platform/files/file-store.ts'
import type { RateLimits } from '../../platform/http/rate-limits.ts'
import type { LinkTokens } from '../../platform/sessions/link-tokens.ts'
import type { Database } from '../../platform/use-case.ts'
import type { RecordClasses } from '../modules/modules.service.ts'
import type { issuePaper } from '../papers/papers.service.ts'

export interface CopyDependencies {
  readonly db: Database
  readonly files: FileStore
  readonly classes: RecordClasses
  readonly links: LinkTokens
  readonly rateLimits: RateLimits
  readonly appUrl: () => string
  /** What issuing the file as a paper takes. */
  readonly papers: Parameters<typeof issuePaper>[0]
  /** What digests codes that patients are told. */
  readonly codeKey: Buffer
  /** Where a copy is put together before it goes into the store. */
  readonly workDirectory: string
}
