import { createHash } from 'node:crypto'
import { chown, open, readFile, rename, stat } from 'node:fs/promises'
import path from 'node:path'
import { ensureSecretFile } from '../app-secret.ts'
import type { Binaries } from './binaries.ts'
import { type ClusterAccess, superuser } from './cluster.ts'
import { runProgram } from './run-program.ts'

export interface LocalAccess {
  readonly binaries: Binaries
  readonly access: ClusterAccess
  readonly clusterDirectory: string
  /** Password of the superuser. */
  readonly password: string
}

/**
 * The superuser's password: made once beside the cluster, of whoever the folder belongs to. As root that is not the
 * user the server runs as, whose other programs get past the folder of the socket (docs/decisions/0038).
 */
export const ensurePassword = async (dataDirectory: string): Promise<string> => {
  const file = path.join(dataDirectory, 'superuser-password')
  const password = await ensureSecretFile(file)
  const { uid, gid } = await stat(dataDirectory)
  if (process.getuid?.() === 0) await chown(file, uid, gid)
  return password
}

const fileOf = (clusterDirectory: string): string => path.join(clusterDirectory, 'pg_hba.conf')

/** Everybody says a password, over the socket too. Which one the superuser has, the digest tells: the file may be younger. */
const rulesFor = (
  password: string,
): string => `# Written by Ulna at its start; what is changed here is undone.
# ${createHash('sha256').update(password).digest('hex')}
local all all scram-sha-256
`

/** Whether whoever connects must say a password, and the superuser's is this one. */
export const isGuarded = async ({ clusterDirectory, password }: LocalAccess): Promise<boolean> =>
  (await readFile(fileOf(clusterDirectory), 'utf8')) === rulesFor(password)

const writeRules = async ({ clusterDirectory, access, password }: LocalAccess): Promise<void> => {
  const unfinished = `${fileOf(clusterDirectory)}.${process.pid}`
  const file = await open(unfinished, 'w', 0o600)
  try {
    await file.writeFile(rulesFor(password))
    if (access.account) await file.chown(access.account.uid, access.account.gid)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(unfinished, fileOf(clusterDirectory))
}

/** Says a statement to a cluster whose server does not run, past all rules. Answers why it could not, if so. */
const tellCluster = async (
  { binaries, access }: LocalAccess,
  statement: string,
): Promise<string | undefined> => {
  const durable = [
    'fsync=on',
    'synchronous_commit=on',
    'full_page_writes=on',
    'password_encryption=scram-sha-256',
  ]
  const args = ['--single', '-D', access.path, '-j', ...durable.flatMap((one) => ['-c', one]), 'postgres']
  const run = { ...access, input: `${statement};\n\n` }
  const result = await runProgram(path.join(binaries.directory, 'postgres'), args, run)
  const trouble = result.output.split('\n').find((line) => /\b(ERROR|FATAL|PANIC):/.test(line))
  return trouble ?? (result.code === 0 ? undefined : result.output.trim())
}

/**
 * Has everybody say a password who connects, in a cluster that asked nobody before or whose password was lost. Its
 * server does not run. Answers why that could not be done, if so: another process may be starting it.
 */
export const guardCluster = async (place: LocalAccess): Promise<string | undefined> => {
  if (await isGuarded(place)) return undefined
  const trouble = await tellCluster(place, `alter role ${superuser} password '${place.password}'`)
  if (trouble === undefined) await writeRules(place)
  return trouble
}
