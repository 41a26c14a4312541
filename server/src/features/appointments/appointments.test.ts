import { type Appointment, appointmentEndpoints } from '@ulna/contract/appointments/appointments'
import { type Patient, patientEndpoints } from '@ulna/contract/patients/patients'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../test/client.ts'
import { bookAppointment, createPatient } from '../../../test/factories/clinical.ts'
import { addMember } from '../../../test/factories/people.ts'
import { testPractice } from '../../../test/test-practice.ts'

const { app, owner } = await testPractice()
const colleague = await addMember(app, owner.practiceId, 'practitioner', true)

const at = (day: number, time: string): string => `2027-01-${String(day).padStart(2, '0')}T${time}:00Z`
const slot = (day: number, from = '15:00', to = '15:45') => ({ start: at(day, from), end: at(day, to) })
const post = (body: Record<string, unknown>, by = owner) =>
  callEndpoint(app, appointmentEndpoints.create, {
    token: by.token,
    body: { doctorId: by.doctorId, ...body },
  })
const put = (id: number, body: Record<string, unknown>, by = owner) =>
  callEndpoint(app, appointmentEndpoints.update, { params: { id }, token: by.token, body })

const list = async (start: string, end: string, by = owner): Promise<Appointment[]> => {
  const answer = await callEndpoint(app, appointmentEndpoints.findByPractice, {
    params: { practiceId: by.practiceId, start, end },
    token: by.token,
  })
  return (answer.payload as { events: Appointment[] }[])[0]?.events ?? []
}

describe('a visit of a later day, in the zone of the practice', () => {
  const dayMs = 86_400_000
  const bogota = 5 * 3_600_000
  /** Noon in Bogotá so many days from today there. */
  const noon = (days: number): { start: string; end: string } => {
    const today = Math.floor((Date.now() - bogota) / dayMs) * dayMs + bogota
    const start = today + days * dayMs + dayMs / 2
    return { start: new Date(start).toISOString(), end: new Date(start + 1_800_000).toISOString() }
  }
  const attended = { status: 'attended', allowOverlap: true }
  const key = (answer: { status: number; errors: readonly { message: string }[] }): string =>
    answer.errors[0]?.message ?? String(answer.status)

  it('is not attended: neither booked so, nor changed to it, nor moved there afterwards', async () => {
    expect(key(await post({ ...noon(1), ...attended }))).toBe('appointment_of_later_day')
    const { id } = await bookAppointment(app, owner, { ...noon(1), allowOverlap: true })
    expect(key(await put(id, attended))).toBe('appointment_of_later_day')
    expect(key(await put(id, { status: 'arrived' }))).toBe('200')
    const today = await post({ ...noon(0), ...attended })
    expect(key(today)).toBe('201')
    const { id: attendedId } = today.payload as Appointment
    expect(key(await put(attendedId, noon(1)))).toBe('appointment_of_later_day')
    expect(key(await put(attendedId, noon(-1)))).toBe('200')
  })

  it('is one whose day is not over here while it is another in UTC', async () => {
    const midnight = Math.floor((Date.now() - bogota) / dayMs) * dayMs + bogota + dayMs
    const at = (from: number) => ({
      start: new Date(from).toISOString(),
      end: new Date(from + 600_000).toISOString(),
    })
    expect(key(await post({ ...at(midnight - 1_200_000), ...attended }))).toBe('201')
    expect(key(await post({ ...at(midnight), ...attended }))).toBe('appointment_of_later_day')
  })

  it('is not attended by a change of its series either', async () => {
    const every = { repeat: true, freq: 'week', interval: 1, count: 3 }
    const { id } = await bookAppointment(app, owner, { ...noon(1), every, allowOverlap: true })
    const changed = await callEndpoint(app, appointmentEndpoints.updateSeries, {
      params: { id },
      query: { scope: 'all' },
      token: owner.token,
      body: { status: 'attended', allowOverlap: true },
    })
    expect(key(changed)).toBe('appointment_of_later_day')
  })

  it('that was attended before that was refused can still be changed otherwise', async () => {
    const { id } = await bookAppointment(app, owner, { ...noon(3), allowOverlap: true })
    await sql`update appointments set status = 'attended' where id = ${id}`.execute(app.owner.queries)
    expect(key(await put(id, { note: 'Vino antes' }))).toBe('200')
  })
})

describe('booking', () => {
  it('answers the appointment with the names of practitioner and patient', async () => {
    const patient = await createPatient(app, owner)
    const booked = await bookAppointment(app, owner, {
      ...slot(1),
      patientId: patient.id,
      note: 'Traer resonancia',
    })
    expect(booked).toMatchObject({
      doctorName: 'Laura Restrepo',
      patientName: 'Mariana Gómez Lara',
      status: 'booked',
      confirmed: false,
      parent: null,
      note: 'Traer resonancia',
      version: 1,
    })
    expect(new Date(booked.start).toISOString()).toBe('2027-01-01T15:00:00.000Z')
  })

  it('shows the name a patient has now, however it was booked or renamed', async () => {
    const march = (day: number) => ({ start: `2027-03-0${day}T15:00:00Z`, end: `2027-03-0${day}T15:45:00Z` })
    const patient = await createPatient(app, owner, { firstName: 'Inés', lastName: 'Antes' })
    const other = await createPatient(app, owner, { firstName: 'Otra', lastName: 'Persona' })
    const booked = await bookAppointment(app, owner, { ...march(1), patientId: patient.id })
    const moved = await bookAppointment(app, owner, { ...march(2), patientId: other.id })
    expect((await put(moved.id, { patientId: patient.id })).payload).toMatchObject({
      patientName: 'Inés Antes',
    })
    const freed = await bookAppointment(app, owner, { ...march(3), patientId: patient.id })
    expect((await put(freed.id, { patientId: null })).payload).toMatchObject({ patientName: null })
    const rename = { params: { id: patient.id }, token: owner.token, body: { lastName: 'Después "Ñ"' } }
    expect((await callEndpoint(app, patientEndpoints.update, rename)).status).toBe(200)
    const names = (await list('2027-03-01', '2027-03-04')).map((event) => [event.id, event.patientName])
    expect(names).toEqual([
      [booked.id, 'Inés Después "Ñ"'],
      [moved.id, 'Inés Después "Ñ"'],
      [freed.id, null],
    ])
  })

  it('keeps the right name when bookings race with a renaming', async () => {
    const patient = await createPatient(app, owner, { firstName: 'Carrera', lastName: '0' })
    const times = Array.from({ length: 12 }, (_, index) => {
      const hour = (part: number) => `2027-04-${String(1 + index).padStart(2, '0')}T${10 + part}:00:00Z`
      return { start: hour(0), end: hour(1) }
    })
    const renames = times.map((_, index) =>
      callEndpoint(app, patientEndpoints.update, {
        params: { id: patient.id },
        token: owner.token,
        body: { lastName: String(index + 1) },
      }),
    )
    const bookings = times.map((time) => post({ ...time, patientId: patient.id }))
    expect((await Promise.all(bookings)).map(({ status }) => status)).toEqual(times.map(() => 201))
    await Promise.all(renames)
    const wish = { params: { id: patient.id }, token: owner.token }
    const now: Patient = (await callEndpoint(app, patientEndpoints.read, wish)).payload
    const events = await list('2027-04-01', '2027-04-14')
    expect(events.map((event) => event.patientName)).toEqual(times.map(() => `Carrera ${now.lastName}`))
  })

  it('is changed while its patient is renamed, without a deadlock', async () => {
    const deadlocks = async (): Promise<number> => {
      await sql`select pg_stat_force_next_flush()`.execute(app.owner.queries)
      const { rows } = await sql<{ count: number }>`
        select deadlocks::int as count from pg_stat_database where datname = current_database()`.execute(
        app.owner.queries,
      )
      return rows[0]?.count ?? 0
    }
    const patient = await createPatient(app, owner, { firstName: 'Choque', lastName: '0' })
    const booked = await bookAppointment(app, owner, {
      start: '2027-05-01T15:00:00Z',
      end: '2027-05-01T15:45:00Z',
      patientId: patient.id,
    })
    const before = await deadlocks()
    for (let round = 0; round < 15; round += 1) {
      const rename = { params: { id: patient.id }, token: owner.token, body: { lastName: String(round + 1) } }
      const answers = await Promise.all([
        callEndpoint(app, patientEndpoints.update, rename),
        put(booked.id, { patientId: patient.id, note: `nota ${round}` }),
      ])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
    }
    expect(await deadlocks()).toBe(before)
  })

  it('refuses an overlap with the other appointment, takes back-to-back, and overlaps when told to', async () => {
    const first = await bookAppointment(app, owner, slot(2))
    const clash = await post(slot(2, '15:30', '16:00'))
    expect(clash).toMatchObject({
      status: 409,
      errors: [{ message: 'appointment_overlap' }],
      metadata: { appointment: { id: first.id } },
    })
    expect((await post(slot(2, '15:45', '16:30'))).status).toBe(201)
    expect((await post({ ...slot(2, '15:30', '16:00'), allowOverlap: true })).status).toBe(201)
    expect((await post({ ...slot(2, '15:50', '16:00') })).status).toBe(409)
    expect((await post(slot(2), colleague)).status).toBe(201)
  })

  it('B5 gives a slot that 20 bookings race for to exactly one', async () => {
    for (let day = 3; day < 6; day += 1) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => post(slot(day, '10:00', `10:${30 + index}`))),
      )
      expect(answers.map((one) => one.status).sort()).toEqual([201, ...Array.from({ length: 19 }, () => 409)])
    }
  })

  it('notes of one that is booked as cancelled when that was and whether it was late, as a change does', async () => {
    const cancelledAt = async (id: number): Promise<Date | null | undefined> =>
      (
        await app.owner.queries
          .selectFrom('appointments')
          .select('cancelled_at')
          .where('id', '=', id)
          .executeTakeFirst()
      )?.cancelled_at
    const soon = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString()
    const late = { start: soon(30), end: soon(60) }
    for (const [times, cancelledLate] of [[slot(9), false] as const, [late, true] as const]) {
      const noted = await bookAppointment(app, owner, {
        ...times,
        status: 'cancelled',
        cancelReason: 'Gripe',
      })
      const booked = await bookAppointment(app, owner, { ...times, allowOverlap: true })
      expect([booked.cancelledLate, await cancelledAt(booked.id)]).toEqual([null, null])
      const changed: Appointment = (await put(booked.id, { status: 'cancelled', cancelReason: 'Gripe' }))
        .payload
      expect([noted, changed]).toMatchObject([{ cancelledLate }, { cancelledLate }])
      expect(await cancelledAt(noted.id)).toBeInstanceOf(Date)
      // Cancelled again it stays cancelled when it was.
      const before = await cancelledAt(noted.id)
      await put(noted.id, { status: 'cancelled' })
      expect(await cancelledAt(noted.id)).toEqual(before)
    }
  })

  it('wants an end after the start, at most a day later', async () => {
    expect(await post(slot(7, '15:00', '15:00'))).toMatchObject({
      status: 400,
      errors: [{ field: 'end', params: { reason: 'field_range' } }],
    })
    expect((await post({ start: at(7, '10:00'), end: at(9, '10:00') })).status).toBe(400)
  })

  it('keeps a practitioner out of another’s agenda and lets an assistant in', async () => {
    const assistant = await addMember(app, owner.practiceId, 'assistant', false)
    expect(await post({ ...slot(8), doctorId: owner.doctorId }, colleague)).toMatchObject({
      status: 403,
      errors: [{ code: '0100', message: 'assistant_role_required' }],
    })
    const booked = await post({ ...slot(8), doctorId: owner.doctorId }, assistant)
    expect(booked.status).toBe(201)
    expect((await put((booked.payload as Appointment).id, { note: 'x' }, colleague)).status).toBe(403)
  })
})

describe('changing', () => {
  it('moves to a free time, refuses a taken one and keeps versions', async () => {
    const first = await bookAppointment(app, owner, slot(10))
    const second = await bookAppointment(app, owner, slot(10, '17:00', '17:45'))
    expect(await put(second.id, slot(10, '15:15', '16:00'))).toMatchObject({
      status: 409,
      metadata: { appointment: { id: first.id } },
    })
    const moved = await put(second.id, { ...slot(10, '18:00', '18:45'), version: 1 })
    expect(moved.payload).toMatchObject({ version: 2 })
    expect(await put(second.id, { title: 'tarde', version: 1 })).toMatchObject({
      status: 409,
      errors: [{ message: 'version_conflict' }],
      metadata: { current: { version: 2 } },
    })
    const versions = await app.owner.queries
      .selectFrom('appointment_versions')
      .select('version')
      .where('appointment_id', '=', second.id)
      .execute()
    expect(versions).toHaveLength(2)
  })

  it('frees the time when cancelled and takes it again only when it is free', async () => {
    const first = await bookAppointment(app, owner, slot(11))
    await put(first.id, { status: 'cancelled', cancelReason: 'Gripe' })
    expect((await post(slot(11))).status).toBe(201)
    expect((await put(first.id, { status: 'booked' })).status).toBe(409)
  })

  it('deletes and remembers who did', async () => {
    const booked = await bookAppointment(app, owner, slot(12))
    expect(
      await callEndpoint(app, appointmentEndpoints.remove, { params: { id: booked.id }, token: owner.token }),
    ).toMatchObject({ status: 200, payload: { id: booked.id } })
    const last = await app.owner.queries
      .selectFrom('appointment_versions')
      .selectAll()
      .where('appointment_id', '=', booked.id)
      .orderBy('version', 'desc')
      .executeTakeFirst()
    expect(last).toMatchObject({ version: 2, body: null, author_user_id: owner.userId })
  })
})

describe('the calendar', () => {
  it('takes days in the practice’s zone and instants, end exclusive', async () => {
    const booked = await bookAppointment(app, owner, {
      start: '2027-02-01T04:30:00Z',
      end: '2027-02-01T05:15:00Z',
    })
    const has = async (start: string, end: string): Promise<boolean> =>
      (await list(start, end)).some((one) => one.id === booked.id)
    expect(await has('2027-01-31', '2027-02-01')).toBe(true)
    expect(await has('2027-02-01', '2027-02-02')).toBe(true)
    expect(await has('2027-02-02', '2027-02-03')).toBe(false)
    expect(await has('2027-02-01T05:15:00Z', '2027-02-01T09:00:00Z')).toBe(false)
    expect(await has('2027-02-01T05:14:00Z', '2027-02-01T09:00:00Z')).toBe(true)
  })

  it('shows those alone that are asked for by their ids, and of these what is in its days', async () => {
    const at = { start: '2027-02-12T15:00:00Z', end: '2027-02-12T16:00:00Z' }
    const [here, later] = [
      await bookAppointment(app, owner, at),
      await bookAppointment(app, owner, { start: '2027-03-12T15:00:00Z', end: '2027-03-12T16:00:00Z' }),
    ]
    await bookAppointment(app, colleague, at)
    const among = async (ids: string) => {
      const { status, payload, errors } = await callEndpoint(app, appointmentEndpoints.findByPractice, {
        params: { practiceId: owner.practiceId, start: '2027-02-01', end: '2027-03-01' },
        query: { ids },
        token: owner.token,
      })
      return status === 200
        ? (payload as { events: Appointment[] }[])[0]?.events.map(({ id }) => id)
        : errors[0]?.message
    }
    expect(await among(`${here.id},${later.id},999999`)).toEqual([here.id])
    expect(await among(String(later.id))).toEqual([])
    for (const ids of ['', '0', 'a', '1,', '1;2', '9999999999999999', Array(201).fill('1').join()])
      expect(await among(ids), ids).toBe('invalid_request')
  })

  it('shows one practitioner alone', async () => {
    const booked = await bookAppointment(app, owner, {
      start: '2027-02-10T15:00:00Z',
      end: '2027-02-10T16:00:00Z',
    })
    await bookAppointment(app, colleague, { start: '2027-02-10T15:00:00Z', end: '2027-02-10T16:00:00Z' })
    const answer = await callEndpoint(app, appointmentEndpoints.findByDoctor, {
      params: { doctorId: owner.doctorId, start: '2027-02-10', end: '2027-02-11' },
      token: owner.token,
    })
    expect((answer.payload as { events: Appointment[] }[])[0]?.events.map((one) => one.id)).toEqual([
      booked.id,
    ])
  })
})
