import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'

/** The user PostgreSQL runs as; it refuses to run as root. */
export interface ServerAccount {
  readonly uid: number
  readonly gid: number
}

const ownerOf = async (file: string): Promise<ServerAccount | undefined> => {
  try {
    const { uid, gid } = await stat(file)
    return { uid, gid }
  } catch {
    return undefined
  }
}

/** `initdb` looks its user up, so the account needs an entry in /etc/passwd. */
const accountFromPasswd = (passwd: string, name: string): ServerAccount | undefined => {
  const entry = passwd.split('\n').find((line) => line.startsWith(`${name}:`))
  const [, , uid, gid] = entry?.split(':') ?? []
  const account = { uid: Number(uid), gid: Number(gid) }
  return account.uid > 0 && account.gid > 0 ? account : undefined
}

const unprivilegedAccount = async (): Promise<ServerAccount> => {
  const passwd = await readFile('/etc/passwd', 'utf8')
  const account = accountFromPasswd(passwd, 'postgres') ?? accountFromPasswd(passwd, 'nobody')
  if (account) return account
  throw new EmbeddedPostgresError(
    'PostgreSQL does not run as root and this machine has neither a user "postgres" nor "nobody": start Ulna as an ordinary user.',
  )
}

/**
 * As whom the server of this cluster runs. An ordinary user: as themselves (undefined). Root: as the owner the
 * cluster already has, so that a directory made by an ordinary user stays theirs; else as `postgres` or `nobody`.
 */
export const chooseServerAccount = async (clusterDirectory: string): Promise<ServerAccount | undefined> => {
  const ownUid = process.getuid?.()
  const owner = await ownerOf(clusterDirectory)
  if (ownUid === 0) return owner && owner.uid !== 0 ? owner : unprivilegedAccount()
  if (owner && owner.uid !== ownUid) {
    throw new EmbeddedPostgresError(
      `The database in ${clusterDirectory} belongs to another user (uid ${owner.uid}): start Ulna as that user or as root.`,
    )
  }
  return undefined
}

const maySearch = async (account: ServerAccount, directory: string): Promise<boolean> => {
  const { mode, uid, gid } = await stat(directory)
  if (uid === account.uid) return (mode & 0o100) !== 0
  if (gid === account.gid) return (mode & 0o010) !== 0
  return (mode & 0o001) !== 0
}

/** Whether the account gets through every folder above `target`: a home of root (0700) stops it. */
export const canReach = async (account: ServerAccount | undefined, target: string): Promise<boolean> => {
  if (!account) return true
  for (let directory = path.dirname(target); ; directory = path.dirname(directory)) {
    if (!(await maySearch(account, directory))) return false
    if (directory === path.dirname(directory)) return true
  }
}
