import { existsSync } from 'node:fs'
import { chown, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { removeAbandonedFolder } from './abandoned-folder.ts'
import type { Binaries } from './binaries.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { isAlive } from './postmaster-pid.ts'
import { runProgram } from './run-program.ts'
import { canReach, type ServerAccount } from './server-account.ts'

/** Superuser of the embedded database. Its password and its socket's folder protect it (local-access.ts). */
export const superuser = 'postgres'

export interface ClusterAccess {
  readonly account: ServerAccount | undefined
  /** How the server's programs name the cluster. */
  readonly path: string
  readonly workingDirectory: string
}

/**
 * How programs of this account get at the cluster. A closed folder above it stops a path but not a working
 * directory that was entered before the user changed, and Linux gives that a name.
 */
export const clusterAccess = async (
  directory: string,
  account: ServerAccount | undefined,
): Promise<ClusterAccess> => {
  if (await canReach(account, directory)) return { account, path: directory, workingDirectory: directory }
  if (process.platform === 'linux') return { account, path: '/proc/self/cwd', workingDirectory: directory }
  throw new EmbeddedPostgresError(
    `PostgreSQL does not run as root and no other user gets to ${directory}: start Ulna as an ordinary user, or set DATA_DIR to a folder others may enter.`,
  )
}

/** Byte order and one character table everywhere: sorting never depends on the machine's language. */
const localeArguments =
  process.platform === 'darwin'
    ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--lc-ctype=en_US.UTF-8']
    : ['--locale=C.UTF-8']

const runInitdb = async (binaries: Binaries, access: ClusterAccess): Promise<void> => {
  // Nobody gets in before the first start has set a password.
  const args = ['-D', access.path, '-E', 'UTF8', ...localeArguments, '-k', '--auth=reject', '-U', superuser]
  const result = await runProgram(path.join(binaries.directory, 'initdb'), args, access)
  if (result.code === 0) return
  throw new EmbeddedPostgresError(`The embedded database could not be created: ${result.output.trim()}`)
}

const syncDirectory = async (directory: string): Promise<void> => {
  const handle = await open(directory, 'r')
  await handle.sync().finally(() => handle.close())
}

const unfinishedPrefix = 'unfinished-'

/** What a process left that was killed while it created the cluster. */
const removeAbandoned = async (directory: string): Promise<void> => {
  const names = (await readdir(directory)).filter((name) => name.startsWith(unfinishedPrefix))
  // In a container the next process often has the number of the one before.
  const isAbandoned = (pid: number): boolean => pid === process.pid || !isAlive(pid)
  const abandoned = names.filter((name) => isAbandoned(Number(name.slice(unfinishedPrefix.length))))
  await Promise.all(abandoned.map((name) => removeAbandonedFolder(path.join(directory, name))))
}

/**
 * Creates the cluster aside and moves it into place whole, so a kill in between leaves nothing half made and of
 * two processes exactly one wins.
 */
const createCluster = async (
  directory: string,
  binaries: Binaries,
  account: ServerAccount | undefined,
): Promise<void> => {
  const parent = path.dirname(directory)
  await removeAbandoned(parent)
  const unfinished = path.join(parent, `${unfinishedPrefix}${process.pid}`)
  await mkdir(unfinished, { mode: 0o700 })
  try {
    if (account) await chown(unfinished, account.uid, account.gid)
    await runInitdb(binaries, await clusterAccess(unfinished, account))
    await rename(unfinished, directory)
    await syncDirectory(parent)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    if (!existsSync(path.join(directory, 'PG_VERSION'))) throw error
  }
}

/** Which PostgreSQL made a cluster, as `18`; undefined where there is none. */
export const majorOfCluster = async (directory: string): Promise<string | undefined> =>
  (
    await readFile(path.join(directory, 'PG_VERSION'), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
  )?.trim()

const refuseOtherMajor = async (directory: string, binaries: Binaries): Promise<void> => {
  const major = await majorOfCluster(directory)
  if (major === binaries.major) return
  const way =
    Number(major) < Number(binaries.major)
      ? '“npm run postgres:upgrade” carries it over'
      : 'run the version of Ulna that made it'
  throw new EmbeddedPostgresError(
    `The database in ${directory} was made by PostgreSQL ${major} and this is PostgreSQL ${binaries.major}: ${way}.`,
  )
}

/** Makes sure that a cluster of this major version is there. */
export const ensureCluster = async (
  directory: string,
  binaries: Binaries,
  account: ServerAccount | undefined,
): Promise<void> => {
  if (!existsSync(path.join(directory, 'PG_VERSION'))) await createCluster(directory, binaries, account)
  await refuseOtherMajor(directory, binaries)
}
