import type { Database } from '../../platform/use-case.ts'
import type { ShortCodeDependencies } from '../accounts/short-code/accounts.short-code.service.ts'
import type { RecordClasses } from '../modules/modules.service.ts'
import type { SealKeys } from './signatures.seals.ts'

export interface SignatureDependencies {
  readonly db: Database
  readonly classes: RecordClasses
  readonly keys: SealKeys
}

export interface HandOverDependencies {
  readonly db: Database
  /** What is taken instead of a fresh proof when the device goes to a patient, and when it comes back. */
  readonly shortCodes: ShortCodeDependencies
}
