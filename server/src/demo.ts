import { randomUUID } from 'node:crypto'
import { readConfig } from './config.ts'
import { type DemoAccounts, loadDemo } from './demo-practice/load-demo.ts'
import { RecordClasses } from './features/modules/modules.service.ts'
import { createSealKeys } from './features/signatures/signatures.seals.ts'
import { openInstallation } from './installation.ts'
import { AppError } from './platform/app-error.ts'
import { hashingInProcesses } from './platform/identity/password-hashing.ts'
import { Passwords } from './platform/identity/passwords.ts'
import { createLinkTokens } from './platform/sessions/link-tokens.ts'
import { deriveKey } from './platform/tokens.ts'
import { openDatabase } from './platform/use-case.ts'

/** Process behind `npm run demo`: fills the installation with the demo practice and prints how to sign in. */
const tableOf = ({ practice, accounts }: DemoAccounts): string => {
  const rows = [
    ['name', 'role', 'user name', 'password'],
    ...accounts.map((one) => [one.name, one.role, one.username, one.password]),
  ]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const lines = rows.map((row) =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('   ')}`.trimEnd(),
  )
  return [`The demo practice "${practice}" is loaded. Sign in with:`, '', ...lines].join('\n')
}

const command = {
  requestId: `npm-run-demo-${randomUUID()}`,
  ip: null,
  userAgent: null,
  device: null,
  idempotent: null,
}

const run = async (): Promise<void> => {
  const log = { info: () => undefined, warn: (message: string) => console.warn(message) }
  const hashing = hashingInProcesses()
  const config = readConfig(process.env)
  const { pool, files, secret, close } = await openInstallation(config, log, 2)
  try {
    const db = openDatabase(pool, {
      audit: deriveKey(secret, 'audit chain'),
      answers: [deriveKey(secret, 'stored answers')],
    })
    const passwords = new Passwords(hashing)
    const links = createLinkTokens(deriveKey(secret, 'links in mails'))
    const stored = { db, files, links, quotaBytes: config.fileQuotaMb * 1024 * 1024 }
    const signing = { db, classes: new RecordClasses(), keys: createSealKeys(secret) }
    const demo = { ...signing, passwords, files: stored, warn: log.warn }
    console.log(tableOf(await loadDemo(demo, { kind: 'anonymous', call: command })))
  } finally {
    hashing.close()
    await close()
  }
}

const sentenceOf = (error: unknown): string => {
  if (error instanceof AppError && error.key === 'already_exists') {
    return 'This installation holds a practice or a user that the demo did not make, so nothing was loaded. Choose another DATA_DIR or DATABASE_URL.'
  }
  return error instanceof Error ? error.message : String(error)
}

run().catch((error: unknown) => {
  console.error(sentenceOf(error))
  process.exitCode = 1
})
