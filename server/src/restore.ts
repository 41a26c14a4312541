import { access, mkdir, readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import { backupPlaceAt } from './config/backup-settings.ts'
import { type Config, filesBeside, notedHeadsFileOf, readConfig, workDirectoryOf } from './config.ts'
import type { BackupSecrets } from './features/backups/backups.format.ts'
import { BackupError, type BackupPlace, findNewest } from './features/backups/restoring/backups.read.ts'
import { resetSchema } from './features/backups/restoring/backups.reset.ts'
import { restoreBackup } from './features/backups/restoring/backups.restore.service.ts'
import {
  backupTargetOf,
  fileStoreOf,
  type InstallationLog,
  migrate,
  type Owner,
  openOwner,
} from './installation.ts'
import { paths } from './paths.ts'
import { reasonOf } from './platform/app-error.ts'
import { putSecret } from './platform/app-secret.ts'
import type { ConnectionSettings } from './platform/database/database.ts'
import { jobLogger, migrateJobs } from './platform/jobs/jobs.ts'

const usage = `npm run restore -- <path>

Puts a backup into a database without accounts. <path> is what "npm run backup" said last, or the place that backups are
kept in, of which the newest is taken; BACKUP_IDENTITY_FILE names the file of a key that opens it, or is - for one that is typed or piped in.`

const log: InstallationLog = { info: () => undefined, warn: (message) => console.warn(message) }

const readIdentities = async (file: string | undefined): Promise<readonly string[]> => {
  if (!file) throw new BackupError('BACKUP_IDENTITY_FILE names no file of a key that opens the backup.')
  const text = await (file === '-' ? readAll(process.stdin) : readFile(file, 'utf8')).catch(() => {
    throw new BackupError(`${file}, which BACKUP_IDENTITY_FILE names, cannot be read.`)
  })
  const identities = text.match(/AGE-SECRET-KEY-[0-9A-Z-]+/g) ?? []
  if (identities.length === 0) throw new BackupError(`${file} holds no key (AGE-SECRET-KEY-…).`)
  return identities
}

const isKnown = (migration: string): Promise<boolean> =>
  access(path.join(paths.migrations, `${migration}.sql`)).then(
    () => true,
    () => false,
  )

/** Heads that were noted with a secret that is gone prove nothing, and would be missed. */
const takeSecretOver = async (config: Config, secret: string): Promise<void> => {
  if (!(await putSecret(config.dataDirectory, secret))) return
  const heads = notedHeadsFileOf(config)
  await rename(heads, `${heads}.before-restore`).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
}

/** The secret of the installation is the backup's from now on, or is it already. */
const settleSecrets = async (config: Config, { secret, former }: BackupSecrets): Promise<void> => {
  if (config.appSecret === undefined) await takeSecretOver(config, secret)
  else if (config.appSecret !== secret)
    throw new BackupError('APP_SECRET is not that of the backup: give it the one it had, or none.')
  const lacking = former.filter((one) => !config.formerSecrets.includes(one))
  if (lacking.length > 0)
    console.log(`It had former secrets, which prove what is older: FORMER_APP_SECRETS="${lacking.join(' ')}"`)
}

/** What "npm run backup" said, or the place that backups are kept in, of which it is the newest. */
const placeOf = async (given: string, config: Config): Promise<BackupPlace> => {
  const whole = given.replace(/(?<!\/)\/+$/, '')
  const all = await backupTargetOf(backupPlaceAt(process.env, whole), config)
  const newest = await findNewest(all)
  if (newest !== undefined) return { target: all, name: newest }
  const at = whole.lastIndexOf('/')
  const parent = at < 0 ? '.' : whole.slice(0, at)
  const target = await backupTargetOf(backupPlaceAt(process.env, parent), config)
  return { target, name: whole.slice(at + 1) }
}

/** `npm run restore`: everything as a backup has it, or nothing. */
const run = async (): Promise<void> => {
  const [given, ...rest] = process.argv.slice(2)
  if (given === undefined || rest.length > 0) throw new BackupError(usage)
  const config = readConfig(process.env)
  const identities = await readIdentities(config.backup.identityFile)
  const work = workDirectoryOf(config)
  await mkdir(work, { recursive: true, mode: 0o700 })
  let owner: Owner | undefined
  const migrateTo = async (secret: string, migration?: string): Promise<ConnectionSettings> => {
    if (!owner) throw new Error('the database was not reached')
    const { app } = await migrate(owner, secret, log, migration)
    return app
  }
  try {
    const { at, secret, rows, files } = await restoreBackup({
      ...{ place: await placeOf(given, config), identities, isKnown, beside: filesBeside(config) },
      scratch: path.join(work, `restore-${process.pid}`),
      reach: async () => {
        owner = await openOwner(config, log)
        return owner.connection
      },
      files: await fileStoreOf(config),
      settleSecrets: (secrets) => settleSecrets(config, secrets),
      prepare: async (secretOfBackup, migration) => {
        if (owner) await resetSchema(owner.connection)
        const app = await migrateTo(secretOfBackup, migration)
        await migrateJobs(app, jobLogger(log))
        return app
      },
    })
    await migrateTo(secret)
    console.log(`Restored as of ${at}: ${rows} rows, ${files} files.`)
  } finally {
    await owner?.stop()
  }
}

run().catch((error: unknown) => {
  console.error(reasonOf(error))
  process.exit(1)
})
