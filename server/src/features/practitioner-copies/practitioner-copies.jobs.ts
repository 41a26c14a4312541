import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { appendAudit } from '../../platform/audit/audit.strands.ts'
import type { AuditEntry } from '../../platform/audit/audit.ts'
import { authorized } from '../../platform/authorized.ts'
import { type Tx, transaction } from '../../platform/database/database.ts'
import { parseJson } from '../../platform/database/wire.ts'
import type { JobHandlers, JobPayload } from '../../platform/jobs/jobs.ts'
import { makeClaimed, whileAlive } from '../../platform/jobs/made-in-background.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { practiceOf } from '../practices/practices.service.ts'
import { type Making, writeEntries } from './practitioner-copies.contents.service.ts'
import type { EntriesJobDependencies } from './practitioner-copies.dependencies.ts'
import {
  expireEntriesJob,
  makeEntriesJob,
  queueExpiry,
  queueLateRemoval,
  queueMaking,
  queueRemoval,
  queueWatch,
  removeEntriesJob,
  watchEntriesJob,
} from './practitioner-copies.queue.ts'
import {
  claimEntries,
  type EntriesKey,
  findEntriesWire,
  isBeingMade,
  lockEntries,
  type MadeEntries,
  noteAlive,
  noteFailed,
  noteReady,
  type StoredEntries,
  writeRemoved,
} from './practitioner-copies.repository.ts'

const keyOf = ({ practiceId, id }: JobPayload): EntriesKey => ({
  practiceId: Number(practiceId),
  id: Number(id),
})

const within = <T>(
  { db }: EntriesJobDependencies,
  { practiceId }: EntriesKey,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => transaction(db.queries, { practiceId, userId: 0 }, 'read write', work)

const requestIdOf = ({ id }: EntriesKey): string => `entries ${id}`

/** Reads for the owner who signed it off: all that the author wrote, whatever the author may read today. */
const prepare = (dependencies: EntriesJobDependencies, stored: StoredEntries): Promise<Making> =>
  within(dependencies, stored, async (tx) => {
    const { practiceId, decidedBy, doctorId, language } = stored
    const { name, timezone, configurations } = await practiceOf(tx, { practiceId })
    const wire = parseJson(await findEntriesWire(tx, stored))
    const reader: PracticeActor = {
      ...{ kind: 'member', practiceId, doctorId, language, timezone, configurations },
      ...{ userId: decidedBy ?? 0, role: 'owner', clinical: true, sessionId: 0, practiceKeyId: null },
      ...{ email: '', fresh: false, handedOver: null },
      call: { requestId: requestIdOf(stored), ip: null, userAgent: null, device: null, idempotent: null },
    }
    const { practitioner, reason, answer, decidedBy: owner } = wire
    return {
      ...{ stored, reader },
      signedOff: { practice: name, practitioner, reason, answer: answer ?? '', owner: owner ?? '' },
      folder: path.join(dependencies.workDirectory, `entries-${stored.id}`),
    }
  })

/** A row for the copy, and one for each patient: who looks up who saw a file finds that it left with its author. */
const tellTrail = async (
  { db }: EntriesJobDependencies,
  tx: Tx,
  { practiceId, id, decidedBy, doctorId }: StoredEntries,
  { patientIds, records }: MadeEntries,
): Promise<void> => {
  const actor = { practiceId, userId: decidedBy, sessionId: null, requestId: `entries ${id}`, ip: null }
  const subject = { type: 'entries', id }
  const entries: AuditEntry[] = [
    { action: 'entries.make', subject, detail: { doctor: doctorId, patients: patientIds.length, records } },
    ...patientIds.map((patientId) => ({ action: 'entries.take_along' as const, patientId, subject })),
  ]
  await appendAudit(
    tx,
    db.auditKey,
    practiceId,
    entries.map((entry) => ({ actor, entry })),
  )
}

const keep = async (
  dependencies: EntriesJobDependencies,
  stored: StoredEntries,
  { file, ...written }: Awaited<ReturnType<typeof writeEntries>>,
): Promise<void> => {
  const storageKey = `practice-${stored.practiceId}/entries/${randomUUID()}.zip`
  const made = { ...written, storageKey }
  await within(dependencies, stored, (tx) => queueLateRemoval(tx, storageKey))
  await dependencies.files.put(storageKey, { size: made.size, bytes: createReadStream(file) })
  const isWanted = await within(dependencies, stored, async (tx) => {
    const isReady = await noteReady(tx, stored, made)
    if (!isReady) return false
    await queueExpiry(tx, stored)
    await tellTrail(dependencies, tx, stored, made)
    return true
  })
  if (!isWanted) await dependencies.files.remove(storageKey)
}

const carryOut = async (dependencies: EntriesJobDependencies, stored: StoredEntries): Promise<void> => {
  const making = await prepare(dependencies, stored)
  try {
    await whileAlive(
      () => within(dependencies, stored, (tx) => noteAlive(tx, stored)),
      async () => keep(dependencies, stored, await writeEntries(dependencies, making)),
    )
  } finally {
    await rm(making.folder, { recursive: true, force: true })
  }
}

/** Makes a copy that was signed off. */
const make = (dependencies: EntriesJobDependencies, key: EntriesKey): Promise<void> =>
  makeClaimed(
    () => within(dependencies, key, (tx) => claimEntries(tx, key)),
    (claimed) => carryOut(dependencies, claimed),
    () => within(dependencies, key, (tx) => noteFailed(tx, key)),
  )

/** Who was killed over a copy is followed by another within three minutes. */
const watch = (dependencies: EntriesJobDependencies, key: EntriesKey): Promise<void> =>
  within(dependencies, key, async (tx) => {
    if (!(await isBeingMade(tx, key))) return
    await queueMaking(tx, key)
    await queueWatch(tx, key)
  })

const expire = (dependencies: EntriesJobDependencies, key: EntriesKey): Promise<void> =>
  within(dependencies, key, async (tx) => {
    const found = await lockEntries(tx, key)
    if (found?.state !== 'ready') return
    await writeRemoved(tx, authorized(found))
    if (found.storageKey !== null) await queueRemoval(tx, found.storageKey)
  })

/** Copies of entries that owners signed off. */
export const practitionerCopyJobs = (dependencies: EntriesJobDependencies): JobHandlers => ({
  [makeEntriesJob]: (payload) => make(dependencies, keyOf(payload)),
  [watchEntriesJob]: (payload) => watch(dependencies, keyOf(payload)),
  [expireEntriesJob]: (payload) => expire(dependencies, keyOf(payload)),
  [removeEntriesJob]: ({ storageKey }) => dependencies.files.remove(String(storageKey)),
})
