import type { FileStore } from '../../platform/files/file-store.ts'
import type { LinkTokens } from '../../platform/sessions/link-tokens.ts'
import type { Database } from '../../platform/use-case.ts'

export interface FileDependencies {
  readonly db: Database
  readonly files: FileStore
  readonly links: LinkTokens
  /** Bytes a practice may keep (FILE_QUOTA_MB). */
  readonly quotaBytes: number
}
