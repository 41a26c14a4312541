import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testSecret } from '../../../test/build-test-app.ts'
import { fetchSheet, passwordsFor, sheetText, wishEveningSheets } from '../../../test/day-sheets.ts'
import { bookAppointment, createPatient } from '../../../test/factories/clinical.ts'
import { hoursAhead, visitAt } from '../../../test/factories/mails.ts'
import { zoneAtNoon } from '../../../test/factories/midday.ts'
import { registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { testServer } from '../../../test/test-practice.ts'
import { transaction } from '../../platform/database/database.ts'
import { installationScope } from '../../platform/database/entering.ts'
import { askForEvenings } from './day-sheets.evening.service.ts'
import { findPasswords } from './day-sheets.passwords.repository.ts'
import { claimEvenings } from './day-sheets.repository.ts'
import { endSheetPasswords, resealSheetPasswords } from './day-sheets.secret.service.ts'

const app = await testServer({ alone: true })

const hourMs = 3_600_000
/** An instant of today at an hour of the practice's clock, where it is about noon now. */
const todayAt = (hour: number): Date => new Date(Date.now() + (hour - 12) * hourMs)

const stage = async (): Promise<TestPerson> => {
  const owner = await registerOwner(app, { timezone: zoneAtNoon() })
  const patient = await createPatient(app, owner, { firstName: 'Eva', mobile: '+57 300 111 2233' })
  await bookAppointment(app, owner, { ...visitAt(hoursAhead(48)), patientId: patient.id })
  return owner
}

interface SheetRow {
  readonly day: string
  readonly contents: string
  readonly visits: number
}

const sheetsOf = async ({ practiceId }: TestPerson): Promise<SheetRow[]> => {
  const { rows } = await sql<SheetRow>`
    select day::text as day, contents, visits from day_sheets where practice_id = ${practiceId} order by contents`.execute(
    app.owner.queries,
  )
  return rows
}

const trailOf = async ({ practiceId }: TestPerson, action: string): Promise<unknown[]> => {
  const { rows } = await sql<{ detail: string; by: number | null }>`
    select detail, user_id::int as by from audit_events
    where practice_id = ${practiceId} and action = ${action} order by at`.execute(app.owner.queries)
  return rows.map(({ detail, by }) => ({ ...JSON.parse(detail), by }))
}

const evening = async (hour = 19): Promise<void> => {
  await askForEvenings(app.pool, todayAt(hour))
  await app.runJobs()
}

describe('the evening before', () => {
  let owner: TestPerson
  let other: TestPerson
  beforeAll(async () => {
    owner = await stage()
    other = await stage()
    await wishEveningSheets(app, owner.practiceId)
  })

  it('nothing is made before seven, nor for a practice that does not wish it', async () => {
    await evening(18)
    expect(await sheetsOf(owner)).toEqual([])
    await evening()
    expect(await sheetsOf(other)).toEqual([])
    expect(await sheetsOf(owner)).toHaveLength(2)
  })

  it('both sheets of the next day with visits are ready, made once, and each making is in the trail', async () => {
    const day = new Date(hoursAhead(48).getTime() + (12 - new Date().getUTCHours()) * hourMs)
      .toISOString()
      .slice(0, 10)
    const ready = [
      { day, contents: 'agenda', visits: 1 },
      { day, contents: 'clinical', visits: 1 },
    ]
    expect(await sheetsOf(owner)).toEqual(ready)
    await evening(21)
    expect(await trailOf(owner, 'day_sheet.make')).toMatchObject(
      ready.toReversed().map((one) => ({ ...one, by: null })),
    )
  })

  it('what is ready is what is fetched, until the day says something else', async () => {
    const { agenda } = await passwordsFor(app, owner)
    const first = await fetchSheet(app, owner.token, { contents: 'agenda' })
    expect(await sheetText(first.pdf, agenda.password)).toContain('+57 300 111 2233')
    const again = await fetchSheet(app, owner.token, { contents: 'agenda' })
    expect(again.pdf.equals(first.pdf)).toBe(true)
    const late = await createPatient(app, owner, { firstName: 'Tardía', mobile: '+57 311 999 0000' })
    await bookAppointment(app, owner, { ...visitAt(hoursAhead(48)), patientId: late.id })
    const anew = await fetchSheet(app, owner.token, { contents: 'agenda' })
    expect(await sheetText(anew.pdf, agenda.password)).toContain('+57 311 999 0000')
    const made = (await trailOf(owner, 'day_sheet.fetch')).map((row) => (row as { made?: boolean }).made)
    expect(made).toEqual([undefined, undefined, true])
  })

  it('passwords outlast a replaced secret, and are made anew when the secret was lost', async () => {
    const { practiceId } = owner
    const before = await passwordsFor(app, owner)
    const sealed = () =>
      transaction(app.owner.queries, { practiceId, userId: 0 }, 'read write', (tx) =>
        findPasswords(tx, practiceId),
      )
    const rests = (await sealed()).map((one) => one.sealed.toString('hex'))
    await transaction(app.owner.queries, { practiceId, userId: 0 }, 'read write', (tx) =>
      resealSheetPasswords(tx, practiceId, [testSecret, 'the secret before']),
    )
    expect((await sealed()).map((one) => one.sealed.toString('hex'))).not.toEqual(rests)
    expect(await passwordsFor(app, owner)).toMatchObject({ agenda: { password: before.agenda.password } })
    await transaction(app.owner.queries, { practiceId, userId: 0 }, 'read write', (tx) =>
      endSheetPasswords(tx, practiceId),
    )
    expect(await sheetsOf(owner)).toEqual([])
    expect((await passwordsFor(app, owner)).agenda.password).not.toBe(before.agenda.password)
  })

  it('sheets that no evening makes anew go after a day, and the next evening asks anew', async () => {
    const { practiceId } = owner
    const made = (contents: string, hours: number) =>
      sql`insert into day_sheets (practice_id, day, contents, digest, pdf, visits, made_at)
        values (${practiceId}, current_date + 3, ${contents}, ${'0'.repeat(64)}, ''::bytea, 0,
          now() - make_interval(hours => ${hours}::int))`.execute(app.owner.queries)
    await made('agenda', 24)
    await made('clinical', 2)
    await app.jobs['day-sheets.remove']?.({ practiceId }, { jobId: 'removal' })
    expect(await sheetsOf(owner)).toMatchObject([{ contents: 'clinical' }])
    const asked = (at: Date) =>
      transaction(app.pool.queries, installationScope, 'read write', (tx) => claimEvenings(tx, '19:00', at))
    expect(await asked(todayAt(22))).toEqual([])
    expect(await asked(todayAt(24 + 18))).toEqual([])
    expect(await asked(todayAt(24 + 19))).toMatchObject([{ practiceId }])
  })
})
