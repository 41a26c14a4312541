import type { FileStore } from '../../platform/files/file-store.ts'
import type { OutsideList } from '../../platform/outside-list.ts'
import type { KeyRing } from '../../platform/tokens.ts'
import type { Database } from '../../platform/use-case.ts'
import type { keepLinksOfSeals } from '../signatures/signatures.erase.service.ts'

export interface ErasureDependencies {
  readonly db: Database
  readonly files: FileStore
  /** What digests of erased patients are made with; the first makes them, all recognise. */
  readonly digestKeys: KeyRing
  /** What rows of the trail are chained with. */
  readonly auditKeys: KeyRing
  readonly sealKeys: Parameters<typeof keepLinksOfSeals>[1]
  /** The list of erasures outside the database; undefined: none is kept. */
  readonly list: OutsideList | undefined
}
