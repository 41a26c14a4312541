import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

export interface Postmaster {
  readonly pid: number
  readonly socketDirectory: string
  readonly port: number
  /** It accepts connections. */
  readonly ready: boolean
}

const fileOf = (clusterDirectory: string): string => path.join(clusterDirectory, 'postmaster.pid')

/** Lines of the file: pid, data directory, start, port, socket directory, address, shared memory, status. */
const parse = (text: string): Postmaster | undefined => {
  const lines = text.split('\n').map((line) => line.trim())
  const pid = Number(lines[0])
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined
  return { pid, port: Number(lines[3]), socketDirectory: lines[4] ?? '', ready: lines[7] === 'ready' }
}

/** A dead process whose parent has not noticed: in a container without an init it stays for good. */
const isZombie = (pid: number): boolean => {
  if (process.platform !== 'linux') return false
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return /^\) [ZX]/.test(stat.slice(stat.lastIndexOf(')')))
  } catch {
    return false
  }
}

const pidExists = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Whether a process with this id runs. */
export const isAlive = (pid: number): boolean => pidExists(pid) && !isZombie(pid)

const commandName = async (pid: number): Promise<string> => {
  if (process.platform === 'linux') return readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')
  const { stdout } = await promisify(execFile)('ps', ['-o', 'comm=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }))
  return stdout
}

/** What the cluster's lock file says, whether or not that process still lives. */
export const readPostmaster = async (clusterDirectory: string): Promise<Postmaster | undefined> => {
  const text = await readFile(fileOf(clusterDirectory), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return text === undefined ? undefined : parse(text)
}

/** The server that runs on this cluster at this moment. */
export const findLivePostmaster = async (clusterDirectory: string): Promise<Postmaster | undefined> => {
  const postmaster = await readPostmaster(clusterDirectory)
  if (!postmaster || !isAlive(postmaster.pid)) return undefined
  return (await commandName(postmaster.pid)).includes('postgres') ? postmaster : undefined
}

/** No system gives out this one. */
const nobodysPid = 2 ** 31 - 1

/**
 * Frees a lock file whose process id belongs to some other program by now (the machine was restarted) or to a
 * zombie: PostgreSQL sees only that there is such a process and would refuse to start. The rest of the file stays,
 * by it PostgreSQL finds children of a killed server that still write. A process that is gone it recognises itself.
 */
export const freeStaleLock = async (clusterDirectory: string): Promise<void> => {
  const stale = await readPostmaster(clusterDirectory)
  if (!stale || !pidExists(stale.pid) || (await findLivePostmaster(clusterDirectory))) return
  const file = fileOf(clusterDirectory)
  const text = await readFile(file, 'utf8')
  if (parse(text)?.pid === stale.pid) await writeFile(file, text.replace(/^\d+/, String(nobodysPid)))
}
