import { createHash } from 'node:crypto'
import { chmod, chown, lstat, mkdir, rmdir } from 'node:fs/promises'
import path from 'node:path'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { canReach, type ServerAccount } from './server-account.ts'

/** Only a name here, the server listens on no network: it is the end of the socket's file name. */
export const socketPort = 5432

/** `sun_path` holds 108 bytes on Linux and 104 on macOS, the closing zero included. */
const longestPath = process.platform === 'darwin' ? 103 : 107

const fits = (directory: string): boolean =>
  Buffer.byteLength(path.join(directory, `.s.PGSQL.${socketPort}`)) <= longestPath

/** `TMPDIR` is not asked: every process that opens the same directory must come to the same answer. */
const shortDirectory = (dataDirectory: string, account: ServerAccount | undefined): string => {
  const hash = createHash('sha256').update(dataDirectory).digest('hex').slice(0, 16)
  return path.join('/tmp', `ulna-${account?.uid ?? process.getuid?.() ?? 0}-${hash}`)
}

/** Where the socket lies: beside the cluster when the path is short enough and the server gets there. */
export const chooseSocketDirectory = async (
  dataDirectory: string,
  account: ServerAccount | undefined,
): Promise<string> => {
  const beside = path.join(dataDirectory, 'socket')
  if (fits(beside) && (await canReach(account, beside))) return beside
  return shortDirectory(dataDirectory, account)
}

/** Makes the folder that protects the socket: nobody but the server's user gets in. */
export const ensureSocketDirectory = async (
  directory: string,
  account: ServerAccount | undefined,
): Promise<void> => {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const found = await lstat(directory)
  const uid = account?.uid ?? process.getuid?.()
  // In a folder everybody writes to, somebody else may have made it first and listen in.
  const trusted = found.isDirectory() && (found.uid === uid || found.uid === process.getuid?.())
  if (!trusted)
    throw new EmbeddedPostgresError(
      `${directory} belongs to another user: remove it, or set DATA_DIR to a shorter path.`,
    )
  if (account) await chown(directory, account.uid, account.gid)
  await chmod(directory, 0o700)
}

/** Takes the folder of a stopped server away; one that is in use is not empty and stays. */
export const removeSocketDirectory = async (directory: string): Promise<void> => {
  await rmdir(directory).catch(() => undefined)
}
