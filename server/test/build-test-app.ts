import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { type App, buildApp } from '../src/app.ts'
import { openPool, type Pool } from '../src/platform/database.ts'
import { localFileStore } from '../src/platform/file-store.ts'
import { createTestDatabase, type TestDatabase } from './postgres-database.ts'
import { createScratchDirectory } from './scratch-directory.ts'

export const testSecret = 'a secret for tests that is long enough to be one'
export const repositoryRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')

export interface TestApp extends App {
  readonly pool: Pool
  /** Superuser's pool: looks behind row-level security, to check what the application did. */
  readonly owner: Pool
  readonly database: TestDatabase
  /** Everything the server logged. */
  readonly log: string[]
  close(): Promise<void>
}

/** A whole server on a database of its own, answering through `server.inject`. */
export const buildTestApp = async (
  options: { rateLimits?: boolean; captcha?: boolean; webDirectory?: string } = {},
): Promise<TestApp> => {
  const database = await createTestDatabase()
  const log: string[] = []
  const noteError = (error: Error): void => void log.push(`pool: ${error.message}`)
  const pool = openPool(database.appConnection, { size: 10, onIdleError: noteError })
  const owner = openPool(database.ownerConnection, { size: 2, onIdleError: noteError })
  const scratch = await createScratchDirectory()
  const app = await buildApp({
    pool,
    files: localFileStore(path.join(scratch.directory, 'files')),
    logger: pino({ level: 'error' }, { write: (line: string) => void log.push(line) }),
    secret: testSecret,
    appUrl: 'http://localhost:3000',
    defaultLanguage: 'es',
    version: '0.0.0-test',
    rateLimits: options.rateLimits ?? false,
    captcha: options.captcha ?? false,
    trustedProxies: 0,
    strictAnswers: true,
    webDirectory: options.webDirectory,
  })
  await app.server.ready()
  return {
    ...app,
    pool,
    owner,
    database,
    log,
    close: async () => {
      await app.server.close()
      await pool.close()
      await owner.close()
      await database.drop()
      await scratch.remove()
    },
  }
}
