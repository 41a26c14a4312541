import type { AuditAction } from '@ulna/contract/audit-actions'
import type { Tx } from '../../../platform/database/database.ts'
import { databaseToday } from '../../../platform/database/database-clock.ts'
import { textsOf } from '../../../platform/locale-texts.ts'
import { bringVisits, takeBackVisits } from '../../appointments/brought/appointments.brought.service.ts'
import type { RecordClasses } from '../../modules/modules.service.ts'
import { keepOrigins } from '../../practices/practices.origins.service.ts'
import { bringNotes, takeBackNotes } from '../../records/brought/records.brought.service.ts'
import {
  bringPackages,
  takeBackPackages,
} from '../../session-packages/brought/session-packages.brought.service.ts'
import { findOwnPractitioner, findPracticeWays, type StoredImport } from '../imports.repository.ts'
import type { NoteItem, PackageItem, VisitItem } from '../matching/imports.items.ts'
import type { ItemKind, ItemsKey, OpenItem, RefusedRow } from './imports.items.repository.ts'

/** What rows made, and those whose turn came too late. */
export interface Outcome {
  readonly made: ReadonlyMap<number, number>
  readonly refused: readonly RefusedRow[]
}

export interface Bringing {
  readonly key: ItemsKey
  readonly stored: StoredImport
  readonly classes: RecordClasses
}

type Bring = (tx: Tx, bringing: Bringing, open: readonly OpenItem[]) => Promise<Outcome>

/** Names that stand for somebody who is nobody here, with their ids; each says in the practice's language what it is. */
const originsOf = (tx: Tx, { key, stored }: Bringing, names: readonly string[]) =>
  keepOrigins(tx, { practiceId: key.practiceId, word: textsOf(stored.language, 'imports')('origin') }, names)

const visitOf = ({ item, ...row }: OpenItem, origins: ReadonlyMap<string, number>, source: string) => {
  const { doctorId, practitioner, ...visit } = item as VisitItem
  return { ...row, ...visit, doctorId: doctorId ?? origins.get(practitioner || source) ?? 0 }
}

const bringAllVisits: Bring = async (tx, bringing, open) => {
  const { practiceId, source } = bringing.key
  const gone = open.flatMap(({ item }) => {
    const { doctorId, practitioner } = item as VisitItem
    return doctorId === null ? [practitioner || source] : []
  })
  const origins = gone.length === 0 ? new Map<string, number>() : await originsOf(tx, bringing, gone)
  const visits = open.map((row) => visitOf(row, origins, source))
  const { made, clashes } = await bringVisits(
    tx,
    { practiceId, userId: bringing.stored.startedBy },
    source,
    visits,
  )
  const refused = clashes.map(({ row, start, name }) => ({
    ...{ row, fate: 'clash' as const, key: 'clash_appointment' },
    params: { start: start.toISOString(), name },
  }))
  return { made, refused }
}

const bringAllPackages: Bring = async (tx, { key, stored }, open) => {
  const { practiceId, source } = key
  const { timezone } = await findPracticeWays(tx, practiceId)
  const doctorId = await findOwnPractitioner(tx, practiceId, stored.startedBy)
  if (doctorId === undefined) throw new Error('who begins an import is a member of the practice')
  const made = await bringPackages(
    tx,
    { practiceId, timezone, userId: stored.startedBy, today: await databaseToday(tx, timezone) },
    source,
    open.map(({ row, patientId, item }) => ({ ...(item as PackageItem), row, patientId, doctorId })),
  )
  return { made, refused: [] }
}

/** A note of today is not of a time that is still to come. */
const noteOf = (row: number, patientId: number, item: NoteItem, now: number) => ({
  ...{ ...item, row, patientId },
  at: new Date(Math.min(Date.parse(item.at), now)).toISOString(),
})

const bringAllNotes: Bring = async (tx, bringing, open) => {
  const { practiceId, source } = bringing.key
  const authorId = (await originsOf(tx, bringing, [source])).get(source)
  if (authorId === undefined) throw new Error('where notes are from was just kept')
  const { now } = await findPracticeWays(tx, practiceId)
  const made = await bringNotes(
    tx,
    bringing.classes,
    { practiceId, source, authorId },
    open.map(({ row, patientId, item }) => noteOf(row, patientId, item as NoteItem, now)),
  )
  return { made, refused: [] }
}

type TakeBack = (tx: Tx, bringing: Bringing, ids: readonly number[]) => Promise<readonly number[]>

const takeVisitsBack: TakeBack = async (tx, { key: { practiceId }, stored }, ids) => {
  const { timezone } = await findPracticeWays(tx, practiceId)
  return takeBackVisits(tx, { practiceId, userId: stored.startedBy, timezone }, ids)
}

interface KindOfItem {
  readonly bring: Bring
  readonly takeBack: TakeBack
  /** Of the row of the trail of each patient. */
  readonly action: AuditAction
}

/** How each kind is stored and taken back. */
export const kindsOfItems: Readonly<Record<ItemKind, KindOfItem>> = {
  appointments: { bring: bringAllVisits, takeBack: takeVisitsBack, action: 'patient.import_visits' },
  packages: {
    bring: bringAllPackages,
    takeBack: (tx, { key }, ids) => takeBackPackages(tx, key.practiceId, ids),
    action: 'patient.import_packages',
  },
  notes: {
    bring: bringAllNotes,
    takeBack: (tx, { key }, ids) => takeBackNotes(tx, key.practiceId, ids),
    action: 'patient.import_notes',
  },
}
