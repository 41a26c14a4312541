import type { FileStore } from '../../platform/files/file-store.ts'
import type { Database } from '../../platform/use-case.ts'
import type { RecordClasses } from '../modules/modules.service.ts'

export interface ImportDependencies {
  readonly db: Database
  readonly files: FileStore
  readonly classes: RecordClasses
}
