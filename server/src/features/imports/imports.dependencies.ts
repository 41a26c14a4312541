import type { FileStore } from '../../platform/files/file-store.ts'
import type { KeyRing } from '../../platform/tokens.ts'
import type { Database } from '../../platform/use-case.ts'
import type { RecordClasses } from '../modules/modules.service.ts'

export interface ImportDependencies {
  readonly db: Database
  readonly files: FileStore
  /** By which somebody is recognised who was erased. */
  readonly erasedKeys: KeyRing
  readonly classes: RecordClasses
}
