import { type SheetContents, sheetDaysAhead, sheetTurnsAt } from '@ulna/contract/day-sheets/day-sheets'
import { formatTime } from '@ulna/contract/records/records.rules'
import { AppError, invalidField } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/database/database.ts'
import { databaseNow, databaseToday } from '../../platform/database/database-clock.ts'
import { attachment } from '../../platform/http/attachment.ts'
import { FileAnswer } from '../../platform/http/route.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { audited, lookUp, view } from '../../platform/use-case.ts'
import { wordsIn } from '../../platform/words.ts'
import { nextDayWithVisit } from '../appointments/appointments.service.ts'
import type { DaySheetDependencies } from './day-sheets.dependencies.ts'
import { draftSheet, renderSheet } from './day-sheets.making.service.ts'
import { findSheet, type SheetOf } from './day-sheets.repository.ts'

export interface SheetWish {
  readonly day?: string | undefined
  readonly contents?: SheetContents | undefined
}

const dayMs = 86_400_000

const daysAfter = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10)

/** The first day after one on which somebody is expected; the very next one where nobody is in a fortnight. */
export const nextSheetDay = async (tx: Tx, actor: PracticeActor, after: string): Promise<string> =>
  (await nextDayWithVisit(tx, actor, 'practice', after)) ?? daysAfter(after, 1)

/** The day that is meant where none is named: the next one with visits, which until noon may be today. */
const dueDay = async (tx: Tx, actor: PracticeActor, today: string): Promise<string> => {
  const now = formatTime(new Date(await databaseNow(tx)).toISOString(), actor.timezone)
  return nextSheetDay(tx, actor, now < sheetTurnsAt ? daysAfter(today, -1) : today)
}

/** Today or one of the next days: sheets are for what is to come, and no way to read years of a practice. */
const dayOf = async (tx: Tx, actor: PracticeActor, wished: string | undefined): Promise<string> => {
  const today = await databaseToday(tx, actor.timezone)
  if (wished === undefined) return dueDay(tx, actor, today)
  if (wished < today || wished >= daysAfter(today, sheetDaysAhead)) throw invalidField('day', 'field_option')
  return wished
}

const contentsFor = (actor: PracticeActor, wished: SheetContents | undefined): SheetContents => {
  if (wished === 'clinical' && !actor.clinical) throw new AppError('clinical_access_required')
  return wished ?? (actor.clinical ? 'clinical' : 'agenda')
}

const fileNameOf = async ({ language }: PracticeActor, { day, contents }: SheetOf): Promise<string> => {
  const t = await wordsIn(language)
  return `${t(`daySheets:fileName.${contents}`, { day })}.pdf`
}

/**
 * The sheet of a day. It says what the caller may read at this moment: the one that was made in the evening is handed out
 * where that would say the same, and another is made where it would not.
 */
export const fetchDaySheet = async (
  dependencies: DaySheetDependencies,
  actor: PracticeActor,
  wish: SheetWish,
): Promise<FileAnswer> => {
  const { db, rateLimits } = dependencies
  const contents = contentsFor(actor, wish.contents)
  await rateLimits.take(['papersIssued', `user ${actor.userId}`])
  const { drafted, kept } = await lookUp(db, actor, async (tx) => {
    const day = await dayOf(tx, actor, wish.day)
    const { language } = actor
    const drafted = await draftSheet(dependencies, tx, actor, { day, contents, language })
    return { drafted, kept: drafted && (await findSheet(tx, actor.practiceId, drafted)) }
  })
  if (!drafted) throw new AppError('day_sheet_without_password')
  const pdf = kept ?? (await renderSheet(drafted))
  const { day, visits } = drafted
  const fileName = await fileNameOf(actor, drafted)
  return view(db, actor, async () => {
    const detail = { day, contents, visits, ...(kept === undefined && { made: true }) }
    const headers = { 'content-disposition': attachment(fileName), 'content-length': String(pdf.length) }
    return audited({ action: 'day_sheet.fetch', detail }, new FileAnswer(pdf, 'application/pdf', headers))
  })
}
