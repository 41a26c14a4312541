import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { databaseNow } from '../../platform/database/database-clock.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import type { ImportKey } from './imports.repository.ts'

/** Goes on with an import, whatever is to be done with it. */
export const workJob = 'imports.work'
/** Looks whether anybody still works on an import, and goes on where nobody does. */
export const watchJob = 'imports.watch'
/** Removes file and rows of an import that can no longer be taken back. */
export const forgetJob = 'imports.forget'

/** Removes bytes that no import came to name. */
export const tidyFileJob = 'imports.tidy_file'
/** Removes the bytes of a file. */
export const removeFileJob = 'imports.remove_file'

/** Milliseconds after which it is looked whether an import is still worked on. */
const watchedEvery = 60_000
const tidiedAfter = 86_400_000

const payloadOf = ({ practiceId, importId }: ImportKey) => ({ practiceId, importId })

export const queueWork = (tx: Tx, key: ImportKey): Promise<void> => enqueue(tx, workJob, payloadOf(key))

export const queueWatch = async (tx: Tx, key: ImportKey): Promise<void> =>
  enqueue(tx, watchJob, payloadOf(key), { runAt: new Date((await databaseNow(tx)) + watchedEvery) })

export const queueRemoval = (tx: Tx, storageKey: string): Promise<void> =>
  enqueue(tx, removeFileJob, { storageKey })

/** Queued before there are bytes: a day later they go where whoever took them in was killed before an import named them. */
export const queueTidying = async (tx: Tx, practiceId: number, storageKey: string): Promise<void> =>
  enqueue(
    tx,
    tidyFileJob,
    { practiceId, storageKey },
    { runAt: new Date((await databaseNow(tx)) + tidiedAfter) },
  )

export const queueForgetting = async (tx: Tx, key: ImportKey): Promise<void> => {
  const { rows } = await sql<{ at: Date }>`select now() + interval '30 days 1 hour' as at`.execute(tx)
  await enqueue(tx, forgetJob, payloadOf(key), rows[0] ? { runAt: rows[0].at } : {})
}
