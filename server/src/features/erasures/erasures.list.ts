import { appendFile, readFile } from 'node:fs/promises'
import type { ErasureScope } from '@ulna/contract/erasures/erasures'
import { keyedDigest } from '../../platform/tokens.ts'
import type { ErasureListFile } from './erasures.dependencies.ts'

/** An erasure as it is noted outside the database: ids alone, of somebody who is nobody by then. */
export interface ListedErasure {
  readonly erasureId: number
  readonly practiceId: number
  readonly patientId: number
  /** The id that the patient had; one that was erased has another. */
  readonly patientUid: string
  readonly scope: ErasureScope
  readonly decidedBy: number
  /** Who else they were, by ids and uids as they had them: files that had become part of this one. */
  readonly aliases?: readonly { readonly id: number; readonly uid: string }[]
}

/** Notes an erasure, on disk before the promise resolves. One that is noted twice counts once. */
export const noteErasure = async ({ path, keys }: ErasureListFile, one: ListedErasure): Promise<void> => {
  const text = JSON.stringify(one)
  await appendFile(path, `${keyedDigest(keys[0], text)} ${text}\n`, { mode: 0o600, flush: true })
}

/** What a list says, and how many of its lines nobody with a key wrote. */
export interface ReadList {
  readonly erasures: readonly ListedErasure[]
  readonly unproved: number
}

/** The erasures that a file tells of; none where there is no file. A line that was cut by a crash is none. */
export const readErasureList = async ({ path, keys }: ErasureListFile): Promise<ReadList> => {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const lines = text.split('\n').filter((line) => line !== '')
  const proved = lines.filter((line) =>
    keys.some((key) => line.startsWith(`${keyedDigest(key, line.slice(65))} `)),
  )
  const erasures = new Map<number, ListedErasure>()
  for (const line of proved) {
    const one = JSON.parse(line.slice(65)) as ListedErasure
    erasures.set(one.erasureId, one)
  }
  return { erasures: [...erasures.values()], unproved: lines.length - proved.length }
}
