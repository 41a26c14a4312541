import type { FileStore } from '../../platform/files/file-store.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import type { OutsideList } from '../../platform/outside-list.ts'
import type { Database } from '../../platform/use-case.ts'

export interface DeletionDependencies {
  readonly db: Database
  readonly files: FileStore
  readonly mailer: Mailer
  readonly appUrl: () => string
  /** What encrypts the keys that practices sign with. */
  readonly signingKeys: Buffer
  /** Where archives are put together. */
  readonly workDirectory: string
  /** For how many days encrypted backups hold what was destroyed; undefined where nobody said. */
  readonly backupKeepDays: () => Promise<number | undefined>
  /** The list of what was erased, outside the database; undefined: none is kept. */
  readonly list: OutsideList | undefined
}
