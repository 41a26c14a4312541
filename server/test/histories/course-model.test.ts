import type {
  BookingMetadata,
  RepeatRule,
  SeriesScope,
} from '@ulna/contract/appointments/appointments.series'
import { sessionPackageEndpoints } from '@ulna/contract/session-packages/session-packages'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { callEndpoint } from '../client.ts'
import { caseInput, createPatient, writeRecord } from '../factories/clinical.ts'
import { sellPackage } from '../factories/packages.ts'
import { registerOwner } from '../factories/people.ts'
import { agendaOf, type TestAgenda } from '../factories/series.ts'
import { reportFigures } from '../faults/figures.ts'
import { sizes } from '../faults/sizes.ts'
import { mintToken } from '../sweeps/scene/minted-session.ts'
import { testServer } from '../test-practice.ts'

let agenda: TestAgenda

const app = await testServer()

beforeAll(async () => {
  const owner = await registerOwner(app, { timezone: 'Europe/Madrid' })
  agenda = agendaOf(app, { ...owner, token: await mintToken(app, owner) })
})

/** A course of one patient, and what was changed of it last. */
interface World {
  readonly patientId: number
  readonly packageId: number
  readonly sessions: number
  undo: number | undefined
}

interface Answered {
  readonly status: number
  readonly errors: readonly { readonly message: string }[]
  readonly metadata: Partial<BookingMetadata>
}

const weekdays = [[1, 3, 5], [2, 4], [1, 2, 3, 4, 5], [6]]

const rule = (count: number, which: number): RepeatRule => ({
  repeat: true,
  freq: 'week',
  interval: 1,
  byWeekday: weekdays[which % weekdays.length] ?? [1],
  count,
})

const stage = async (sessions: number): Promise<World> => {
  const { id: patientId } = await createPatient(app, agenda.by)
  const { id: caseId } = await writeRecord(app, agenda.by, caseInput(patientId))
  const { id: packageId } = await sellPackage(app, agenda.by, patientId, { numSessions: sessions })
  const { status, metadata } = await agenda.book({
    ...agenda.times('2027-05-03'),
    patientId,
    every: rule(5, 0),
    allowOverlap: true,
    course: { caseId, packageId, shortage: 'keepFirst' },
  })
  if (status !== 201) throw new Error(`answered ${status}`)
  return { patientId, packageId, sessions, undo: metadata.undo?.id }
}

interface VisitRow {
  readonly id: number
}

const visitsOf = async ({ patientId }: World): Promise<number[]> => {
  const { rows } = await sql<VisitRow>`
    select id from appointments where patient_id = ${patientId} order by start_at, id`.execute(
    app.owner.queries,
  )
  return rows.map(({ id }) => id)
}

const scopes: readonly SeriesScope[] = ['all', 'following']
/** Nobody has attended what lies ahead. */
const statuses = ['booked', 'no_show', 'cancelled'] as const
const hours = ['09:00', '10:00', '12:00', '17:00']

type Happening = (world: World, id: number, a: number, b: number) => Promise<Answered>

const timesAt = (day: number, hour: number) => {
  const from = hours[hour % hours.length] ?? '10:00'
  return agenda.times(`2027-05-${String(3 + (day % 7)).padStart(2, '0')}`, from, `${from.slice(0, 3)}45`)
}

const resize = async ({ packageId }: World, numSessions: number): Promise<Answered> => {
  const answer = await callEndpoint(app, sessionPackageEndpoints.update, {
    token: agenda.by.token,
    params: { id: packageId },
    body: { numSessions, reason: 'Acordado con la paciente' },
  })
  return { ...answer, metadata: {} }
}

/** What may happen to a course; `a` and `b` choose how. */
const happenings: Readonly<Record<string, Happening>> = {
  rule: (_, id, a, b) =>
    agenda.change(id, { every: rule(1 + (a % 8), b), allowOverlap: true }, scopes[a % 2]),
  times: (_, id, a, b) => agenda.change(id, { ...timesAt(a, b), allowOverlap: true }, scopes[b % 2]),
  moveOne: (_, id, a, b) => agenda.move(id, { ...timesAt(a, b), allowOverlap: true }),
  status: (_, id, a) =>
    agenda.move(id, { status: statuses[a % statuses.length] ?? 'booked', allowOverlap: true }),
  cancelAll: (_, id, a) => agenda.change(id, { status: 'cancelled' }, scopes[a % 2]),
  removeOne: (_, id) => agenda.removeOne(id),
  remove: (_, id, a) => agenda.remove(id, scopes[a % 2]),
  undo: (world) => agenda.takeBack(world.undo),
  resize: (world, _, a) => resize(world, a % 9),
}

interface Broken {
  readonly what: string
}

/**
 * What must hold of a course, whatever was done to its series: each session is of a visit that stands, no visit has two,
 * the counters are what the visits say, and whoever has none had none to get.
 */
const brokenIn = async ({ packageId, patientId }: World): Promise<Broken[]> => {
  const { rows } = await sql<Broken>`
    with s as (select * from session_packages where id = ${packageId}),
    u as (select * from session_package_uses where package_id = ${packageId}),
    a as (select * from appointments where patient_id = ${patientId}),
    m as (select *, lag(balance, 1, 0) over (order by id) as before from session_package_movements
      where package_id = ${packageId})
    select 'counters are not what the uses are' as what from s
      where used_sessions <> (select count(*) from u where state = 'used')
        or reserved_sessions <> (select count(*) from u where state = 'reserved')
    union all select 'a session is kept for a visit that is gone: ' || u.appointment_id from u
      where state <> 'returned' and not exists (select from a where a.id = u.appointment_id)
    union all select 'a session is kept for a visit that was cancelled: ' || a.id
      from u join a on a.id = u.appointment_id where u.state <> 'returned' and a.status = 'cancelled'
    union all select 'a missed or attended visit does not take its session: ' || a.id
      from u join a on a.id = u.appointment_id where u.state = 'reserved' and a.status in ('attended', 'no_show')
    union all select 'a visit was not settled: ' || u.id from u left join a on a.id = u.appointment_id
      where u.settled_for is distinct from coalesce(a.status, 'gone')
    union all select 'the ledger does not add up: ' || id from m where balance <> before + sessions
    union all select 'the ledger ends elsewhere' from s where (select balance from m order by id desc limit 1)
      <> num_sessions - used_sessions - reserved_sessions`.execute(app.owner.queries)
  return rows
}

interface Standing {
  readonly standing: number
  readonly kept: number
  readonly free: number
}

const standingOf = async ({ packageId, patientId }: World): Promise<Standing> => {
  const { rows } = await sql<Standing>`
    select (select count(*)::int from appointments where patient_id = ${patientId} and status <> 'cancelled') as standing,
      used_sessions + reserved_sessions as kept, num_sessions - used_sessions - reserved_sessions as free
    from session_packages where id = ${packageId}`.execute(app.owner.queries)
  return rows[0] ?? { standing: 0, kept: 0, free: 0 }
}

/** What the server may say no with; anything else is a fault. */
const refusals = new Set([
  'not_found',
  'invalid_request',
  'version_conflict',
  'undo_too_late',
  'appointment_overlap',
  'num_sessions_cannot_be_lessthan_used_sessions',
])

const stepsOfRun = 20

const happening = fc.tuple(
  fc.constantFrom(...Object.keys(happenings)),
  fc.nat({ max: 30 }),
  fc.nat({ max: 30 }),
  fc.nat({ max: 30 }),
)

/** A change that is answered in full: every visit there is has a session, or the package has none left. */
const play = async (world: World, script: readonly [string, number, number, number][]): Promise<number> => {
  let taken = 0
  for (const [name, which, a, b] of script) {
    const visits = await visitsOf(world)
    const answer = await happenings[name]?.(world, visits[which % Math.max(visits.length, 1)] ?? 0, a, b)
    const key = answer?.errors?.[0]?.message ?? ''
    if (answer && answer.status >= 300) expect(refusals, `${name}: ${answer.status}`).toContain(key)
    else taken += 1
    const { undo, course } = answer?.metadata ?? {}
    if (undo) world.undo = undo.id
    expect(await brokenIn(world), `after ${name} ${which} ${a} ${b}`).toEqual([])
    if (course && course.without > 0) expect((await standingOf(world)).free).toBe(0)
  }
  return taken
}

it(`B4 a course and its package stay in step through ${sizes.courseSteps} random changes of its series`, {
  timeout: sizes.patienceMs,
}, async () => {
  let steps = 0
  let taken = 0
  await fc.assert(
    fc.asyncProperty(
      fc.nat({ max: 8 }),
      fc.array(happening, { minLength: stepsOfRun, maxLength: stepsOfRun }),
      async (sessions, script) => {
        taken += await play(await stage(sessions), script)
        steps += script.length
      },
    ),
    {
      numRuns: Math.ceil(sizes.courseSteps / stepsOfRun),
    },
  )
  expect(taken).toBeGreaterThan(steps / 4)
  reportFigures('B4 of courses', { steps, taken, broken: 0 })
})

it(`B4 with sessions enough, each visit of a course has one, whatever became of its series`, {
  timeout: sizes.patienceMs,
}, async () => {
  const changes = Object.keys(happenings).filter((name) => name !== 'resize')
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...changes), fc.nat(30), fc.nat(30), fc.nat(30)), {
        minLength: stepsOfRun,
        maxLength: stepsOfRun,
      }),
      async (script) => {
        const world = await stage(200)
        await play(world, script)
        const { standing, kept } = await standingOf(world)
        expect(kept).toBe(standing)
      },
    ),
    {
      numRuns: Math.ceil(sizes.courseSteps / stepsOfRun),
    },
  )
})
