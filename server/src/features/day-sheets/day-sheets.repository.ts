import type { SheetContents } from '@ulna/contract/day-sheets/day-sheets'
import type { Language } from '@ulna/contract/record-class/record-class'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'

/** Which sheet of a practice. */
export interface SheetOf {
  /** `YYYY-MM-DD` on the practice's clock. */
  readonly day: string
  readonly contents: SheetContents
}

export interface NewSheet extends SheetOf {
  readonly digest: string
  readonly pdf: Buffer
  readonly visits: number
}

/** The bytes of a sheet that was made of exactly that; undefined where there is none. */
export const findSheet = async (
  tx: Tx,
  practiceId: number,
  { day, contents, digest }: SheetOf & { readonly digest: string },
): Promise<Buffer | undefined> => {
  const { rows } = await sql<{ pdf: Buffer }>`
    select pdf from day_sheets
    where practice_id = ${practiceId} and day = ${day}::date and contents = ${contents} and digest = ${digest}`.execute(
    tx,
  )
  return rows[0]?.pdf
}

/** Keeps a sheet in the place of the one of its day. */
export const keepSheet = async (
  tx: Tx,
  practiceId: number,
  { day, contents, digest, pdf, visits }: NewSheet,
): Promise<void> => {
  await sql`
    insert into day_sheets (practice_id, day, contents, digest, pdf, visits)
    values (${practiceId}, ${day}::date, ${contents}, ${digest}, ${pdf}, ${visits})
    on conflict (practice_id, day, contents) do update
      set digest = excluded.digest, pdf = excluded.pdf, visits = excluded.visits, made_at = excluded.made_at`.execute(
    tx,
  )
}

/** Removes the sheets of a practice: all, or those that were made so many hours ago. */
export const deleteSheets = async (tx: Tx, practiceId: number, hours = 0): Promise<void> => {
  await sql`delete from day_sheets
    where practice_id = ${practiceId} and made_at <= now() - make_interval(hours => ${hours}::int)`.execute(
    tx,
  )
}

/** A practice as far as its sheets need to know it. */
export interface SheetPractice {
  readonly timezone: string
  readonly language: Language
  /** JSON as it is stored. */
  readonly configurations: string
}

export const findSheetPractice = async (tx: Tx, practiceId: number): Promise<SheetPractice | undefined> => {
  const { rows } = await sql<SheetPractice>`
    select timezone, locale as language, configurations::text as configurations from practices
    where id = ${practiceId} and closing_at is null`.execute(tx)
  return rows[0]
}

export interface AskedEvening {
  readonly practiceId: number
  /** The day whose evening it is, on the practice's clock. */
  readonly evening: string
}

/**
 * Practices that wish sheets in the evening, whose evening has begun and that nobody asked for this evening's yet: they
 * count as asked for now. Practices are of the whole installation. `at` is the database's time unless somebody says another.
 */
export const claimEvenings = async (tx: Tx, hour: string, at?: Date): Promise<readonly AskedEvening[]> => {
  const clock = sql`(either(${at ?? null}::timestamptz, now()) at time zone timezone)`
  const { rows } = await sql<AskedEvening>`
    update practices set sheets_asked_on = ${clock}::date
    where closing_at is null and configurations -> 'agenda' ->> 'eveningSheets' = 'true'
      and ${clock}::time >= ${hour}::time and (sheets_asked_on is null or sheets_asked_on < ${clock}::date)
    returning id as "practiceId", sheets_asked_on as evening`.execute(tx)
  return rows
}
