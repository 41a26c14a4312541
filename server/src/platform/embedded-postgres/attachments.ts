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

const pidOf = (name: string): number => Number(name.split('.')[0])

/** Whether a living process uses the server in `dataDirectory`. */
export const isAttached = async (dataDirectory: string): Promise<boolean> => {
  const names = await readdir(path.join(dataDirectory, 'attached')).catch(() => [])
  return names.some((name) => isAlive(pidOf(name)))
}

/** Marks this process as a user of the server in `dataDirectory`, until it releases or dies. */
export const attach = async (
  dataDirectory: string,
  account: ServerAccount | undefined,
): Promise<Attachment> => {
  const directory = path.join(dataDirectory, 'attached')
  const file = path.join(directory, `${process.pid}.${randomUUID()}`)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  if (account) await chown(directory, account.uid, account.gid)
  await writeFile(file, '')
  return {
    release: async () => {
      await rm(file, { force: true })
      const names = await readdir(directory).catch(() => [])
      const dead = names.filter((name) => !isAlive(pidOf(name)))
      await Promise.all(dead.map((name) => rm(path.join(directory, name), { force: true })))
      return dead.length === names.length
    },
  }
}
