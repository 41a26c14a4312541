import { existsSync } from 'node:fs'
import { open, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from './config.ts'
import { removeAbandonedFolder } from './platform/embedded-postgres/abandoned-folder.ts'
import { stopServer } from './platform/embedded-postgres/stop-server.ts'

type Place = Pick<Config, 'dataDirectory'>

/** The folder of the embedded database. */
export const databaseOf = ({ dataDirectory }: Place): string => path.join(dataDirectory, 'postgres')

/** Where the next database is put together: a `DATA_DIR` of its own, so that nobody takes it for the one in use. */
export const nextOf = ({ dataDirectory }: Place): string => path.join(dataDirectory, 'postgres.next')

/** Where the database of a former major version stays once its rows are in the next one. */
export const formerOf = ({ dataDirectory }: Place, major: string): string =>
  path.join(dataDirectory, `postgres.${major}`)

const markOf = (place: Place): string => path.join(nextOf(place), 'complete')

const sync = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

/** Takes away a next database that was not finished; its server may still run. */
export const removeUnfinished = async (place: Place): Promise<void> => {
  await stopServer(path.join(nextOf(place), 'postgres', 'cluster'))
  await removeAbandonedFolder(nextOf(place))
}

/**
 * Ends an exchange that was begun: the former database was put aside and the next one, which is whole, not yet in its place. Everywhere
 * else nothing happens.
 */
export const takeCarriedOver = async (place: Place): Promise<void> => {
  const next = databaseOf({ dataDirectory: nextOf(place) })
  if (existsSync(databaseOf(place)) || !existsSync(markOf(place)) || !existsSync(next)) return
  await rename(next, databaseOf(place))
  await sync(place.dataDirectory)
  await rm(nextOf(place), { recursive: true, force: true })
}

/** Puts the next database in the place of the one in use, which stays beside it. No server runs on either. */
export const exchange = async (place: Place, major: string): Promise<void> => {
  await writeFile(markOf(place), '', { flush: true })
  await sync(nextOf(place))
  await rename(databaseOf(place), formerOf(place, major))
  await takeCarriedOver(place)
}
