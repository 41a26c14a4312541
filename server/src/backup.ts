import path from 'node:path'
import { filesBeside, readConfig, workDirectoryOf } from './config.ts'
import { type BackupDone, runBackup } from './features/backups/making/backups.run.service.ts'
import { openScratch, removeScratch } from './installation.scratch.ts'
import { operatorPatience } from './installation.secret.ts'
import { backupTargetOf, openInstallation } from './installation.ts'
import { productVersion } from './paths.ts'
import { reasonOf } from './platform/app-error.ts'
import { giveWay } from './starting/give-way.ts'

const usage =
  'npm run backup [-- --anew]: --anew begins in a folder that holds none of the backups made there.'

const say = ({ at, rows, files, missing, isDrilled, behind, path: place }: BackupDone): void => {
  const drilled = isDrilled ? ', restored into a database of its own and verified there' : ''
  console.log(`As of ${at}: ${rows} rows, ${files} files; read again${drilled}.`)
  if (missing > 0) console.log(`  ${missing} files are named and not in the store.`)
  if (behind !== undefined) console.log(`  Older backups were not removed: ${behind}`)
  console.log(`backup ${place}`)
}

/** Whether what a drill restores is of this process. */
let isDrilling = false

/** `npm run backup`: everything as it is now, beside a server that runs or not. Its last line is `backup <path>`. */
const run = async (): Promise<void> => {
  const args = process.argv.slice(2)
  if (args.some((arg) => arg !== '--anew')) throw new Error(usage)
  const log = { info: () => undefined, warn: (message: string) => console.warn(message) }
  const config = readConfig(process.env)
  const installation = await openInstallation(config, log, 2, operatorPatience)
  const { files, secret, connection, backupConnection, pool, close } = installation
  // Not before: a database that this process starts serves others too.
  await giveWay(log.warn)
  try {
    const done = await runBackup({
      ...{ queries: pool.queries, files, isAnew: args.includes('--anew') },
      roles: { app: connection, backup: backupConnection },
      secrets: [secret, ...config.formerSecrets],
      beside: filesBeside(config),
      to: await backupTargetOf(config.backup.to, config),
      recipients: config.backup.recipients,
      product: await productVersion(),
      scratch: path.join(workDirectoryOf(config), 'backup'),
      removeScratch: () => removeScratch(config),
      openScratch: (migration) => {
        isDrilling = true
        return openScratch(config, files, log, migration)
      },
    })
    say(done)
  } finally {
    await close()
  }
}

/** Whoever is asked to stop takes along what a drill has restored; the next backup takes away the rest. */
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => {
    console.error('The backup was cut off.')
    const left = isDrilling ? removeScratch(readConfig(process.env)) : Promise.resolve()
    void left.finally(() => process.exit(1))
  })

run().catch((error: unknown) => {
  console.error(reasonOf(error))
  process.exit(1)
})
