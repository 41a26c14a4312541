import type { Practice, PracticeMembership, Practitioner } from '@ulna/contract/practices/practices'
import type { PracticeConfigurations } from '@ulna/contract/practices/practices.configurations'
import { defaultConfigurations } from '@ulna/contract/practices/practices.defaults'
import type { Language } from '@ulna/contract/record-class/record-class'
import type { Role } from '@ulna/contract/roles'
import { sql } from 'kysely'
import type { Authorized } from '../../platform/authorized.ts'
import type { Queries, Tx } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/prepared.ts'
import {
  noRows,
  parseJson,
  type WireList,
  type WireRow,
  wire,
  wireArray,
  wireObject,
} from '../../platform/database/wire.ts'
import { readConfigurations } from '../../platform/stored-configurations.ts'

export interface NewPractice {
  readonly name: string
  readonly timezone: string
  readonly locale: Language
}

export const insertPractice = async (tx: Tx, practice: NewPractice): Promise<number> => {
  const row = await tx
    .insertInto('practices')
    .values({ ...practice, configurations: JSON.stringify(defaultConfigurations) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export interface NewPractitioner {
  readonly practiceId: number
  readonly userId: number
  readonly firstName: string
  readonly lastName: string
  readonly email: string | null
}

/** The profile of a user in a practice: the one that is there already, or a new one. Colours go round 1 to 4. */
export const ensurePractitioner = async (tx: Tx, practitioner: NewPractitioner): Promise<number> => {
  const { practiceId, userId, firstName, lastName, email } = practitioner
  const { before } = await tx
    .selectFrom('doctors')
    .select(({ fn }) => fn.countAll<number>().as('before'))
    .where('practice_id', '=', practiceId)
    .executeTakeFirstOrThrow()
  const made = await tx
    .insertInto('doctors')
    .values({
      ...{ practice_id: practiceId, user_id: userId, first_name: firstName, last_name: lastName, email },
      color: 1 + (before % 4),
    })
    .onConflict((conflict) => conflict.constraint('doctors_user_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made) return made.id
  const known = await tx
    .selectFrom('doctors')
    .select('id')
    .where('practice_id', '=', practiceId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return known.id
}

export interface NewMembership {
  readonly practiceId: number
  readonly userId: number
  readonly doctorId: number
  readonly role: Role
  readonly clinical: boolean
  /** Who asked for clinical access that waits for an owner. */
  readonly clinicalAskedBy: number | null
}

/** Answers its id. */
export const insertMembership = async (tx: Tx, membership: NewMembership): Promise<number> => {
  const { id } = await tx
    .insertInto('memberships')
    .values({
      practice_id: membership.practiceId,
      user_id: membership.userId,
      doctor_id: membership.doctorId,
      role: membership.role,
      clinical: membership.clinical,
      clinical_asked_by: membership.clinicalAskedBy,
      clinical_asked_at: membership.clinicalAskedBy === null ? null : sql<Date>`now()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The practices a user belongs to, by name. `currentId` marks the one the session works in. */
export const findMemberships = async (
  queries: Queries,
  userId: number,
  currentId: number | null,
): Promise<PracticeMembership[]> => {
  const rows = await queries
    .selectFrom('memberships as m')
    .innerJoin('practices as p', 'p.id', 'm.practice_id')
    .select(['p.id', 'p.uid', 'p.name', 'p.timezone', 'p.locale', 'p.logo_url', 'm.role', 'm.clinical'])
    .where('m.user_id', '=', userId)
    .where('m.ended_at', 'is', null)
    .orderBy('p.name')
    .orderBy('p.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    uid: row.uid,
    name: row.name,
    timezone: row.timezone,
    locale: row.locale,
    logoUrl: row.logo_url,
    role: row.role as Role,
    clinical: row.clinical,
    current: row.id === currentId,
  }))
}

/** Whether a practice is about to be deleted. */
export const isClosing = async (tx: Tx, practiceId: number): Promise<boolean> => {
  const { rows } = await sql<{ closing: boolean }>`
    select closing_at is not null as closing from practices where id = ${practiceId}`.execute(tx)
  return rows[0]?.closing === true
}

/** Whether there is, or was, such a practitioner in this practice. */
export const isPractitionerHere = async (tx: Tx, practiceId: number, doctorId: number): Promise<boolean> => {
  const row = await tx
    .selectFrom('doctors')
    .select('id')
    .where('practice_id', '=', practiceId)
    .where('id', '=', doctorId)
    .executeTakeFirst()
  return row !== undefined
}

/** What the practice is called. */
export const findPracticeName = async (tx: Tx, practiceId: number): Promise<string> => {
  const { name } = await tx
    .selectFrom('practices')
    .select('name')
    .where('id', '=', practiceId)
    .executeTakeFirstOrThrow()
  return name
}

const isoOrNull = (moment: Date | null): string | null => moment?.toISOString() ?? null

export const findPractice = async (queries: Queries, id: number): Promise<Practice> => {
  const row = await queries.selectFrom('practices').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return {
    id: row.id,
    uid: row.uid,
    version: row.version,
    code: row.code,
    name: row.name,
    slogan: row.slogan,
    description: row.description,
    timezone: row.timezone,
    locale: row.locale,
    logoUrl: row.logo_url,
    logoFd: row.logo_fd,
    configurations: readConfigurations(JSON.stringify(row.configurations)) satisfies PracticeConfigurations,
    closingAt: isoOrNull(row.closing_at),
    createdAt: row.created_at.toISOString(),
    updatedAt: isoOrNull(row.updated_at),
  }
}

/** Key of the practice's logo in the file store. */
export const findLogoFile = async (tx: Tx, id: number): Promise<string | null> => {
  const row = await tx.selectFrom('practices').select('logo_fd').where('id', '=', id).executeTakeFirst()
  return row?.logo_fd ?? null
}

/** Makes whoever else changes the practice wait until the transaction ends. */
export const lockPractice = async (tx: Tx, id: number): Promise<void> => {
  await sql`select id from practices where id = ${id} for no key update`.execute(tx)
}

/** Columns of the settings. */
export interface PracticeColumns {
  readonly name?: string
  readonly code?: string | null
  readonly slogan?: string | null
  readonly description?: string | null
  readonly timezone?: string
  readonly locale?: Language
  readonly logo_url?: string | null
  readonly logo_fd?: string | null
  readonly configurations?: string
}

export const updatePracticeRow = async (
  tx: Tx,
  { id }: Authorized<Practice>,
  columns: PracticeColumns,
): Promise<void> => {
  await tx
    .updateTable('practices')
    .set((set) => ({ ...columns, version: set('version', '+', 1), updated_at: sql<Date>`now()` }))
    .where('id', '=', id)
    .execute()
}

const practitionerWire = wireObject<Practitioner>({
  id: wire.number('d.id'),
  ownerId: wire.number('d.user_id'),
  practiceId: wire.number('d.practice_id'),
  firstName: wire.text('d.first_name'),
  lastName: wire.text('d.last_name'),
  fullName: wire.text('d.full_name'),
  licenceNumber: wire.optionalText('d.licence_number'),
  color: wire.number('d.color'),
  version: wire.number('d.version'),
  bookable: wire.boolean(sql`d.bookable and m.clinical and m.ended_at is null`),
  birthDate: wire.optionalPlain('d.birth_date'),
  socialId: wire.optionalText('d.social_id'),
  phone: wire.optionalText('d.phone'),
  mobile: wire.optionalText('d.mobile'),
  email: wire.optionalText('d.email'),
  address: wire.optionalText('d.address'),
  createdAt: wire.instant('d.created_at'),
  updatedAt: wire.optionalInstant('d.updated_at'),
})

const readPractitioners = prepared<WireList<Practitioner>, { readonly practiceId: number }>(
  ({ practiceId }) => sql`
    select ${wireArray(practitionerWire, sql`d.full_name, d.id`)} as rows, count(*)::int as total
    from doctors d join memberships m on m.practice_id = ${practiceId} and m.doctor_id = d.id
    where d.practice_id = ${practiceId}`,
)

/** The practitioners of a practice as a wire array, by name. */
export const findPractitioners = async (tx: Tx, practiceId: number): Promise<WireList<Practitioner>> =>
  (await readPractitioners(tx, { practiceId }))[0] ?? noRows

/** The profile of a user in a practice. */
export const findPractitionerOfUser = async (
  tx: Tx,
  practiceId: number,
  userId: number,
): Promise<Practitioner | undefined> => {
  const { rows } = await sql<WireRow<Practitioner>>`
    select ${practitionerWire} as wire
    from doctors d join memberships m on m.practice_id = ${practiceId} and m.doctor_id = d.id
    where d.practice_id = ${practiceId} and d.user_id = ${userId}`.execute(tx)
  return rows[0] && parseJson(rows[0].wire)
}

export const choosePractice = async (tx: Tx, sessionId: number, practiceId: number): Promise<void> => {
  await tx.updateTable('sessions').set({ practice_id: practiceId }).where('id', '=', sessionId).execute()
}

/** E-mail addresses of the owners who can sign in. */
export const findOwnerAddresses = async (tx: Tx, practiceId: number): Promise<string[]> => {
  const rows = await tx
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('u.email')
    .where('m.practice_id', '=', practiceId)
    .where('m.role', '=', 'owner')
    .where('m.ended_at', 'is', null)
    .where('u.disabled_at', 'is', null)
    .execute()
  return rows.map((row) => row.email)
}
