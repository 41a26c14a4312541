import type { Doctor, Practice, PracticeConfigurations, PracticeMembership } from '@ulna/contract/practices'
import { defaultConfigurations } from '@ulna/contract/practices'
import type { Language } from '@ulna/contract/record-class'
import type { Role } from '@ulna/contract/roles'
import { sql } from 'kysely'
import type { Queries, Tx } from '../../platform/database.ts'
import { readConfigurations } from '../../platform/sessions.ts'
import { wire, wireArray, wireObject } from '../../platform/wire.ts'

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

export interface NewDoctor {
  readonly practiceId: number
  readonly userId: number
  readonly firstName: string
  readonly lastName: string
  readonly email: string | null
}

/** The professional profile of a user in a practice. Colours go round 1 to 4. */
export const insertDoctor = async (tx: Tx, doctor: NewDoctor): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into doctors (practice_id, user_id, first_name, last_name, email, color)
    select ${doctor.practiceId}, ${doctor.userId}, ${doctor.firstName}, ${doctor.lastName}, ${doctor.email}, 1 + count(*) % 4
    from doctors where practice_id = ${doctor.practiceId}
    returning id`.execute(tx)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('the doctor was not stored')
  return id
}

export interface NewMembership {
  readonly practiceId: number
  readonly userId: number
  readonly doctorId: number
  readonly role: Role
  readonly clinical: boolean
}

export const insertMembership = async (tx: Tx, membership: NewMembership): Promise<void> => {
  await tx
    .insertInto('memberships')
    .values({
      practice_id: membership.practiceId,
      user_id: membership.userId,
      doctor_id: membership.doctorId,
      role: membership.role,
      clinical: membership.clinical,
    })
    .execute()
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

const isoOrNull = (moment: Date | null): string | null => moment?.toISOString() ?? null

export const findPractice = async (queries: Queries, id: number): Promise<Practice | undefined> => {
  const row = await queries.selectFrom('practices').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
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
    createdAt: row.created_at.toISOString(),
    updatedAt: isoOrNull(row.updated_at),
  }
}

const doctorWire = wireObject<Doctor>({
  id: wire.number('d.id'),
  ownerId: wire.number('d.user_id'),
  practiceId: wire.number('d.practice_id'),
  firstName: wire.text('d.first_name'),
  lastName: wire.text('d.last_name'),
  fullName: wire.text('d.full_name'),
  color: wire.number('d.color'),
  bookable: wire.boolean(sql`d.bookable and m.clinical and m.ended_at is null`),
  birthDate: wire.optionalPlain('d.birth_date'),
  socialId: wire.optionalText('d.social_id'),
  phone: wire.optionalText('d.phone'),
  mobile: wire.optionalText('d.mobile'),
  email: wire.optionalText('d.email'),
  address: wire.optionalText('d.address'),
})

/** The practitioners of a practice as a wire array, by name. */
export const findDoctors = async (tx: Tx, practiceId: number): Promise<{ wire: string; total: number }> => {
  const { rows } = await sql<{ wire: string; total: number }>`
    select ${wireArray(doctorWire, sql`d.full_name, d.id`)} as wire, count(*)::int as total
    from doctors d join memberships m on m.practice_id = d.practice_id and m.doctor_id = d.id
    where d.practice_id = ${practiceId}`.execute(tx)
  return rows[0] ?? { wire: '[]', total: 0 }
}

/** The profile of a user in a practice. */
export const findDoctorOfUser = async (
  tx: Tx,
  practiceId: number,
  userId: number,
): Promise<Doctor | undefined> => {
  const { rows } = await sql<{ wire: string }>`
    select ${doctorWire} as wire
    from doctors d join memberships m on m.practice_id = d.practice_id and m.doctor_id = d.id
    where d.practice_id = ${practiceId} and d.user_id = ${userId}`.execute(tx)
  return rows[0] ? (JSON.parse(rows[0].wire) as Doctor) : undefined
}

export const choosePractice = async (tx: Tx, sessionId: number, practiceId: number): Promise<void> => {
  await tx.updateTable('sessions').set({ practice_id: practiceId }).where('id', '=', sessionId).execute()
}
