import { reading, type Tx } from '../../platform/database/database.ts'
import { installationScope } from '../../platform/database/entering.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { enqueue, type JobHandlers } from '../../platform/jobs/jobs.ts'
import type { Database } from '../../platform/use-case.ts'
import { findLogoFile } from './practices.repository.ts'

const unusedLogo = 'practices.unused_logo'

/**
 * Removes a file unless it is the practice's logo by then: as soon as the transaction commits, or at `runAt`. A row
 * without its file must never be, so no file goes before its row has.
 */
export const removeUnusedLogo = (tx: Tx, practiceId: number, file: string, runAt?: Date): Promise<void> =>
  enqueue(tx, unusedLogo, { practiceId, file }, runAt ? { runAt } : {})

export const logoJobs = ({ db, files }: { db: Database; files: FileStore }): JobHandlers => ({
  [unusedLogo]: async ({ practiceId, file }) => {
    const current = await reading(db.queries, installationScope, (tx) => findLogoFile(tx, Number(practiceId)))
    if (current !== file) await files.remove(String(file))
  },
})
