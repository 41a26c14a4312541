import type { Database } from '../../platform/use-case.ts'
import type { RecordClasses } from '../modules/modules.service.ts'
import type { SealKeys } from './signatures.seals.ts'

export interface SignatureDependencies {
  readonly db: Database
  readonly classes: RecordClasses
  readonly keys: SealKeys
}
