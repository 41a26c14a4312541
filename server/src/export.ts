import { access } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { appUrlAt, readConfig, workDirectoryOf } from './config.ts'
import type { Departed } from './features/practice-moves/practice-moves.format.ts'
import { leaveWith } from './features/practice-moves/practice-moves.leave.service.ts'
import { commandFolder } from './features/practice-moves/practice-moves.work.service.ts'
import { operatorPatience } from './installation.secret.ts'
import { openInstallation } from './installation.ts'
import { productVersion } from './paths.ts'
import { reasonOf } from './platform/app-error.ts'
import { tidyWorkDirectory } from './platform/files/work-directory.ts'

const usage = `npm run export -- <practice id> <file> [--to age1…]…

Writes everything a practice has into one archive, which opens without Ulna and which "npm run import" takes in elsewhere.
--to names a public key that it is encrypted for; without one it is not encrypted.`

const readArguments = () => {
  const { positionals, values } = parseArgs({
    args: process.argv.slice(2),
    allowPositionals: true,
    options: { to: { type: 'string', multiple: true, default: [] } },
  })
  const [practice, file] = positionals
  const practiceId = Number(practice)
  if (file === undefined || positionals.length > 2 || !Number.isSafeInteger(practiceId) || practiceId <= 0)
    throw new Error(usage)
  return { practiceId, target: path.resolve(file), recipients: values.to }
}

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )

const stages = { table: 'tables', trail: 'trail', seals: 'seals', files: 'files' } as const

const print = (target: string, departed: Departed): void => {
  const { practice, at, rows, files, missing, faults, fingerprint, resumed } = departed
  if (resumed) console.log('Went on with what a run before had finished.')
  console.log(`${practice.name}, as of ${at}: ${rows} rows, ${files} files.`)
  if (missing > 0) console.log(`  ${missing} files are not in the store any more.`)
  if (faults.trail + faults.seals > 0)
    console.log(
      `  Not as they should be, and said so in the archive: ${faults.trail} places of the trail, ${faults.seals} seals. See "npm run verify".`,
    )
  console.log(`Signed with the certificate ${fingerprint}`)
  console.log(`archive ${target}`)
}

/** `npm run export`: a practice leaves with everything it has. */
const run = async (): Promise<void> => {
  const asked = readArguments()
  if (await isThere(asked.target)) throw new Error(`${asked.target} is there already: choose another name.`)
  const log = { info: () => undefined, warn: (message: string) => console.warn(message) }
  const config = readConfig(process.env)
  const { pool, files, secret, close } = await openInstallation(config, log, 2, operatorPatience)
  const workDirectory = workDirectoryOf(config)
  try {
    await tidyWorkDirectory(workDirectory, Date.now())
    if (asked.recipients.length === 0)
      console.log('Nothing encrypts this archive (--to): whoever holds the file reads it.')
    const departed = await leaveWith({
      ...asked,
      folder: commandFolder(workDirectory, asked.practiceId, asked.target),
      queries: pool.queries,
      files,
      secrets: [secret, ...config.formerSecrets],
      product: await productVersion(),
      origin: appUrlAt(config, config.port),
      userId: null,
      tell: (stage, done, of) => {
        if (stage === 'files' && done % 100 === 0) console.log(`  ${stages[stage]}: ${done} of ${of}`)
      },
    })
    print(asked.target, departed)
  } finally {
    await close()
  }
}

run().catch((error: unknown) => {
  console.error(reasonOf(error))
  process.exit(1)
})
