import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { expect, inject } from 'vitest'
import { ensureSecret } from '../../../src/platform/app-secret.ts'
import { openPool, type Pool } from '../../../src/platform/database/database.ts'
import { deriveKey } from '../../../src/platform/tokens.ts'
import { createScratchDirectory } from '../../scratch-directory.ts'
import { type Clinician, registerClinician } from '../http-call.ts'
import { countUntold, findBroken } from '../invariants.ts'
import { findLost } from '../journal-check.ts'
import type { Journal } from '../load.ts'
import { DatabaseProxy } from '../proxy.ts'
import { ServerProcess } from '../server-process.ts'

/** The real server with a way to its database that a test has in hand. */
export interface ProxiedServer {
  readonly server: ServerProcess
  readonly proxy: DatabaseProxy
  readonly clinicians: readonly Clinician[]
  /** Superuser's way to the same database, past the proxy. */
  readonly owner: Pool
  /** The memory of the process, in MB. */
  memoryMb(): Promise<number>
  /** Everything that was acknowledged is there, once, and nothing else. */
  expectExactly(journal: Journal): Promise<void>
  close(): Promise<void>
}

const asOwner = async (statement: string): Promise<void> => {
  const client = new pg.Client(inject('postgres').owner)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

export const startProxied = async (): Promise<ProxiedServer> => {
  const database = `test_${randomUUID().replaceAll('-', '')}`
  const connection = { ...inject('postgres').owner, database }
  const { user, password, host, port } = connection
  await asOwner(`create database ${database} template template0`)
  const scratch = await createScratchDirectory()
  const proxy = new DatabaseProxy(path.join(host ?? '', `.s.PGSQL.${port}`))
  await proxy.open()
  const url = `postgres://${user}:${password}@127.0.0.1:${proxy.port}/${database}`
  const server = new ServerProcess({ DATA_DIR: scratch.directory, DATABASE_URL: url })
  await server.start()
  const clinicians = [await registerClinician(server.baseUrl), await registerClinician(server.baseUrl)]
  const owner = openPool(connection, { size: 2, onIdleError: () => undefined })
  return {
    server,
    proxy,
    clinicians,
    owner,
    memoryMb: async () => {
      const status = await readFile(`/proc/${server.pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024
    },
    expectExactly: async (journal) => {
      expect(await findLost(server.baseUrl, clinicians, journal)).toEqual([])
      const nobody = { patients: 0, records: 0, appointments: 0, drafts: 0 }
      expect(await countUntold(owner.queries, journal)).toEqual(nobody)
      const auditKey = deriveKey(await ensureSecret(scratch.directory), 'audit chain')
      expect(await findBroken(owner.queries, auditKey)).toEqual([])
    },
    close: async () => {
      await server.end('SIGKILL')
      await owner.close()
      await proxy.close()
      await asOwner(`drop database if exists ${database} with (force)`)
      await scratch.remove()
    },
  }
}
