import type { User } from '@ulna/contract/accounts/accounts'
import { shortCodeLimits } from '@ulna/contract/accounts/accounts.short-code'
import type { TimeFormat } from '@ulna/contract/clock-text'
import type { Language } from '@ulna/contract/record-class/record-class'
import { sql } from 'kysely'
import type { Queries, Tx } from '../../platform/database/database.ts'

export interface NewUser {
  readonly username: string
  readonly email: string
  /** Hash of the password; null for somebody who signs in through the hosted identity service. */
  readonly passwordHash: string | null
  readonly firstName: string
  readonly lastName: string
  readonly language: Language
  /** Whether it is activated; an account that is not waits for the link in a mail. */
  readonly activated: boolean
  /** The address was proven to be the person's. */
  readonly emailVerified: boolean
  readonly firebaseUid: string | null
}

export const insertUser = async (tx: Tx, user: NewUser): Promise<User> => {
  const row = await tx
    .insertInto('users')
    .values({
      username: user.username,
      email: user.email,
      password_hash: user.passwordHash,
      first_name: user.firstName,
      last_name: user.lastName,
      language: user.language,
      activated_at: user.activated ? new Date() : null,
      email_verified_at: user.emailVerified ? new Date() : null,
      firebase_uid: user.firebaseUid,
    })
    .returning(userColumns)
    .executeTakeFirstOrThrow()
  return toUser(row)
}

interface UserRow {
  readonly id: number
  readonly uid: string
  readonly version: number
  readonly username: string
  readonly email: string
  readonly language: string
  readonly time_format: string
  readonly created_at: Date
  readonly updated_at: Date | null
}

const toUser = (row: UserRow): User => ({
  id: row.id,
  uid: row.uid,
  version: row.version,
  username: row.username,
  email: row.email,
  language: row.language as Language,
  timeFormat: row.time_format as TimeFormat,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at?.toISOString() ?? null,
})

const userColumns = [
  'id',
  'uid',
  'version',
  'username',
  'email',
  'language',
  'time_format',
  'created_at',
  'updated_at',
] as const

export const findUser = async (queries: Queries, id: number): Promise<User | undefined> => {
  const row = await queries.selectFrom('users').select(userColumns).where('id', '=', id).executeTakeFirst()
  return row && toUser(row)
}

export const updatePreferences = async (
  tx: Tx,
  id: number,
  preferences: { language?: Language | undefined; timeFormat?: TimeFormat | undefined },
): Promise<User> => {
  const row = await tx
    .updateTable('users')
    .set((set) => ({
      ...(preferences.language ? { language: preferences.language } : {}),
      ...(preferences.timeFormat ? { time_format: preferences.timeFormat } : {}),
      version: set('version', '+', 1),
      updated_at: new Date(),
    }))
    .where('id', '=', id)
    .returning(userColumns)
    .executeTakeFirstOrThrow()
  return toUser(row)
}

/** An account as mails need it. */
export interface MailRecipient {
  readonly id: number
  readonly email: string
  readonly firstName: string
  readonly language: Language
  readonly activated: boolean
  readonly disabled: boolean
}

const recipient = sql`
  id, email, first_name as "firstName", language, activated_at is not null as activated,
  disabled_at is not null as disabled`

export const findRecipient = async (queries: Queries, userId: number): Promise<MailRecipient | undefined> => {
  const { rows } = await sql<MailRecipient>`select ${recipient} from users where id = ${userId}`.execute(
    queries,
  )
  return rows[0]
}

/** Whose address it is, whatever its case. */
export const findRecipientByEmail = async (
  queries: Queries,
  email: string,
): Promise<MailRecipient | undefined> => {
  const { rows } = await sql<MailRecipient>`
    select ${recipient} from users where lower(email) = ${email.toLowerCase()}`.execute(queries)
  return rows[0]
}

export const isUsernameTaken = async (queries: Queries, username: string): Promise<boolean> => {
  const { rows } = await sql`select 1 from users where lower(username) = ${username.toLowerCase()}`.execute(
    queries,
  )
  return rows.length > 0
}

export const isEmailProven = async (tx: Tx, userId: number): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from users where id = ${userId} and email_verified_at is not null`.execute(tx)
  return rows.length > 0
}

/** The address is the person's, and the account counts from now on if it did not. */
export const markEmailProven = async (tx: Tx, userId: number): Promise<void> => {
  await sql`
    update users set email_verified_at = either(email_verified_at, now()), activated_at = either(activated_at, now())
    where id = ${userId}`.execute(tx)
}

/** The hash of the password of an account; null while it has none. */
export const findPasswordHash = async (queries: Queries, userId: number): Promise<string | null> => {
  const { rows } = await sql<{ passwordHash: string | null }>`
    select password_hash as "passwordHash" from users where id = ${userId}`.execute(queries)
  return rows[0]?.passwordHash ?? null
}

/** The hash as it is now; the account is locked. */
export const lockPasswordHash = async (tx: Tx, userId: number): Promise<string | null> => {
  const { rows } = await sql<{ passwordHash: string | null }>`
    select password_hash as "passwordHash" from users where id = ${userId} for no key update`.execute(tx)
  return rows[0]?.passwordHash ?? null
}

/** The password of an account that still waits for its activation counts no more. */
export const forgetPendingPassword = async (tx: Tx, userId: number): Promise<void> => {
  await sql`update users set password_hash = null where id = ${userId} and activated_at is null`.execute(tx)
}

/** Answers the user name, which a password manager wants to know. */
export const storePassword = async (tx: Tx, userId: number, passwordHash: string): Promise<string> => {
  const row = await tx
    .updateTable('users')
    .set({ password_hash: passwordHash, updated_at: new Date() })
    .where('id', '=', userId)
    .returning('username')
    .executeTakeFirstOrThrow()
  return row.username
}

/** How an account signs in, apart from its passkeys. */
interface SignInMeans {
  readonly hasPassword: boolean
  readonly hostedIdentity: boolean
  readonly totp: boolean
  readonly recoveryCodesLeft: number
  readonly shortCode: boolean
  readonly shortCodeBlocked: boolean
}

export const findSignInMeans = async (tx: Tx, userId: number): Promise<SignInMeans | undefined> => {
  const { rows } = await sql<SignInMeans>`
    select password_hash is not null as "hasPassword", firebase_uid is not null as "hostedIdentity",
      totp_confirmed_at is not null as totp, short_code_hash is not null as "shortCode",
      short_code_hash is not null and short_code_failures >= ${shortCodeLimits.attempts} as "shortCodeBlocked",
      (select count(*)::int from recovery_codes c where c.user_id = u.id and c.used_at is null) as "recoveryCodesLeft"
    from users u where id = ${userId}`.execute(tx)
  return rows[0]
}

/** Does something in a transaction as if it were to stay, and takes all of it back. */
export const takenBack = async (tx: Tx, work: () => Promise<unknown>): Promise<void> => {
  await sql`savepoint decoy`.execute(tx)
  await work()
  await sql`rollback to savepoint decoy`.execute(tx)
}
