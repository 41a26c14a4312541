import { randomUUID } from 'node:crypto'
import { chown, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isAlive } from './postmaster-pid.ts'
import type { ServerAccount } from './server-account.ts'

/** A process's mark that it uses the server. */
export interface Attachment {
  /** Takes the mark away and answers whether no living process uses the server any more. */
  release(): Promise<boolean>
}

/** The marks of this process: in a container a process that was killed often had the same number. */
const own = new Set<string>()

const isLiving = (name: string): boolean => {
  const pid = Number(name.split('.')[0])
  return pid === process.pid ? own.has(name) : isAlive(pid)
}

/** Whether a living process uses the server in `dataDirectory`. */
export const isAttached = async (dataDirectory: string): Promise<boolean> => {
  const names = await readdir(path.join(dataDirectory, 'attached')).catch(() => [])
  return names.some(isLiving)
}

/** Marks this process as a user of the server in `dataDirectory`, until it releases or dies. */
export const attach = async (
  dataDirectory: string,
  account: ServerAccount | undefined,
): Promise<Attachment> => {
  const directory = path.join(dataDirectory, 'attached')
  const name = `${process.pid}.${randomUUID()}`
  const file = path.join(directory, name)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  if (account) await chown(directory, account.uid, account.gid)
  own.add(name)
  await writeFile(file, '')
  return {
    release: async () => {
      own.delete(name)
      await rm(file, { force: true })
      const names = await readdir(directory).catch(() => [])
      const dead = names.filter((name) => !isLiving(name))
      await Promise.all(dead.map((name) => rm(path.join(directory, name), { force: true })))
      return dead.length === names.length
    },
  }
}
