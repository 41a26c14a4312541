import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import type { AppDependencies } from '../../src/app.ts'
import { localFileStore } from '../../src/platform/file-store.ts'
import { type TestApp, testSecret } from '../build-test-app.ts'

/** What a second server over the database of a test works with; sweeps replace the part they are about. */
export const dependenciesOf = (app: TestApp): AppDependencies => ({
  pool: app.pool,
  files: localFileStore(path.join(tmpdir(), `ulna-sweep-files-${app.database.name}`)),
  logger: pino({ level: 'silent' }),
  secret: testSecret,
  appUrl: 'http://localhost:3000',
  defaultLanguage: 'es',
  version: '0.0.0-test',
  rateLimits: false,
  captcha: false,
  trustedProxies: 0,
  strictAnswers: true,
})
