import { appendFile, readFile } from 'node:fs/promises'
import { type KeyRing, keyedDigest } from './tokens.ts'

/** A file outside the database, and what its lines are proved with. */
export interface OutsideList {
  readonly path: string
  readonly keys: KeyRing
}

/**
 * Adds a line, on disk before the promise resolves. One that is added twice counts once to whoever reads it by its ids. It
 * begins on a line of its own, whatever a crash left of the one before.
 */
export const appendToList = async ({ path, keys }: OutsideList, one: object): Promise<void> => {
  const text = JSON.stringify(one)
  await appendFile(path, `\n${keyedDigest(keys[0], text)} ${text}\n`, { mode: 0o600, flush: true })
}

/** What a list says, and how many of its lines nobody with a key wrote. */
export interface ReadList {
  readonly lines: readonly object[]
  readonly unproved: number
}

/** The lines of a list; none where there is no file. A line that was cut by a crash is none. */
export const readList = async ({ path, keys }: OutsideList): Promise<ReadList> => {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const lines = text.split('\n').filter((line) => line !== '')
  const proved = lines.filter((line) =>
    keys.some((key) => line.startsWith(`${keyedDigest(key, line.slice(65))} `)),
  )
  return {
    lines: proved.map((line) => JSON.parse(line.slice(65)) as object),
    unproved: lines.length - proved.length,
  }
}
