import { readFile, rename, writeFile } from 'node:fs/promises'
import { type KeyRing, keyedDigest } from '../tokens.ts'
import type { ChainReport, NotedHeads } from './audit.verify.ts'
import type { StrandHead } from './audit.walk.ts'

type Line = [practiceId: number, strand: number, seq: number, mac: string]

const headsOf = (lines: readonly Line[]): NotedHeads => {
  const noted = new Map<number, StrandHead[]>()
  for (const [practiceId, strand, seq, mac] of lines) {
    const heads = noted.get(practiceId) ?? []
    heads.push({ strand, seq, mac: Buffer.from(mac, 'hex') })
    noted.set(practiceId, heads)
  }
  return noted
}

const linesOf = (noted: NotedHeads): Line[] =>
  [...noted].flatMap(([practiceId, heads]) =>
    heads.map(({ strand, seq, mac }): Line => [practiceId, strand, seq, mac.toString('hex')]),
  )

/** The heads that a file tells of, none where there is no file. Throws when somebody without the keys wrote it. */
export const readNotedHeads = async (file: string, ...keys: KeyRing): Promise<NotedHeads> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return new Map()
  const [digest, lines = ''] = text.trimEnd().split('\n')
  if (!keys.some((key) => digest === keyedDigest(key, lines)))
    throw new Error(
      `${file} is not as it was written, or was written with a secret that FORMER_APP_SECRETS does not name.`,
    )
  return headsOf(JSON.parse(lines) as Line[])
}

/** Notes heads in a file that is whole or not there: it is written aside and moved into place. */
export const writeNotedHeads = async (file: string, key: Buffer, noted: NotedHeads): Promise<void> => {
  const lines = JSON.stringify(linesOf(noted))
  const unfinished = `${file}.${process.pid}`
  await writeFile(unfinished, `${keyedDigest(key, lines)}\n${lines}\n`, { mode: 0o600, flush: true })
  await rename(unfinished, file)
}

/** The heads of what is unbroken now, and of what is not those that were noted when it was. */
export const notedAfter = (before: NotedHeads, reports: readonly ChainReport[]): NotedHeads => {
  const noted = new Map(before)
  for (const { practiceId, heads, faults } of reports)
    if (faults.length === 0 && heads.length > 0) noted.set(practiceId, heads)
  return noted
}
