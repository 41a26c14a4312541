import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { PracticeActor } from '../../../platform/sessions/actor.ts'
import { lookUp } from '../../../platform/use-case.ts'
import type { HandOverDependencies } from '../hand-overs.dependencies.ts'
import { openingKeysOf } from '../keys/hand-overs.keys.service.ts'
import { type CheckedHandOver, HandOverArchive } from './hand-overs.archive.ts'

/** Opening costs: asked before the bytes of a file are read. */
export const admitOpening = (
  { rateLimits }: HandOverDependencies,
  { userId }: PracticeActor,
): Promise<void> => rateLimits.take(['handOversOpened', `user ${userId}`])

/** Opens a file that came with the keys of the practice, looks at all of it, and takes away what was decrypted for that. */
export const withHandOver = async <T>(
  { db, secrets, workDirectory }: HandOverDependencies,
  actor: PracticeActor,
  bytes: Readable,
  work: (checked: CheckedHandOver, archive: HandOverArchive) => Promise<T>,
): Promise<T> => {
  const keys = await lookUp(db, actor, (tx) => openingKeysOf(tx, actor.practiceId, secrets))
  const folder = path.join(workDirectory, `received-${randomUUID()}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    const file = path.join(folder, 'hand-over.age')
    await pipeline(bytes, createWriteStream(file, { mode: 0o600 }))
    const archive = await HandOverArchive.open(file, path.join(folder, 'plain.zip'), keys)
    try {
      return await work(await archive.check(), archive)
    } finally {
      await archive.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
