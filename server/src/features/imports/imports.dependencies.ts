import type { FileStore } from '../../platform/files/file-store.ts'
import type { Database } from '../../platform/use-case.ts'

export interface ImportDependencies {
  readonly db: Database
  readonly files: FileStore
}
