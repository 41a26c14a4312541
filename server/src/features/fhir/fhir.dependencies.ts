import type { FileStore } from '../../platform/files/file-store.ts'
import type { LinkTokens } from '../../platform/sessions/link-tokens.ts'
import type { Database } from '../../platform/use-case.ts'
import type { RecordClasses } from '../modules/modules.service.ts'
import type { SealChecks } from '../signatures/signatures.service.ts'

export interface FhirDependencies {
  readonly db: Database
  readonly files: FileStore
  readonly links: LinkTokens
  /** Bytes a practice may keep; reading asks for none. */
  readonly quotaBytes: number
  readonly classes: RecordClasses
  /** What verifies signatures. */
  readonly sealKeys: SealChecks['keys']
  /** Where this installation is reached. */
  readonly appUrl: () => string
}
