import { type FileHandle, open, readFile, rename, stat } from 'node:fs/promises'
import path from 'node:path'
import type { ServerAccount } from './server-account.ts'

const longestLog = 10 * 1024 * 1024

const fileOf = (dataDirectory: string): string => path.join(dataDirectory, 'server.log')

/** Opens the server's log for appending; one over 10 MB is put aside as `server.log.1` first. */
export const openServerLog = async (
  dataDirectory: string,
  account: ServerAccount | undefined,
): Promise<FileHandle> => {
  const file = fileOf(dataDirectory)
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  )
  if (size > longestLog) await rename(file, `${file}.1`)
  const log = await open(file, 'a', 0o600)
  if (account) await log.chown(account.uid, account.gid)
  return log
}

/** What the server said last: its newest FATAL or PANIC line, else the newest line. */
export const lastWords = async (dataDirectory: string): Promise<string> => {
  const text = await readFile(fileOf(dataDirectory), 'utf8').catch(() => '')
  const lines = text.trimEnd().split('\n').slice(-50).reverse()
  return lines.find((line) => /\b(FATAL|PANIC):/.test(line)) ?? lines[0] ?? ''
}
