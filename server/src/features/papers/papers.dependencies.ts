import type { paperInput } from '@ulna/contract/papers/papers'
import type * as z from 'zod/mini'
import type { Tx } from '../../platform/database/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { RateLimits } from '../../platform/http/rate-limits.ts'
import type { Database } from '../../platform/use-case.ts'
import type { RecordClasses } from '../modules/modules.service.ts'
import type { lookUpSeal } from '../signatures/signatures.service.ts'
import type { ProvenPaper } from './papers.repository.ts'

export type PaperWish = z.output<typeof paperInput>

/** What verifying a seal takes. */
export type SealChecks = Parameters<typeof lookUpSeal>[1]

export interface PaperDependencies {
  readonly db: Database
  readonly files: FileStore
  readonly classes: RecordClasses
  readonly rateLimits: RateLimits
  /** What encrypts the keys that practices sign with. */
  readonly signingKeys: Buffer
  /** What verifies signatures. */
  readonly sealKeys: SealChecks['keys']
  readonly appUrl: () => string
  /** Finds a paper that another feature keeps, by its number: of erasures, and of practices that were deleted. */
  readonly otherPaper?:
    | ((tx: Tx, practiceId: number, code: string) => Promise<ProvenPaper | undefined>)
    | undefined
}
