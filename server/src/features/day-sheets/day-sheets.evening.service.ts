import { eveningOfSheets, sheetContents } from '@ulna/contract/day-sheets/day-sheets'
import { auditWrite } from '../../platform/audit/audit.strands.ts'
import { reading, transaction } from '../../platform/database/database.ts'
import { databaseNow, databaseToday } from '../../platform/database/database-clock.ts'
import { installationScope } from '../../platform/database/entering.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { readConfigurations } from '../../platform/stored-configurations.ts'
import type { Database } from '../../platform/use-case.ts'
import type { MakingDependencies } from './day-sheets.dependencies.ts'
import { type DraftedSheet, draftSheet, renderSheet } from './day-sheets.making.service.ts'
import { makePasswords } from './day-sheets.passwords.service.ts'
import {
  claimEvenings,
  deleteSheets,
  findSheetPractice,
  keepSheet,
  type SheetPractice,
} from './day-sheets.repository.ts'
import { nextSheetDay } from './day-sheets.service.ts'

/** Makes the sheets of one practice for the day after an evening. */
export const eveningJob = 'day-sheets.evening'
/** Removes those that no evening made anew. */
export const removalJob = 'day-sheets.remove'

/**
 * Asks for the sheets of every practice whose evening has begun: once an evening, whatever the number of processes, and
 * later the same evening where none ran at its beginning. The time is the database's unless `at` says another.
 */
export const askForEvenings = (db: Pick<Database, 'queries'>, at?: Date): Promise<void> =>
  transaction(db.queries, installationScope, 'read write', async (tx) => {
    for (const { practiceId, evening } of await claimEvenings(tx, eveningOfSheets, at))
      await enqueue(tx, eveningJob, { practiceId, evening })
  })

/** Nobody asks for what is made in the evening: it is made for whoever may read as much. */
const reader = (practiceId: number, practice: SheetPractice): PracticeActor => ({
  kind: 'member',
  call: { requestId: 'job', ip: null, userAgent: null, device: null, idempotent: null },
  practiceId,
  ...{ userId: 0, sessionId: 0, doctorId: 0, practiceKeyId: null, handedOver: null },
  ...{ language: practice.language, timezone: practice.timezone, email: '' },
  ...{ fresh: false, role: 'practitioner', clinical: true },
  configurations: readConfigurations(practice.configurations),
})

/**
 * Hours that a sheet is kept: until the next evening makes it anew. Whoever is to be erased has a day at least to take that
 * back, so nothing of them is left here by then.
 */
const keptHours = 24
const keptMs = keptHours * 3_600_000

const keepMade = (
  { db }: MakingDependencies,
  practiceId: number,
  drafted: DraftedSheet,
  pdf: Buffer,
): Promise<void> =>
  transaction(db.queries, { practiceId, userId: 0 }, 'read write', async (tx) => {
    const { day, contents, visits } = drafted
    await keepSheet(tx, practiceId, { ...drafted, pdf })
    await enqueue(tx, removalJob, { practiceId }, { runAt: new Date((await databaseNow(tx)) + keptMs) })
    const actor = { practiceId, userId: null, sessionId: null, requestId: 'job', ip: null }
    await auditWrite(tx, db.auditKey, {
      actor,
      entry: { action: 'day_sheet.make', detail: { day, contents, visits } },
    })
  })

/**
 * Makes both sheets of the next day with visits. One that is asked for when the evening is over is not made any more, nor
 * one of a practice that is gone, closing, or wishes none by now.
 */
export const makeEveningSheets = async (
  dependencies: MakingDependencies,
  practiceId: number,
  evening: string,
): Promise<void> => {
  const { db, keys } = dependencies
  const scope = { practiceId, userId: 0 }
  const practice = await reading(db.queries, scope, (tx) => findSheetPractice(tx, practiceId))
  if (!practice) return
  const actor = reader(practiceId, practice)
  const day = await transaction(db.queries, scope, 'read write', async (tx) => {
    const today = await databaseToday(tx, actor.timezone)
    if (today !== evening || !actor.configurations.agenda.eveningSheets) return undefined
    await makePasswords(tx, keys.passwords, practiceId)
    return nextSheetDay(tx, actor, today)
  })
  if (day === undefined) return
  const { language } = practice
  for (const contents of sheetContents) {
    const drafted = await reading(db.queries, scope, (tx) =>
      draftSheet(dependencies, tx, actor, { day, contents, language }),
    )
    if (drafted) await keepMade(dependencies, practiceId, drafted, await renderSheet(drafted))
  }
}

/** Removes the sheets of a practice that were made a day ago and not since. */
export const removeOldSheets = (db: Database, practiceId: number): Promise<void> =>
  transaction(db.queries, { practiceId, userId: 0 }, 'read write', (tx) =>
    // The job may run some moments early by the clock of whoever looks for it.
    deleteSheets(tx, practiceId, keptHours - 1),
  )
