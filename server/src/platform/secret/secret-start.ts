import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { ConnectionSettings, Tx } from '../database/database.ts'
import type { Secrets } from '../tokens.ts'
import { fingerprintOf, provenSecret, readEpoch } from './secret-epochs.ts'

/** How the secret of this process stands to the database. */
export type Standing =
  | { readonly kind: 'same' }
  /** Nobody has said yet whose the database is, and nothing in it speaks against this process. */
  | { readonly kind: 'first' }
  /** It was used with a former secret until now. `epoch`: of that one; 0 where its fingerprint is not there. */
  | { readonly kind: 'replaced'; readonly former: string; readonly epoch: number }
  /** It was used with a secret that this process does not know. */
  | { readonly kind: 'foreign'; readonly epoch: number; readonly fingerprint: string | undefined }

export const standingOf = async (tx: Tx, secrets: Secrets): Promise<Standing> => {
  const known = await readEpoch(tx)
  if (known) {
    const { epoch, fingerprint } = known
    const found = secrets.find((secret) => fingerprintOf(secret) === fingerprint)
    if (found === undefined) return { kind: 'foreign', epoch, fingerprint }
    return found === secrets[0] ? { kind: 'same' } : { kind: 'replaced', former: found, epoch }
  }
  const proven = await provenSecret(tx, secrets)
  if (proven === undefined) return { kind: 'foreign', epoch: 0, fingerprint: undefined }
  return proven === 'free' || proven === secrets[0]
    ? { kind: 'first' }
    : { kind: 'replaced', former: proven, epoch: 0 }
}

/** Why a process does not start on a database, in one sentence for whoever started it. */
export class ForeignSecretError extends Error {
  override readonly name = 'ForeignSecretError'
  constructor(source: string) {
    super(
      `This database belongs to an installation with another APP_SECRET than this process has (${source}): give every process the same one, name the one it had in FORMER_APP_SECRETS to replace it, or, if nobody has it any more, run "npm run secret:lost".`,
    )
  }
}

/** While one process looks whose the database is and brings it up to date, others wait. */
export const oneAtATime = async <T>(connection: ConnectionSettings, work: () => Promise<T>): Promise<T> => {
  const client = new pg.Client({ ...connection, keepAlive: true, application_name: 'ulna start' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(8611750)')
    return await work()
  } finally {
    await client.end()
  }
}

const others = `from pg_stat_activity
  where usename = current_user and datname = current_database() and pid <> pg_backend_pid()`
const tries = 50
const pauseMs = 100

/**
 * Ends the connections of processes that use the database with a former secret, or as it was before a migration: what they
 * wrote from now on would not be chained to what is there, or be wrong. Their password counts no more, so they do not come back, and answer 503. Throws where
 * they do, because the server asks nobody for a password.
 */
export const evictOthers = async (asApp: ConnectionSettings): Promise<void> => {
  const client = new pg.Client({ ...asApp, application_name: 'ulna start' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    // Looked at once more after they are gone: one may have been on its way in.
    let quiet = 0
    for (let attempt = 0; attempt < tries && quiet < 3; attempt += 1) {
      const { rowCount } = await client.query(`select pg_terminate_backend(pid) ${others}`)
      quiet = rowCount === 0 ? quiet + 1 : 0
      await pause(pauseMs)
    }
    if (quiet === 0)
      throw new Error('Other processes still use the database as it was before: stop them first.')
  } finally {
    await client.end()
  }
}
