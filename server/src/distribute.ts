import { readConfig } from './config.ts'
import { type InstallationLog, openInstallation } from './installation.ts'
import { reasonOf } from './platform/app-error.ts'
import {
  type Distributed,
  DistributionError,
  distributeTables,
  requireDistributable,
} from './platform/database/distribution/distribution.ts'

const usage = `npm run distribute

Spreads the rows of practices over the machines that Citus knows, each practice's on one of them. DATABASE_URL names the database on
the coordinator, as a superuser. All processes of Ulna are stopped meanwhile; run again after an upgrade, it spreads what is new.`

const log: InstallationLog = {
  info: (message) => console.log(message),
  warn: (message) => console.warn(message),
}

const say = ({ tables, shared }: Distributed): void => {
  if (tables.length + shared.length === 0)
    console.log('Everything was distributed already: nothing was changed.')
  else
    console.log(
      `${tables.length} tables were distributed by practice, ${shared.length} lie on every machine now.`,
    )
}

const run = async (): Promise<void> => {
  if (process.argv.length > 2) throw new DistributionError(usage)
  const config = readConfig(process.env)
  const { databaseUrl } = config
  if (databaseUrl === undefined)
    throw new DistributionError(
      'The embedded database is one PostgreSQL on this machine. DATABASE_URL names the database of a Citus cluster.',
    )
  const connection = { connectionString: databaseUrl }
  // A process that is at work would be shut out by what comes next.
  await requireDistributable(connection)
  // Brought up to date first: tables that a newer version adds are spread too.
  await (await openInstallation(config, log, 1)).close()
  say(await distributeTables(connection))
}

run().catch((error: unknown) => {
  console.error(reasonOf(error))
  process.exit(1)
})
