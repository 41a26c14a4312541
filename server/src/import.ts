import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { goOnWithWork } from './app.arrivals.ts'
import { eraseAgain, erasedKeysOf, erasureListAt } from './app.dependencies.ts'
import { appUrlAt, erasuresFileOf, readConfig, workDirectoryOf } from './config.ts'
import { arrivalLink } from './features/accounts/accounts.arrive.service.ts'
import { wasDeleted } from './features/practice-deletions/practice-deletions.restore.service.ts'
import { type Arrived, arriveFrom } from './features/practice-moves/practice-moves.arrive.service.ts'
import { asOwner } from './installation.secret.ts'
import { openInstallation } from './installation.ts'
import { reasonOf } from './platform/app-error.ts'
import { transaction } from './platform/database/database.ts'
import { installationScope } from './platform/database/entering.ts'
import { tidyWorkDirectory } from './platform/files/work-directory.ts'
import { queueGathered } from './platform/jobs/jobs.ts'
import { createLinkTokens } from './platform/sessions/link-tokens.ts'
import { deriveKey, deriveKeys, type Secrets } from './platform/tokens.ts'
import { openDatabase } from './platform/use-case.ts'

const usage = `npm run import -- <file> [--identity <file>]

Takes a practice in from an archive that "npm run export" wrote, into an installation that holds none.
--identity names a file with the key that opens it (AGE-SECRET-KEY-1…), where it is encrypted.`

const readArguments = () => {
  const { positionals, values } = parseArgs({
    args: process.argv.slice(2),
    allowPositionals: true,
    options: { identity: { type: 'string' } },
  })
  const [file] = positionals
  if (file === undefined || positionals.length > 1) throw new Error(usage)
  return { file: path.resolve(file), identityFile: values.identity }
}

/** The key of a file as age-keygen writes it: comments above, one key. */
const readIdentity = async (file: string | undefined): Promise<string | undefined> => {
  if (file === undefined) return undefined
  const lines = (await readFile(file, 'utf8')).split('\n').map((line) => line.trim())
  const key = lines.find((line) => line !== '' && !line.startsWith('#'))
  if (key === undefined) throw new Error(`${file} holds no key.`)
  return key
}

const print = (arrived: Arrived, link: string): void => {
  const { practice, origin, at, fingerprint, manifestSha256, rows, files, erasedAgain, owner } = arrived
  console.log(
    `${practice.name} has arrived: ${rows} rows, ${files} files, as they were at ${origin} on ${at}.`,
  )
  console.log(`Signed there with the certificate ${fingerprint}: compare it with what the export printed.`)
  console.log(`Digest of its manifest ${manifestSha256}: with both, the origin knows that it has arrived.`)
  if (erasedAgain > 0)
    console.log(
      `${erasedAgain} patients of the archive were erased before: nobody reads them any more, and they are destroyed once the server runs.`,
    )
  console.log(`No password came along. ${owner.name} (${owner.email}) chooses one here, within a day:`)
  console.log(link)
}

const stages = { checked: 'files looked at', files: 'files copied', rows: 'rows written' } as const
const toldEvery = { checked: 100, files: 100, rows: 10_000 } as const
const told = { checked: 0, files: 0, rows: 0 }

/** Says now and then how far it is. */
const tell: Parameters<typeof arriveFrom>[0]['tell'] = (stage, done, of) => {
  if (done < of && done < told[stage] + toldEvery[stage]) return
  told[stage] = done
  console.log(`  ${stages[stage]}: ${done} of ${of}`)
}

/** `npm run import`: a practice arrives with everything it has. */
const run = async (): Promise<void> => {
  const { file, identityFile } = readArguments()
  const log = { info: () => undefined, warn: (message: string) => console.warn(message) }
  const config = readConfig(process.env)
  const identity = await readIdentity(identityFile)
  const { pool, ownerConnection, files, secret, close } = await openInstallation(config, log, 2)
  try {
    const workDirectory = workDirectoryOf(config)
    const secrets: Secrets = [secret, ...config.formerSecrets]
    const list = erasureListAt(erasuresFileOf(config), secrets)
    const db = openDatabase(pool, {
      audit: deriveKey(secret, 'audit chain'),
      answers: deriveKeys(secrets, 'stored answers'),
    })
    await tidyWorkDirectory(workDirectory, Date.now())
    const arrived = await arriveFrom({
      ...{ file, workDirectory, identity, files, secret },
      asOwner: (work) => asOwner(ownerConnection, work),
      goOnWithWork,
      queue: (jobs) =>
        transaction(pool.queries, installationScope, 'read write', (tx) => queueGathered(tx, jobs)),
      wasDeleted: (practice) => wasDeleted(list, practice),
      eraseAgain: () => eraseAgain(log.warn, { db, list, digestKeys: erasedKeysOf(secrets) }),
      tell,
    })
    const links = createLinkTokens(deriveKey(secret, 'links in mails'))
    const appUrl = () => appUrlAt(config, config.port)
    print(arrived, await asOwner(ownerConnection, (tx) => arrivalLink(tx, { links, appUrl }, arrived.owner)))
  } finally {
    await close()
  }
}

run().catch((error: unknown) => {
  console.error(reasonOf(error))
  process.exit(1)
})
