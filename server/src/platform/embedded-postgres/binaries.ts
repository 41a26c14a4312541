import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { runProgram } from './run-program.ts'
import { canReach, type ServerAccount } from './server-account.ts'

export interface Binaries {
  /** Folder with `initdb` and `postgres`. */
  readonly directory: string
  /** Version as the server names itself: `18.4`. */
  readonly version: string
  /** `18`: a cluster opens only with the major version that made it. */
  readonly major: string
}

export const packageName = `@embedded-postgres/${process.platform}-${process.arch}`

const packageRoot = (): string => {
  try {
    const entry = createRequire(fileURLToPath(import.meta.url)).resolve(packageName)
    return path.dirname(path.dirname(entry))
  } catch {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for this machine (${packageName} is not installed): set DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  }
}

interface LibraryLink {
  readonly source: string
  readonly target: string
}

const restoreLink = async (root: string, link: LibraryLink): Promise<void> => {
  const target = path.join(root, link.target)
  if (existsSync(target)) return
  const source = path.relative(path.dirname(target), path.join(root, link.source))
  // Another process may be making the same link at this moment.
  await symlink(source, target).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}

/** npm packages carry no symbolic links, and the script that makes them does not run under `--ignore-scripts`. */
const restoreLibraryLinks = async (root: string): Promise<void> => {
  const links = JSON.parse(
    await readFile(path.join(root, 'native/pg-symlinks.json'), 'utf8'),
  ) as LibraryLink[]
  await Promise.all(links.map((link) => restoreLink(root, link)))
}

const makeExecutable = async (directory: string): Promise<void> => {
  const files = ['initdb', 'postgres'].map((name) => path.join(directory, name))
  // Somebody else's installation cannot be changed, and then is executable already.
  await Promise.all(files.map((file) => chmod(file, 0o755).catch(() => undefined)))
}

const packagedDirectory = async (): Promise<string> => {
  const root = packageRoot()
  await restoreLibraryLinks(root)
  const directory = path.join(root, 'native/bin')
  await makeExecutable(directory)
  return directory
}

const readVersion = async (directory: string): Promise<string> => {
  const { output } = await runProgram(path.join(directory, 'postgres'), ['--version']).catch(
    (error: Error) => ({ output: error.message }),
  )
  const version = /PostgreSQL\) (\S+)/.exec(output)?.[1]
  if (version) return version
  throw new EmbeddedPostgresError(
    `${directory} holds no PostgreSQL that runs on this machine: ${output.trim()}`,
  )
}

/** Finds the server's programs and makes them ready to run. `directory` overrides the packaged ones. */
export const findBinaries = async (directory?: string): Promise<Binaries> => {
  const found = directory ?? (await packagedDirectory())
  const version = await readVersion(found)
  return { directory: found, version, major: version.split('.')[0] ?? version }
}

const cacheDirectory = process.platform === 'darwin' ? '/Library/Caches/ulna' : '/var/cache/ulna'

/** Folders of programs of a major version that an earlier version of Ulna copied there. */
export const cachedBinaries = async (major: string): Promise<readonly string[]> => {
  const names = await readdir(cacheDirectory).catch(() => [])
  const own = names.filter((name) => name.startsWith(`postgres-${major}.`) && name.endsWith(process.arch))
  return own
    .sort()
    .reverse()
    .map((name) => path.join(cacheDirectory, name, 'bin'))
}

const copyTo = async (source: string, target: string): Promise<void> => {
  const unfinished = `${target}.${process.pid}`
  await mkdir(path.dirname(target), { recursive: true, mode: 0o755 })
  await cp(source, unfinished, { recursive: true, verbatimSymlinks: true })
  await rename(unfinished, target).catch(() => rm(unfinished, { recursive: true }))
}

/** The same programs at a path the account gets to: root's clone of Ulna in /root is closed to everybody else. */
export const reachableBinaries = async (
  binaries: Binaries,
  account: ServerAccount | undefined,
): Promise<Binaries> => {
  const { directory, version } = binaries
  if (await canReach(account, path.join(directory, 'postgres'))) return binaries
  const copy = path.join(cacheDirectory, `postgres-${version}-${process.arch}`)
  if (!existsSync(copy)) await copyTo(path.dirname(directory), copy)
  return { ...binaries, directory: path.join(copy, 'bin') }
}
