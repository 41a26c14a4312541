import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import type { AppDependencies } from '../../../src/app.dependencies.ts'
import { localFileStore } from '../../../src/platform/files/file-store.local.ts'
import { Passwords } from '../../../src/platform/identity/passwords.ts'
import { outboxMailer } from '../../../src/platform/mail/outbox-mailer.ts'
import { cheapHashing, type TestApp, testSecret } from '../../build-test-app.ts'

/** What a second server over the database of a test works with; sweeps replace the part they are about. */
export const dependenciesOf = (app: TestApp): AppDependencies => ({
  pool: app.pool,
  files: localFileStore(path.join(tmpdir(), `ulna-sweep-files-${app.database.name}`)),
  logger: pino({ level: 'silent' }),
  secret: testSecret,
  passwords: new Passwords(cheapHashing),
  appUrl: () => 'http://localhost:3000',
  defaultLanguage: 'es',
  version: '0.0.0-test',
  workDirectory: path.join(tmpdir(), `ulna-sweep-leaving-${app.database.name}`),
  rateLimits: false,
  captcha: false,
  activationByMail: false,
  mailer: outboxMailer({ directory: app.outbox, from: 'Ulna <ulna@server.test>', log: () => undefined }),
  trustedProxies: 0,
  strictAnswers: true,
})
