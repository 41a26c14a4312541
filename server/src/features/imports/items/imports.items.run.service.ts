import { createHash } from 'node:crypto'
import type { AuditEntry } from '../../../platform/audit/audit.ts'
import type { Authorized } from '../../../platform/authorized.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { holdForImport } from '../../patients/patients.bulk.service.ts'
import type { ImportDependencies } from '../imports.dependencies.ts'
import { countWritten } from '../imports.fates.repository.ts'
import { queueForgetting } from '../imports.queue.ts'
import { findPracticeWays, type ImportKey, type StoredImport, updateImport } from '../imports.repository.ts'
import { countFates } from '../imports.rows.repository.ts'
import { step, takeTurn } from '../imports.work.ts'
import { type Bringing, kindsOfItems } from './imports.bring.service.ts'
import { decideItems } from './imports.decide.service.ts'
import { tellItems } from './imports.items.news.ts'
import {
  type BroughtItem,
  findBrought,
  findOpenItems,
  type ItemKind,
  type ItemsKey,
  itemsOfStep,
  noteItemsTakenBack,
  noteMadeItems,
  noteRefused,
  type OpenItem,
} from './imports.items.repository.ts'

export const itemsKeyOf = (key: ImportKey, { kind, source }: StoredImport): ItemsKey => ({
  ...key,
  kind: kind as ItemKind,
  source,
})

/** What rows held, so that the trail says of each patient what was written: SHA-256 of their items as they were read. */
const digestOf = (rows: readonly OpenItem[]): string =>
  createHash('sha256')
    .update(JSON.stringify(rows.map(({ item }) => item)))
    .digest('hex')

const trailOf = (key: ItemsKey, made: readonly OpenItem[]): AuditEntry[] =>
  [...Map.groupBy(made, ({ patientId }) => patientId)].map(([patientId, rows]) => ({
    action: kindsOfItems[key.kind].action,
    patientId,
    detail: { import: key.importId, count: rows.length, sha256: digestOf(rows) },
  }))

const end = async (tx: Tx, key: ItemsKey, stored: Authorized<StoredImport>) => {
  const counts = await countFates(tx, key)
  await updateImport(tx, key.practiceId, stored, { state: 'done', counts, ended: true })
  await queueForgetting(tx, key)
  const { created, sha256, source, kind } = stored
  return {
    more: false,
    trail: [
      {
        action: 'import.done' as const,
        subject: { type: 'import', id: key.importId },
        detail: { created, sha256, source, kind },
      },
    ],
  }
}

const unknownPatient = ({ row }: OpenItem) =>
  ({ row, fate: 'fault', key: 'import_patient_unknown', params: {} }) as const

const bringOpen = async (
  tx: Tx,
  bringing: Omit<Bringing, 'stored'> & { readonly stored: Authorized<StoredImport> },
  open: readonly OpenItem[],
) => {
  const { key, stored } = bringing
  const here = await holdForImport(
    tx,
    key.practiceId,
    open.map(({ patientId }) => patientId),
  )
  const late = open.filter(({ patientId }) => !here.has(patientId))
  const { made, refused } = await kindsOfItems[key.kind].bring(
    tx,
    bringing,
    open.filter((row) => !late.includes(row)),
  )
  const stand = open.filter(({ row }) => made.has(row))
  const noted = stand.map(({ row, externalId }) => ({ row, externalId, itemId: made.get(row) ?? 0 }))
  // None waits for another: they travel together.
  await Promise.all([
    noteRefused(tx, key, [...refused, ...late.map(unknownPatient)]),
    noteMadeItems(tx, key, noted),
    updateImport(tx, key.practiceId, stored, {
      done: stored.done + open.length,
      created: stored.created + stand.length,
    }),
    tellItems(tx, key, [...made.values()], new Set(stand.map(({ patientId }) => patientId))),
  ])
  return { more: true, trail: trailOf(key, stand) }
}

/** Brings the next rows in; false when none is left. What the practice has by now is looked at anew before the first. */
const bringNext = ({ db, classes }: ImportDependencies, importKey: ImportKey) =>
  step(db, importKey, 'running', async (tx, stored) => {
    const key = itemsKeyOf(importKey, stored)
    if (stored.done === 0) await decideItems(tx, key, (await findPracticeWays(tx, key.practiceId)).now)
    await countWritten(tx, stored.done, itemsOfStep)
    const open = await findOpenItems(tx, key)
    return open.length === 0 ? end(tx, key, stored) : bringOpen(tx, { key, stored, classes }, open)
  })

/** Brings in what the rows of an import hold, a turn of them; answers whether there is more to do. */
export const bringItems = (dependencies: ImportDependencies, key: ImportKey): Promise<boolean> =>
  takeTurn(() => bringNext(dependencies, key))

const trailOfTaking = (
  { importId, kind }: ItemsKey,
  looked: readonly BroughtItem[],
  gone: ReadonlySet<number>,
): AuditEntry[] => {
  const taken = looked.filter(({ itemId }) => gone.has(itemId))
  return [...Map.groupBy(taken, ({ patientId }) => patientId)].map(([patientId, rows]) => ({
    action: 'patient.import_undone' as const,
    patientId,
    detail: { import: importId, kind, count: rows.length },
  }))
}

const takeBackNext = ({ db, classes }: ImportDependencies, importKey: ImportKey) =>
  step(db, importKey, 'undoing', async (tx, stored) => {
    const key = itemsKeyOf(importKey, stored)
    const looked = await findBrought(tx, key)
    if (looked.length === 0) {
      await updateImport(tx, key.practiceId, stored, { state: 'undone' })
      const detail = { removed: stored.created - stored.spared, spared: stored.spared, kind: key.kind }
      const subject = { type: 'import', id: key.importId }
      return { more: false, trail: [{ action: 'import.undone' as const, subject, detail }] }
    }
    const ids = looked.map(({ itemId }) => itemId)
    const gone = new Set(await kindsOfItems[key.kind].takeBack(tx, { key, stored, classes }, ids))
    await noteItemsTakenBack(tx, key, looked, gone)
    await updateImport(tx, key.practiceId, stored, {
      done: stored.done + looked.length,
      spared: stored.spared + looked.length - gone.size,
    })
    await tellItems(tx, key, [...gone], new Set(looked.map(({ patientId }) => patientId)))
    return { more: true, trail: trailOfTaking(key, looked, gone) }
  })

/** Takes back what an import brought, a turn of it; what was worked on since stays. */
export const takeBackItems = (dependencies: ImportDependencies, key: ImportKey): Promise<boolean> =>
  takeTurn(() => takeBackNext(dependencies, key))
