import { filesBeside, readConfig } from './config.ts'
import { makeBackup } from './features/backups/backups.make.service.ts'
import { operatorPatience } from './installation.secret.ts'
import { openInstallation } from './installation.ts'
import { productVersion } from './paths.ts'
import { reasonOf } from './platform/app-error.ts'

/** `npm run backup`: everything as it is now, beside a server that runs or not. Its last line is `backup <path>`. */
const run = async (): Promise<void> => {
  const log = { info: () => undefined, warn: (message: string) => console.warn(message) }
  const config = readConfig(process.env)
  const { files, secret, connection, backupConnection, close } = await openInstallation(
    config,
    log,
    2,
    operatorPatience,
  )
  try {
    if (config.backup.recipients.length === 0)
      throw new Error('BACKUP_RECIPIENTS names nobody who could open a backup (age1…): none was made.')
    const made = await makeBackup({
      roles: { app: connection, backup: backupConnection },
      files,
      secrets: [secret, ...config.formerSecrets],
      beside: filesBeside(config),
      ...config.backup,
      product: await productVersion(),
    })
    console.log(`As of ${made.at}: ${made.rows} rows, ${made.files} files.`)
    if (made.missing > 0) console.log(`  ${made.missing} files are named and not in the store.`)
    console.log(`backup ${made.path}`)
  } finally {
    await close()
  }
}

run().catch((error: unknown) => {
  console.error(reasonOf(error))
  process.exit(1)
})
