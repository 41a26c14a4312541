import type { MovementCause, MovementKind } from '@ulna/contract/session-packages/session-packages.states'
import { sql } from 'kysely'
import type { Authorized } from '../../platform/authorized.ts'
import type { Tx } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/prepared.ts'
import type { PackageState, Place } from './session-packages.repository.ts'
import { joinedPackages, packageWire } from './session-packages.wire.ts'

/** Columns a caller may write. */
export interface PackageColumns {
  readonly doctor_id?: number
  readonly num_sessions?: number
  readonly description?: string | null
  readonly auto_add?: boolean
  readonly price_minor?: number | null
  readonly price_digits?: number | null
  readonly currency?: string | null
  readonly notes?: string | null
  readonly expires_on?: string | null
  readonly expiry_told_on?: string | null
  readonly cancel_reason?: string | null
}

export interface NewPackage extends PackageColumns {
  readonly patient_id: number
  readonly doctor_id: number
  readonly num_sessions: number
}

export const insertPackage = async (tx: Tx, practiceId: number, columns: NewPackage): Promise<number> => {
  const { id } = await tx
    .insertInto('session_packages')
    .values({ practice_id: practiceId, ...columns })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** `isCancelled` undefined: it stays as it is. */
export const updatePackageRow = async (
  tx: Tx,
  practiceId: number,
  { id }: Authorized<PackageState>,
  { columns, isCancelled }: { columns: PackageColumns; isCancelled?: boolean },
): Promise<void> => {
  await tx
    .updateTable('session_packages')
    .set((set) => ({
      ...columns,
      ...(isCancelled === undefined ? {} : { cancelled_at: isCancelled ? sql<Date>`now()` : null }),
      version: set('version', '+', 1),
      updated_at: sql<Date>`now()`,
    }))
    .where('practice_id', '=', practiceId)
    .where('id', '=', id)
    .execute()
}

/** The expiry that the ledger tells of; no version of the package. */
export const noteExpiryTold = async (tx: Tx, practiceId: number, id: number): Promise<void> => {
  await sql`
    update session_packages set expiry_told_on = expires_on where practice_id = ${practiceId} and id = ${id}`.execute(
    tx,
  )
}

/** Keeps what a package is now as the version it has now. */
export const keepPackageVersion = async (
  tx: Tx,
  { practiceId, timezone }: Place,
  id: number,
  userId: number,
): Promise<void> => {
  await sql`
    insert into session_package_versions (practice_id, package_id, version, author_user_id, body)
    select s.practice_id, s.id, s.version, ${userId}, ${packageWire(practiceId, sql`${timezone}::text`)}
    from ${joinedPackages(practiceId)} where s.practice_id = ${practiceId} and s.id = ${id}
    returning 1`.execute(tx)
}

/** Adds patients that a package serves from now on; those it serves stay. */
export const addPatients = async (
  tx: Tx,
  practiceId: number,
  id: number,
  patientIds: readonly number[],
): Promise<void> => {
  await sql`
    insert into session_package_patients (practice_id, package_id, patient_id)
    select ${practiceId}, ${id}, p from unnest(${[...patientIds]}::bigint[]) p
    on conflict do nothing
    returning 1`.execute(tx)
}

/** Takes away the patients a package no longer serves; whoever took a session of it is refused by a foreign key. */
export const keepOnlyPatients = async (
  tx: Tx,
  practiceId: number,
  id: number,
  patientIds: readonly number[],
): Promise<void> => {
  await sql`
    delete from session_package_patients
    where practice_id = ${practiceId} and package_id = ${id} and not patient_id = any(${[...patientIds]}::bigint[])`.execute(
    tx,
  )
}

/** Holds patients that are about to be named, in the order of their ids; answers how many there are. */
export const holdPatients = async (tx: Tx, practiceId: number, ids: readonly number[]): Promise<number> => {
  const { rows } = await sql`
    select id from patients where practice_id = ${practiceId} and id = any(${[...ids]}::bigint[]) order by id
    for key share`.execute(tx)
  return rows.length
}

/** A line of the ledger; what a visit or a record it was about. */
export interface NewMovement {
  readonly packageId: number
  readonly kind: MovementKind
  readonly cause: MovementCause
  readonly sessions: number
  readonly balance: number
  readonly reason?: string | null
  readonly patientId?: number | null
  readonly recordId?: number | null
  readonly appointmentId?: number | null
  /** Null: nobody; its day came. */
  readonly userId: number | null
}

/** What a line says nothing of. */
const unsaid = { reason: null, patientId: null, recordId: null, appointmentId: null } as const

/** When that was what a line is about: the visit, else the record. */
const readMoment = prepared<
  { readonly at: Date | null },
  Pick<Required<NewMovement>, 'recordId' | 'appointmentId'> & { readonly practiceId: number }
>(
  ({ practiceId, recordId, appointmentId }) => sql`
    select coalesce((select start_at from appointments where practice_id = ${practiceId} and id = ${appointmentId}),
      (select occurred_at from records where practice_id = ${practiceId} and id = ${recordId})) as at`,
)

const momentOf = async (
  tx: Tx,
  practiceId: number,
  { recordId, appointmentId }: Required<NewMovement>,
): Promise<Date | null> => {
  if (recordId === null && appointmentId === null) return null
  return (await readMoment(tx, { practiceId, recordId, appointmentId }))[0]?.at ?? null
}

const insert = prepared<
  never,
  Required<NewMovement> & { readonly practiceId: number; readonly occurredAt: Date | null }
>(
  (line) => sql`
    insert into session_package_movements (practice_id, package_id, kind, cause, sessions, balance, reason, patient_id, record_id,
      appointment_id, user_id, occurred_at)
    values (${line.practiceId}, ${line.packageId}, ${line.kind}, ${line.cause}, ${line.sessions}, ${line.balance},
      ${line.reason}, ${line.patientId}, ${line.recordId}, ${line.appointmentId}, ${line.userId}, ${line.occurredAt})`,
)

/** Adds a line to the ledger. */
export const insertMovement = async (tx: Tx, practiceId: number, movement: NewMovement): Promise<void> => {
  const line = { ...unsaid, ...movement }
  await insert(tx, { ...line, practiceId, occurredAt: await momentOf(tx, practiceId, line) })
}

const setCounters = prepared<
  never,
  { readonly practiceId: number; readonly id: number; readonly used: number; readonly reserved: number }
>(
  ({ practiceId: practice, id, used, reserved }) => sql`
    update session_packages set used_sessions = ${used}, reserved_sessions = ${reserved}, updated_at = now()
    where practice_id = ${practice} and id = ${id}`,
)

/** The counters of a package whose row is locked. */
export const writeCounters = async (
  tx: Tx,
  practiceId: number,
  id: number,
  { usedSessions, reservedSessions }: { readonly usedSessions: number; readonly reservedSessions: number },
): Promise<void> => {
  await setCounters(tx, { practiceId, id, used: usedSessions, reserved: reservedSessions })
}
