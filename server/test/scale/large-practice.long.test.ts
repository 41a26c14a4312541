import { appointmentEndpoints } from '@ulna/contract/appointments/appointments'
import { patientEndpoints } from '@ulna/contract/patients/patients'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { seedPractice } from '../../../bench/seed.ts'
import { fillPath } from '../client.ts'
import { reportFigures } from '../faults/figures.ts'
import { mintToken } from '../sweeps/scene/minted-session.ts'
import { askRaw, listen } from '../sweeps/scene/raw-request.ts'
import { testPractice } from '../test-practice.ts'

const patients = 50_000
const appointments = 10_000

const { app, owner: person } = await testPractice({ alone: true })
let port: number
let authorization: string

beforeAll(async () => {
  const owner = new pg.Client(app.database.ownerConnection)
  await owner.connect()
  await seedPractice(owner, person, { patients, appointments }).finally(() => owner.end())
  port = await listen(app.server)
  authorization = `Bearer ${await mintToken(app, person)}`
}, 900_000)

interface Asked {
  readonly ms: number
  readonly bytes: number
  readonly count: number
}

const ask = async (path: string): Promise<Asked> => {
  const startedAt = performance.now()
  const { status, body } = await askRaw(port, { path: `/api${path}`, headers: { authorization } })
  const ms = performance.now() - startedAt
  expect(status, path).toBe(200)
  const { payload } = JSON.parse(body) as { payload: readonly { events?: readonly unknown[] }[] }
  return { ms, bytes: Buffer.byteLength(body), count: payload[0]?.events?.length ?? payload.length }
}

/** Each path as often as that, one after the other, after it was asked once. */
const askEach = async (paths: readonly string[], rounds: number): Promise<Asked[]> => {
  for (const path of paths) await ask(path)
  const asked: Asked[] = []
  for (let round = 0; round < rounds; round += 1) for (const path of paths) asked.push(await ask(path))
  return asked
}

const p95 = (asked: readonly Asked[]): number => {
  const sorted = asked.map(({ ms }) => ms).sort((a, b) => a - b)
  return Math.round(sorted[Math.floor(sorted.length * 0.95)] ?? 0)
}

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** The Monday of the week in which most appointments begin. */
const fullestWeek = async (): Promise<string> => {
  const { rows } = await app.owner.raw.query<{ monday: string }>(
    `select to_char(date_trunc('week', start_at), 'YYYY-MM-DD') as monday from appointments
       where practice_id = $1 group by 1 order by count(*) desc limit 1`,
    [person.practiceId],
  )
  return rows[0]?.monday ?? ''
}

/** What people type: a whole name, the beginnings of two, one that many have, one that nobody has, a number. */
const searches = [
  'mariana restrepo',
  'ana restr',
  'josé gom',
  'lucía alz',
  'jaramillo sof',
  'nuñez pat',
  'mar',
  'garcía',
  'zzyzx',
  '04217',
  '3104567',
]

describe(`H9 in a practice of ${patients} patients and ${appointments} appointments`, () => {
  it('a week of the agenda is there within 200 ms and 300 kB', async () => {
    const monday = await fullestWeek()
    const params = { practiceId: person.practiceId, start: monday, end: dayAfter(monday, 7) }
    const week = await askEach([fillPath(appointmentEndpoints.findByPractice.path, params)], 60)
    const { bytes = 0, count = 0 } = week[0] ?? {}
    reportFigures('H9', { what: 'week', count, bytes, p95Ms: p95(week) })
    expect(count).toBeGreaterThan(50)
    expect(bytes).toBeLessThan(300_000)
    expect(p95(week)).toBeLessThan(200)
  })

  it('who is looked for is found within 150 ms', async () => {
    const paths = searches.map((name) => fillPath(patientEndpoints.findByName.path, { name }))
    const found = await askEach(paths, 12)
    reportFigures('H9', {
      what: 'search',
      count: found.filter(({ count }) => count > 0).length,
      p95Ms: p95(found),
    })
    expect(found.filter(({ count }) => count > 0).length).toBeGreaterThan(found.length / 2)
    expect(p95(found)).toBeLessThan(150)
  })
})
