import { appointmentEndpoints } from '@ulna/contract/appointments/appointments'
import { recordEndpoints } from '@ulna/contract/records/records'
import { sessionPackageEndpoints } from '@ulna/contract/session-packages/session-packages'
import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { callEndpoint, type TestAnswer } from '../client.ts'
import {
  bookAppointment,
  caseInput,
  createPatient,
  followUpInput,
  writeRecord,
} from '../factories/clinical.ts'
import { sellPackage } from '../factories/packages.ts'
import { registerOwner, type TestPerson } from '../factories/people.ts'
import { reportFigures } from '../faults/figures.ts'
import { sizes } from '../faults/sizes.ts'
import { mintToken } from '../sweeps/scene/minted-session.ts'
import { testServer } from '../test-practice.ts'

let owner: TestPerson
let token: string

/** Every few patients a practice of their own: the visits of a hundred thousand steps are no one person's day. */
const patientsOfPractice = 50

let patients = 0

const nextPractice = async (): Promise<void> => {
  if (patients % patientsOfPractice === 0) {
    owner = await registerOwner(app)
    token = await mintToken(app, owner)
  }
  patients += 1
}

const app = await testServer()

/** A patient with two packages, visits of which some are near, and follow-ups on the days of some. */
interface World {
  readonly packages: readonly number[]
  readonly visits: readonly number[]
  readonly records: number[]
  readonly caseId: number
  readonly patientId: number
  /** The uses that held a visit and its record at any time. */
  readonly pairs: Entry[]
}

/** A movement or a use: the visit and the record that it names, and the sessions that it moved or holds. */
interface Entry {
  readonly packageId: string
  readonly visit: string | null
  readonly record: string | null
  readonly sessions: number
}

const hour = 3_600_000
/** Hours from now at which visits stand; some are over, and may have been attended. */
const visitHours = [-50, -26, -2, 26, 50]

const stage = async (): Promise<World> => {
  await nextPractice()
  const { id: patientId } = await createPatient(app, owner)
  const { id: caseId } = await writeRecord(app, owner, caseInput(patientId))
  const packages = [
    await sellPackage(app, owner, patientId, { numSessions: 3, autoAdd: true }),
    await sellPackage(app, owner, patientId, { numSessions: 2 }),
  ]
  const visits: number[] = []
  for (const hours of visitHours) {
    const start = Date.now() + hours * hour
    const times = { start: new Date(start).toISOString(), end: new Date(start + hour / 2).toISOString() }
    visits.push((await bookAppointment(app, owner, { ...times, patientId, allowOverlap: true })).id)
  }
  return { packages: packages.map(({ id }) => id), visits, records: [], pairs: [], caseId, patientId }
}

const at = (list: readonly number[], index: number): number => list[index % list.length] ?? 0

const visit = (id: number, body: Record<string, unknown>): Promise<TestAnswer> =>
  callEndpoint(app, sessionPackageEndpoints.changeVisit, { token, params: { appointmentId: id }, body })

const change = (id: number, body: Record<string, unknown>): Promise<TestAnswer> =>
  callEndpoint(app, sessionPackageEndpoints.update, { token, params: { id }, body })

const reason = 'Acordado con la paciente'

const statuses = ['booked', 'arrived', 'attended', 'no_show', 'cancelled'] as const

/** What may happen; `a` and `b` choose the things it happens to. */
const happenings: Readonly<Record<string, (world: World, a: number, b: number) => Promise<TestAnswer>>> = {
  status: ({ visits }, a, b) =>
    callEndpoint(app, appointmentEndpoints.update, {
      token,
      params: { id: at(visits, a) },
      body: { status: statuses[b % statuses.length] ?? 'booked' },
    }),
  deleteVisit: ({ visits }, a, b) =>
    // Seldom: what is gone stays gone.
    b % 5 === 0
      ? callEndpoint(app, appointmentEndpoints.remove, { token, params: { id: at(visits, a) } })
      : visit(at(visits, a), { action: 'takeOff' }),
  count: ({ visits, packages }, a, b) =>
    visit(at(visits, a), { action: 'count', packageId: at(packages, b) }),
  giveBack: ({ visits }, a) => visit(at(visits, a), { action: 'giveBack', reason }),
  take: ({ visits }, a) => visit(at(visits, a), { action: 'take', reason }),
  write: async ({ records, patientId, caseId }, a) => {
    const date = new Date(Date.now() + (visitHours[a % visitHours.length] ?? 0) * hour).toISOString()
    const answer = await callEndpoint(app, recordEndpoints.create, {
      token,
      body: { ...followUpInput(patientId, caseId), date },
    })
    if (answer.status === 201) records.push((answer.payload as { id: number }).id)
    return answer
  },
  void: ({ records, caseId }, a) =>
    callEndpoint(app, recordEndpoints.remove, {
      token,
      params: { id: at(records.length > 0 ? records : [caseId], a) },
      body: { reason },
    }),
  add: ({ records, packages, caseId }, a, b) =>
    callEndpoint(app, sessionPackageEndpoints.addRecords, {
      token,
      params: { id: at(packages, b) },
      body: { recIds: [at([caseId, ...records], a)] },
    }),
  remove: ({ records, packages, caseId }, a, b) =>
    callEndpoint(app, sessionPackageEndpoints.removeRecords, {
      token,
      params: { id: at(packages, b) },
      body: { recIds: [at([caseId, ...records], a)] },
    }),
  resize: ({ packages }, a, b) => change(at(packages, a), { numSessions: b % 6, reason }),
  cancel: ({ packages }, a) => change(at(packages, a), { status: 'cancelled', reason }),
  reactivate: ({ packages }, a) => change(at(packages, a), { status: 'active', reason }),
}

interface Broken {
  readonly what: string
}

/** What was once counted as one thing; a visit and the record that was written of it are the same. */
const sameThings = (entries: readonly Entry[]): ((entry: Entry) => string) => {
  const parents = new Map<string, string>()
  const rootOf = (name: string): string => {
    const parent = parents.get(name)
    return parent === undefined ? name : rootOf(parent)
  }
  const namesOf = ({ visit, record }: Entry): string[] =>
    [visit, record].flatMap((id) => (id === null ? [] : [rootOf(id)]))
  for (const entry of entries) {
    const [first = '', second = first] = namesOf(entry)
    if (first !== second) parents.set(first, second)
  }
  return (entry) => `${namesOf(entry)[0]} of package ${entry.packageId}`
}

/** What the ledger took and gave back of each thing must be what the uses hold of it now. */
const takenTwiceIn = async ({ packages, pairs }: World): Promise<Broken[]> => {
  const { rows } = await sql<Entry>`
    select package_id as "packageId", appointment_id as visit, record_id as record, sessions::int as sessions
      from session_package_movements
      where package_id = any(${[...packages]}::bigint[]) and coalesce(appointment_id, record_id) is not null
    union all select package_id, appointment_id, record_id, case when state = 'returned' then 0 else 1 end
      from session_package_uses where package_id = any(${[...packages]}::bigint[])`.execute(app.owner.queries)
  const paired = rows.filter(({ visit, record }) => visit !== null && record !== null)
  pairs.push(...paired.map((row) => ({ ...row, sessions: 0 })))
  const thingOf = sameThings([...pairs, ...rows])
  const sums = new Map<string, number>()
  for (const row of rows) sums.set(thingOf(row), (sums.get(thingOf(row)) ?? 0) + row.sessions)
  return [...sums]
    .filter(([, sum]) => sum !== 0)
    .map(([thing]) => ({ what: `taken or returned more than once: ${thing}` }))
}

/** Everything that must hold of the books, whatever happened; the rows that it does not hold of. */
const brokenIn = async (world: World): Promise<Broken[]> => {
  const { rows } = await sql<Broken>`
    with s as (select * from session_packages where id = any(${[...world.packages]}::bigint[])),
    u as (select * from session_package_uses where package_id in (select id from s)),
    m as (select *, lag(balance, 1, 0) over (partition by package_id order by id) as before
      from session_package_movements where package_id in (select id from s)),
    last as (select distinct on (package_id) package_id, balance from m order by package_id, id desc)
    select 'counters are not what the uses are: ' || s.id as what from s
      where used_sessions <> (select count(*) from u where package_id = s.id and state = 'used')
        or reserved_sessions <> (select count(*) from u where package_id = s.id and state = 'reserved')
    union all select 'over-used: ' || id from s where used_sessions + reserved_sessions > num_sessions
    union all select 'a balance does not follow from the one before: ' || id from m where balance <> before + sessions
    union all select 'the ledger ends elsewhere: ' || s.id from s join last l on l.package_id = s.id
      where l.balance <> num_sessions - used_sessions - reserved_sessions
    union all select 'a void record counts: ' || r.id from u join records r on r.id = u.record_id where r.voided_at is not null
    union all select 'a visit was not settled: ' || u.id from u left join appointments a on a.id = u.appointment_id
      where u.appointment_id is not null and u.settled_for is distinct from (
        case when a.id is null then 'gone' when a.status = 'cancelled' and a.cancelled_late then 'cancelled_late' else a.status end)
    union all select 'a visit in time holds a session though it was cancelled: ' || u.id
      from u join appointments a on a.id = u.appointment_id
      where a.status = 'cancelled' and u.record_id is null and u.state <> 'returned' and not u.by_hand`.execute(
    app.owner.queries,
  )
  return [...rows, ...(await takenTwiceIn(world))]
}

const takenOf = async (id: number): Promise<number> => {
  const { payload }: { payload: SessionPackage } = await callEndpoint(app, sessionPackageEndpoints.read, {
    token,
    params: { id },
  })
  return payload.usedSessions + payload.reservedSessions
}

/** What the server may say no with; anything else is a fault. */
const refusals = new Set([
  'package_used_up',
  'appointment_of_later_day',
  'package_not_active',
  'session_already_assigned_to_another_package',
  'num_sessions_cannot_be_lessthan_used_sessions',
  'record_voided',
  'case_has_follow_ups',
  'not_found',
  'invalid_request',
  'patient_record_not_match',
])

const stepsOfRun = 30

const happening = fc.tuple(
  fc.constantFrom(...Object.keys(happenings)),
  fc.nat({ max: 30 }),
  fc.nat({ max: 30 }),
)

it(`B4 the books of packages hold after each of ${sizes.packageSteps} random steps`, {
  timeout: sizes.patienceMs,
}, async () => {
  let steps = 0
  let taken = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(happening, { minLength: stepsOfRun, maxLength: stepsOfRun }),
      async (script) => {
        const world = await stage()
        for (const [name, a, b] of script) {
          const before = name === 'resize' ? await takenOf(at(world.packages, a)) : 0
          const answer = await happenings[name]?.(world, a, b)
          const key = answer?.errors[0]?.message ?? ''
          if (answer && answer.status >= 300) expect(refusals, `${name}: ${answer.text}`).toContain(key)
          else taken += 1
          if (name === 'resize' && b % 6 < before)
            expect(['num_sessions_cannot_be_lessthan_used_sessions', 'package_not_active']).toContain(key)
          expect(await brokenIn(world), `after ${name} ${a} ${b}`).toEqual([])
          steps += 1
        }
      },
    ),
    {
      numRuns: Math.ceil(sizes.packageSteps / stepsOfRun),
    },
  )
  expect(taken).toBeGreaterThan(steps / 4)
  reportFigures('B4', { steps, taken, broken: 0 })
})
