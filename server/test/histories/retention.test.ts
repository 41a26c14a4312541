import { erasureEndpoints } from '@ulna/contract/erasures/erasures'
import { patientArchiveEndpoints } from '@ulna/contract/patient-archive/patient-archive'
import { type DueFile, retentionEndpoints } from '@ulna/contract/retention/retention'
import { type RetentionChoice, termOf } from '@ulna/contract/retention/retention.rules'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { callEndpoint } from '../client.ts'
import { erasuresOf } from '../factories/erasures.ts'
import { zoneAtNoon } from '../factories/midday.ts'
import { registerOwner, type TestPerson } from '../factories/people.ts'
import { reportFigures } from '../faults/figures.ts'
import { sizes } from '../faults/sizes.ts'
import { testServer } from '../test-practice.ts'

const app = await testServer({ alone: true })
const timezone = zoneAtNoon({ most: 11 })

/** Something that happened, so many days before today; a negative number is a day to come. */
interface Deed {
  readonly kind: 'case' | 'follow_up' | 'document' | 'visit'
  readonly ago: number
  /** Of a case: so many days before today it was closed; null for one that is open. */
  readonly closed: number | null
  readonly isVoid: boolean
  readonly status: 'booked' | 'attended' | 'cancelled' | 'no_show'
}

interface History {
  readonly deeds: readonly Deed[]
  readonly holds: readonly { readonly isLifted: boolean }[]
}

// Around the ends of terms the days lie close, so that a day too early shows.
const years = fc.integer({ min: 0, max: 17 })
const ago = fc.oneof(
  fc.tuple(years, fc.integer({ min: -3, max: 3 })).map(([year, days]) => Math.round(year * 365.25) + days),
  fc.integer({ min: 0, max: 6500 }),
)

const deed: fc.Arbitrary<Deed> = fc.record({
  kind: fc.constantFrom('case', 'follow_up', 'document', 'visit'),
  ago,
  closed: fc.option(
    ago.map((days) => Math.max(0, days)),
    { freq: 4 },
  ),
  isVoid: fc.boolean(),
  status: fc.constantFrom('booked', 'attended', 'cancelled', 'no_show'),
})

const history: fc.Arbitrary<History> = fc.record({
  deeds: fc.array(deed, { maxLength: 4 }),
  holds: fc.array(fc.record({ isLifted: fc.boolean() }), { maxLength: 2 }),
})

const dayMs = 86_400_000

/** Today on the practice's clock, as a day without a zone. */
const todayOf = async (): Promise<Date> => {
  const { rows } = await sql<{ day: string }>`
    select ((now() at time zone ${timezone}::text)::date)::text as day`.execute(app.owner.queries)
  return new Date(`${rows[0]?.day}T00:00:00Z`)
}
const dayBefore = (today: Date, days: number): string =>
  new Date(today.getTime() - days * dayMs).toISOString().slice(0, 10)

/** A day so many years later; the 29th of February becomes the 28th. */
const yearsLater = (day: string, count: number): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year + count, month, 0)).getUTCDate()
  return new Date(Date.UTC(year + count, month - 1, Math.min(date, last))).toISOString().slice(0, 10)
}

const counts = ({ status }: Deed): boolean => status === 'booked' || status === 'attended'

/** The first day on which a file is due, reckoned by itself; undefined where there is none. */
const dueSince = ({ deeds }: History, choice: RetentionChoice, today: Date): string | undefined => {
  const term = termOf(choice)
  const attentions = deeds.filter((one) => one.kind !== 'visit' || counts(one))
  if (term === null || attentions.length === 0) return undefined
  if (attentions.some(({ kind, ago: days }) => kind === 'visit' && days < 0)) return undefined
  const days = attentions.map((one) => dayBefore(today, Math.max(0, one.ago)))
  const closings = deeds.flatMap(({ kind, closed, isVoid }) =>
    kind === 'case' && closed !== null && !isVoid ? [dayBefore(today, closed)] : [],
  )
  const counted = term.from === 'discharge' ? [...days, ...closings] : days
  const from = counted.sort().at(-1) ?? ''
  const over = yearsLater(from, term.years)
  return new Date(Date.parse(`${over}T00:00:00Z`) + dayMs).toISOString().slice(0, 10)
}

const isOpen = ({ deeds }: History, choice: RetentionChoice): boolean =>
  termOf(choice)?.from === 'discharge' &&
  deeds.some(({ kind, closed, isVoid }) => kind === 'case' && closed === null && !isVoid)

const stateOf = (one: History, choice: RetentionChoice, today: Date): string | undefined => {
  const since = dueSince(one, choice, today)
  if (since === undefined || since > dayBefore(today, 0)) return undefined
  if (one.holds.some(({ isLifted }) => !isLifted)) return 'held'
  return isOpen(one, choice) ? 'open' : 'due'
}

/** Whether an owner may have it destroyed: its term is over, or it never had one since nobody was treated; no hold stands. */
const mayGo = (one: History, choice: RetentionChoice, today: Date): boolean => {
  if (one.holds.some(({ isLifted }) => !isLifted)) return false
  return dueSince(one, choice, today) === undefined || stateOf(one, choice, today) === 'due'
}

const recordOf = (today: Date, patientId: number, { kind, ago: days, closed, isVoid }: Deed) => ({
  patient: patientId,
  type: kind === 'document' ? 'document' : 'control',
  subtype: kind === 'document' ? 'exam' : 'case',
  class: kind === 'document' ? 'document' : 'case_default',
  day: dayBefore(today, Math.max(0, days)),
  status: kind === 'document' ? null : closed === null && kind === 'case' ? 'active' : 'closed',
  // What follows up an old case says nothing by its closing, which lies before it.
  closed: kind === 'case' && closed !== null ? dayBefore(today, closed) : null,
  void: isVoid,
})

const visitOf = (today: Date, patientId: number, { ago: days, status }: Deed) => ({
  ...{ patient: patientId, day: dayBefore(today, days), status },
})

/** Writes histories behind the API, as years of work would leave them; answers the patients in order. */
const live = async (by: TestPerson, today: Date, histories: readonly History[]): Promise<number[]> => {
  const { queries } = app.owner
  const { practiceId, doctorId, userId } = by
  const { rows: patients } = await sql<{ id: number }>`
    insert into patients (practice_id, first_name, last_name, file_id)
    select ${practiceId}, 'Mariana', 'Gómez', 'h' || n from generate_series(1, ${histories.length}::int) n
    returning id`.execute(queries)
  const ids = patients.map(({ id }) => Number(id))
  const each = histories.map((one, at) => ({ one, patientId: ids[at] ?? 0 }))
  const records = each.flatMap(({ one, patientId }) =>
    one.deeds.filter(({ kind }) => kind !== 'visit').map((deed) => recordOf(today, patientId, deed)),
  )
  await sql`
    insert into records (practice_id, patient_id, author_id, type, subtype, class_id, class_version, occurred_at, data,
      case_status, case_outcome, case_closed_on, voided_at, voided_by, void_reason)
    select ${practiceId}, r.patient, ${doctorId}, r.type, r.subtype, r.class, 1,
      (r.day || ' 12:00')::timestamp at time zone ${timezone}::text, '{}', r.status,
      case when r.closed is null then null else 'recovered' end, r.closed,
      case when r.void then now() end, case when r.void then ${doctorId}::bigint end,
      case when r.void then 'Escrito por error' end
    from json_to_recordset(${JSON.stringify(records)}::json) as r (patient bigint, type text, subtype text, class text,
      day text, status text, closed date, void boolean)`.execute(queries)
  const visits = each.flatMap(({ one, patientId }) =>
    one.deeds.filter(({ kind }) => kind === 'visit').map((deed) => visitOf(today, patientId, deed)),
  )
  await sql`
    insert into appointments (practice_id, user_id, doctor_id, patient_id, patient_wire_name, start_at, end_at, status,
      allow_overlap)
    select ${practiceId}, ${userId}, ${doctorId}, v.patient, p.wire_name, s.at, s.at + interval '30 minutes', v.status, true
    from json_to_recordset(${JSON.stringify(visits)}::json) as v (patient bigint, day text, status text)
      join patients p on p.practice_id = ${practiceId} and p.id = v.patient
      cross join lateral (select (v.day || ' 12:00')::timestamp at time zone ${timezone}::text as at) s`.execute(
    queries,
  )
  const holds = each.flatMap(({ one, patientId }) =>
    one.holds.map(({ isLifted }) => ({ patient: patientId, lifted: isLifted })),
  )
  await sql`
    insert into patient_holds (practice_id, patient_id, reason, placed_by, lifted_by, lifted_at, lift_reason)
    select ${practiceId}, h.patient, 'Reclamación', ${userId}, case when h.lifted then ${userId}::bigint end,
      case when h.lifted then now() end, case when h.lifted then 'Resuelta' end
    from json_to_recordset(${JSON.stringify(holds)}::json) as h (patient bigint, lifted boolean)`.execute(
    queries,
  )
  // Years of work leave statistics behind.
  await sql`analyze patients, records, appointments, patient_holds`.execute(queries)
  return ids
}

const everyDue = async ({ token }: TestPerson): Promise<Map<number, DueFile>> => {
  const found = new Map<number, DueFile>()
  for (let offset = 0; ; offset += 200) {
    const { status, payload, text } = await callEndpoint(app, retentionEndpoints.due, {
      token,
      query: { limit: '200', offset: String(offset) },
    })
    if (status !== 200) throw new Error(`answered ${status}: ${text}`)
    const page = payload as DueFile[]
    for (const file of page) found.set(file.patientId, file)
    if (page.length < 200) return found
  }
}

const choices: readonly RetentionChoice[] = [
  { rule: 'spain', years: null },
  { rule: 'catalonia', years: null },
  { rule: 'colombia', years: null },
  { rule: 'own', years: 7 },
]

it(
  `D13 of ${sizes.retentionHistories} histories drawn at random no file is due a day early, and none that is held`,
  async () => {
    const owner = await registerOwner(app, { timezone })
    const erasures = erasuresOf(app, owner)
    const today = await todayOf()
    const histories = fc.sample(history, { numRuns: sizes.retentionHistories })
    const ids = await live(owner, today, histories)
    const seen = { due: 0, held: 0, open: 0 }
    for (const choice of choices) {
      await erasures.choose(choice)
      const found = await everyDue(owner)
      const wrong = histories.flatMap((one, at) => {
        const expected = stateOf(one, choice, today)
        const file = found.get(ids[at] ?? 0)
        const since = expected === undefined ? undefined : dueSince(one, choice, today)
        return file?.state === expected && file?.dueSince === since ? [] : [{ choice, one, expected, file }]
      })
      expect(wrong.slice(0, 3)).toEqual([])
      for (const { state } of found.values()) seen[state] += 1
    }
    await erasures.choose({ rule: 'never', years: null })
    expect((await everyDue(owner)).size).toBe(0)
    reportFigures('files that are due', { histories: histories.length, ...seen })
    expect(Math.min(seen.due, seen.held, seen.open)).toBeGreaterThan(0)
  },
  sizes.patienceMs,
)

it(
  `D13 of ${sizes.retentionErasures} files only those whose term is over are destroyed, each with its certificate`,
  async () => {
    const owner = await registerOwner(app, { timezone })
    const erasures = erasuresOf(app, owner)
    const today = await todayOf()
    const histories = fc
      .sample(history, { numRuns: sizes.retentionErasures })
      .filter(({ deeds }) => deeds.every(({ kind, ago: days }) => kind !== 'visit' || days >= 0))
    const ids = await live(owner, today, histories)
    const choice: RetentionChoice = { rule: 'spain', years: null }
    await erasures.choose(choice)
    const done = { destroyed: 0, refused: 0 }
    for (const [at, one] of histories.entries()) {
      const patientId = ids[at] ?? 0
      const path = { token: owner.token, params: { id: patientId }, body: {} }
      await callEndpoint(app, patientArchiveEndpoints.archive, path)
      const answer = await erasures.ask('block', { patientId }, { ground: 'term_over' })
      const isDue = mayGo(one, choice, today)
      expect([answer.status === 201, one], answer.text).toEqual([isDue, one])
      if (!isDue) {
        done.refused += 1
        continue
      }
      const { id } = answer.payload as { id: number }
      await erasures.comeDue(id)
      const certificate = await callEndpoint(app, erasureEndpoints.certificate, {
        token: owner.token,
        params: { id },
      })
      expect([certificate.status, (await erasures.find(id))?.state]).toEqual([200, 'done'])
      done.destroyed += 1
    }
    reportFigures('files that were destroyed', done)
    expect(Math.min(done.destroyed, done.refused)).toBeGreaterThan(0)
  },
  sizes.patienceMs,
)
