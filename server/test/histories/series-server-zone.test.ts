import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Appointment } from '@ulna/contract/appointments/appointments'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { stopServer } from '../../src/platform/embedded-postgres/stop-server.ts'
import { testPassword } from '../factories/people.ts'
import { weekly } from '../factories/series.ts'
import { type Reply, sendRequest } from '../faults/http-call.ts'
import { ServerProcess } from '../faults/server-process.ts'
import { instantOf, shownAt } from './series-model/series-model.clock.ts'

let dataDirectory: string
let server: ServerProcess

// Process and database think they are on Kiritimati, fourteen hours ahead of UTC.
beforeAll(async () => {
  dataDirectory = await mkdtemp(`/tmp/ulna-test-${process.pid}-zone-`)
  await chmod(dataDirectory, 0o755)
  server = new ServerProcess({ DATA_DIR: dataDirectory, TZ: 'Pacific/Kiritimati' })
  await server.start()
})

afterAll(async () => {
  await server.end('SIGKILL')
  await stopServer(path.join(dataDirectory, 'postgres/cluster'))
  await rm(dataDirectory, { recursive: true, force: true })
})

const post = (token: string | undefined, place: string, body: object): Promise<Reply> =>
  sendRequest(server.baseUrl, token, { method: 'POST', path: place, body })

it.each(['Europe/Madrid', 'America/New_York', 'America/Santiago', 'America/Bogota'])(
  'A11 a practice in %s has its 52 visits at 10:00, on its own days, whatever clock the server has',
  async (timezone) => {
    const { payload, metadata } = await post(undefined, '/auth/register', {
      email: `user-${randomUUID()}@example.test`,
      password: testPassword,
      firstName: 'Laura',
      lastName: 'Restrepo',
      timezone,
    })
    const { practice, doctor: practitioner } = payload as unknown as {
      practice: { id: number }
      doctor: { id: number }
    }
    const token = String(metadata.token)
    const start = instantOf('2027-01-04', 600, timezone)
    const times = { start: new Date(start).toISOString(), end: new Date(start + 3_600_000).toISOString() }
    const booked = await post(token, '/appointment', {
      doctorId: practitioner.id,
      ...times,
      every: weekly(52),
    })
    expect(booked.status).toBe(201)
    const range = `/calendar/appointments/${practice.id}/2027-01-01/2028-01-01`
    const answer = await sendRequest(server.baseUrl, token, { method: 'GET', path: range })
    const [{ events }] = answer.payload as unknown as [{ events: Appointment[] }]
    const shown = events.map((event) => shownAt(Date.parse(event.start), timezone))
    expect(shown.filter(({ minutes }) => minutes === 600)).toHaveLength(52)
    expect(shown[0]?.day).toBe('2027-01-04')
    expect(events[0]?.until).toBeNull()
    const day = await sendRequest(server.baseUrl, token, {
      method: 'GET',
      path: `/calendar/appointments/${practice.id}/2027-01-04/2027-01-05`,
    })
    expect((day.payload as unknown as [{ events: Appointment[] }])[0].events).toHaveLength(1)
  },
)
