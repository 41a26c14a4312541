import type { TimeFormat, User } from '@ulna/contract/accounts'
import type { Language } from '@ulna/contract/record-class'
import type { Queries, Tx } from '../../platform/database.ts'

export interface NewUser {
  readonly username: string
  readonly email: string
  readonly passwordHash: string
  readonly firstName: string
  readonly lastName: string
  readonly language: Language
}

/** Stores an account that may sign in at once. */
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
      activated_at: new Date(),
    })
    .returning(['id', 'uid', 'username', 'email', 'language', 'time_format'])
    .executeTakeFirstOrThrow()
  return toUser(row)
}

interface UserRow {
  readonly id: number
  readonly uid: string
  readonly username: string
  readonly email: string
  readonly language: string
  readonly time_format: string
}

const toUser = (row: UserRow): User => ({
  id: row.id,
  uid: row.uid,
  username: row.username,
  email: row.email,
  language: row.language as Language,
  timeFormat: row.time_format as TimeFormat,
})

export interface Credentials {
  readonly id: number
  readonly passwordHash: string | null
  readonly activated: boolean
  readonly disabled: boolean
}

/** By user name or e-mail address, whichever the text is; case does not matter. */
export const findCredentials = async (queries: Queries, name: string): Promise<Credentials | undefined> => {
  const row = await queries
    .selectFrom('users')
    .select(['id', 'password_hash', 'activated_at', 'disabled_at'])
    .where((where) =>
      where.or([
        where(where.fn<string>('lower', ['username']), '=', name.toLowerCase()),
        where(where.fn<string>('lower', ['email']), '=', name.toLowerCase()),
      ]),
    )
    // Somebody may have chosen another's address as user name: the account that owns the address comes first.
    .orderBy((order) => order(order.fn<string>('lower', ['email']), '=', name.toLowerCase()), 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return undefined
  return {
    id: row.id,
    passwordHash: row.password_hash,
    activated: row.activated_at !== null,
    disabled: row.disabled_at !== null,
  }
}

const userColumns = ['id', 'uid', 'username', 'email', 'language', 'time_format'] as const

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

/** How somebody is called, for a profile in another practice. */
export const findPerson = async (
  queries: Queries,
  userId: number,
): Promise<{ firstName: string; lastName: string; email: string } | undefined> => {
  const row = await queries
    .selectFrom('users')
    .select(['first_name', 'last_name', 'email'])
    .where('id', '=', userId)
    .executeTakeFirst()
  return row && { firstName: row.first_name, lastName: row.last_name, email: row.email }
}
