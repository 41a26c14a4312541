import { type Appointment, appointmentEndpoints } from '@ulna/contract/appointments/appointments'
import { firstStepsEndpoints } from '@ulna/contract/first-steps/first-steps'
import { receiptEndpoints } from '@ulna/contract/receipts/receipts'
import { reminderEndpoints } from '@ulna/contract/reminders/reminders'
import { sessionPackageEndpoints } from '@ulna/contract/session-packages/session-packages'
import { todayEndpoints } from '@ulna/contract/today/today'
import { waitListEndpoints } from '@ulna/contract/wait-list/wait-list'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../../test/client.ts'
import { importCalls, isoDay, writtenDay } from '../../../../test/factories/imports.ts'
import { configureMails, mailRows, remind } from '../../../../test/factories/mails.ts'
import { zoneAtNoon } from '../../../../test/factories/midday.ts'
import { sellPackage } from '../../../../test/factories/packages.ts'
import { registerOwner, type TestPerson } from '../../../../test/factories/people.ts'
import { testServer } from '../../../../test/test-practice.ts'

let owner: TestPerson

const app = await testServer({ alone: true })
beforeEach(async () => {
  owner = await registerOwner(app, { timezone: zoneAtNoon() })
  await sql`update practices set locale = 'es' where id = ${owner.practiceId}`.execute(app.owner.queries)
  await configureMails(app, owner.practiceId, { reminderHours: 48, confirmationMails: true })
})

const { bring } = importCalls(app, () => owner)

const withMail = 'Código;Nombre;Apellidos;Correo\n1;Mariana;Gómez;mariana@patients.test\n2;Ana;Ruiz;\n'
const payloadOf = async (endpoint: Parameters<typeof callEndpoint>[1], more = {}): Promise<unknown> => {
  const { status, payload, text } = await callEndpoint(app, endpoint, { token: owner.token, ...more })
  expect(status, text).toBe(200)
  return payload
}

const patientOf = async (name: string): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    select id from patients where practice_id = ${owner.practiceId} and first_name = ${name}`.execute(
    app.owner.queries,
  )
  return Number(rows[0]?.id)
}

/** Everything that counts something of today. */
const figures = async () => ({
  today: await payloadOf(todayEndpoints.read, { query: { scope: 'practice', day: localToday() } }),
  steps: await payloadOf(firstStepsEndpoints.read),
  waiting: await payloadOf(waitListEndpoints.list, { query: { limit: '50' } }),
  receipts: await payloadOf(receiptEndpoints.list, { query: { limit: '50' } }),
  packages: await payloadOf(sessionPackageEndpoints.list, { query: { limit: '50' } }),
  board: await payloadOf(sessionPackageEndpoints.board),
})

/** Today by the clock of a practice at which it is noon. */
const localToday = (): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zoneAtNoon(), dateStyle: 'short' }).format(new Date())

const written = (): string => localToday().split('-').reverse().join('/')

describe('what an import brings', () => {
  it('changes no figure of today: no visit, no session, no receipt, no first step, nobody who waits', async () => {
    await bring('patients', withMail, { source: 'Programa viejo' })
    const mariana = await patientOf('Mariana')
    await sellPackage(app, owner, mariana, { numSessions: 10, autoAdd: true })
    const before = await figures()
    const visits = await bring(
      'appointments',
      [
        'Código;Fecha;Hora;Duración;Estado',
        `1;${written()};08:00;30;Atendida`,
        `2;${written()};09:00;30;No asistió`,
        `1;${writtenDay(-30)};09:00;30;Atendida`,
        `1;${writtenDay(40)};09:00;30;Reservada`,
      ].join('\n'),
    )
    expect(visits.created).toBe(4)
    expect((await bring('notes', `Código;Fecha;Nota\n1;${written()};Mejor\n`)).created).toBe(1)
    expect(await figures()).toEqual(before)
  })

  it('asks for no mail: neither a confirmation nor a reminder of a visit to come, until somebody moves it', async () => {
    await bring('patients', withMail, { source: 'Programa viejo' })
    const { created } = await bring(
      'appointments',
      `Código;Fecha;Hora;Duración\n1;${writtenDay(1)};12:00;30\n`,
    )
    expect(created).toBe(1)
    await remind(app)
    expect(await mailRows(app, owner.practiceId)).toEqual([])
    expect(await app.mails()).toEqual([])
    const [visit] =
      (
        (await payloadOf(appointmentEndpoints.findByPractice, {
          params: { practiceId: owner.practiceId, start: isoDay(0), end: isoDay(4) },
        })) as { events: Appointment[] }[]
      )[0]?.events ?? []
    const id = visit?.id ?? 0
    expect(await payloadOf(reminderEndpoints.messages, { params: { id } })).toEqual([])
    const moved = await callEndpoint(app, appointmentEndpoints.update, {
      token: owner.token,
      params: { id },
      body: {
        start: new Date(Date.parse(visit?.start ?? '') + 3_600_000).toISOString(),
        end: new Date(Date.parse(visit?.end ?? '') + 3_600_000).toISOString(),
      },
    })
    expect(moved.status, moved.text).toBe(200)
    await remind(app)
    expect((await mailRows(app, owner.practiceId)).length).toBeGreaterThan(0)
  })
})
