import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type { ConnectionSettings } from '../src/platform/database/database.ts'

export interface TestDatabase {
  readonly name: string
  /** May everything; for looking behind the application's back. */
  readonly ownerConnection: ConnectionSettings
  /** The connection that the application uses. */
  readonly appConnection: ConnectionSettings
  /** The connection that backups are read over. */
  readonly backupConnection: ConnectionSettings
  drop(): Promise<void>
}

const runOn = async (node: ConnectionSettings, statement: string): Promise<void> => {
  const client = new pg.Client({ ...node })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** On the server, and where the database lies on several machines on each of them. */
const asOwner = async (statement: string): Promise<void> => {
  const { owner, workers } = inject('postgres')
  for (const node of [owner, ...workers]) await runOn(node, statement)
}

/** A migrated, empty database for one test file; copying the template takes about 55 ms. */
export const createTestDatabase = async (): Promise<TestDatabase> => {
  const { owner, workers, template, appRole, backupRole, appPassword } = inject('postgres')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await asOwner(`create database ${name} template ${template}`)
  const isDistributed = workers.length > 0
  if (isDistributed)
    // A setting of a database is none of its copies.
    await asOwner(`alter database ${name} set citus.propagate_set_commands = 'local'`)
  const ownerConnection = { ...owner, database: name, isDistributed }
  return {
    name,
    ownerConnection,
    appConnection: { ...ownerConnection, user: appRole, password: appPassword },
    backupConnection: { ...ownerConnection, user: backupRole, password: appPassword },
    drop: () => asOwner(`drop database if exists ${name} with (force)`),
  }
}

/**
 * For a test whose statements leave out the practice on purpose: connections of the application that are opened from now on may
 * ask all machines. Nothing is done where there is one.
 */
export const letAskAllMachines = async ({ name }: TestDatabase): Promise<void> => {
  const { owner, workers, appRole } = inject('postgres')
  if (workers.length > 0)
    await runOn(
      owner,
      `alter role ${appRole} in database ${name} set citus.multi_task_query_log_level = 'off'`,
    )
}
