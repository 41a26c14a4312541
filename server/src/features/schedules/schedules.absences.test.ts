import { type Absence, type AbsenceMetadata, absenceEndpoints } from '@ulna/contract/schedules/schedules'
import { describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../test/client.ts'
import { bookAppointment, createPatient } from '../../../test/factories/clinical.ts'
import { addMember, registerOwner } from '../../../test/factories/people.ts'
import { testPractice } from '../../../test/test-practice.ts'

const { app, owner } = await testPractice()
const colleague = await addMember(app, owner.practiceId, 'practitioner', true)
const assistant = await addMember(app, owner.practiceId, 'assistant', false)

const at = (day: number, time = '00:00'): string => `2027-01-${String(day).padStart(2, '0')}T${time}:00Z`

const post = (body: Record<string, unknown>, by = owner) =>
  callEndpoint(app, absenceEndpoints.create, {
    token: by.token,
    body: { doctorId: by.doctorId, title: 'Vacaciones', ...body },
  })

const put = (id: number, body: Record<string, unknown>, by = owner) =>
  callEndpoint(app, absenceEndpoints.update, { params: { id }, token: by.token, body })

const remove = (id: number, by = owner) =>
  callEndpoint(app, absenceEndpoints.remove, { params: { id }, token: by.token })

const entered = async (body: Record<string, unknown>, by = owner): Promise<Absence> => {
  const answer = await post(body, by)
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.payload
}

const list = async (start: string, end: string, by = owner): Promise<Absence[]> =>
  (await callEndpoint(app, absenceEndpoints.list, { params: { start, end }, token: by.token })).payload

const needsAssistant = { status: 403, errors: [{ message: 'assistant_role_required' }] }

describe('an absence', () => {
  it('is listed for days in the practice’s zone and for instants, by start', async () => {
    const later = await entered({ start: at(3), end: at(4), title: '  Congreso ' })
    // This absence is from 19:00 to 05:00 in Bogotá: on the first and the second.
    const first = await entered({ start: at(2, '00:00'), end: at(2, '10:00') }, colleague)
    expect(later).toEqual({
      id: later.id,
      version: 1,
      doctorId: owner.doctorId,
      start: expect.any(String),
      end: expect.any(String),
      title: 'Congreso',
    })
    expect(new Date(later.start).toISOString()).toBe('2027-01-03T00:00:00.000Z')
    expect(await list('2027-01-01', '2027-01-05')).toEqual([first, later])
    expect(await list('2027-01-01', '2027-01-02', colleague)).toEqual([first])
    expect(await list('2027-01-02', '2027-01-03')).toEqual([first, later])
    expect(await list(at(2, '10:00'), at(3))).toEqual([])
    expect(await list(at(2, '09:59'), at(3, '00:01'))).toEqual([first, later])
  })

  it('tells which appointments lie in it, and leaves them as they are', async () => {
    const patient = await createPatient(app, owner)
    const within = await bookAppointment(app, owner, {
      start: at(10, '15:00'),
      end: at(10, '15:45'),
      patientId: patient.id,
    })
    const colleagues = await bookAppointment(
      app,
      { ...owner, doctorId: colleague.doctorId },
      { start: at(10, '16:00'), end: at(10, '17:00'), title: 'Reunión' },
    )
    await bookAppointment(app, owner, { start: at(10, '14:00'), end: at(10, '15:00') })
    await bookAppointment(app, owner, { start: at(10, '18:00'), end: at(10, '19:00'), status: 'cancelled' })
    const time = { start: at(10, '15:30'), end: at(10, '23:00') }
    const own = await post(time)
    const clash = ({
      id,
      start,
      end,
      doctorId,
      doctorName,
      patientId,
      patientName,
      title,
    }: typeof within) => ({
      ...{ id, start, end, doctorId, doctorName, patientId, patientName, title },
    })
    expect([own.status, own.metadata]).toEqual([201, { total: 1, appointments: [clash(within)] }])
    const everybody = await post({ ...time, doctorId: null })
    expect(everybody.metadata).toEqual({ total: 2, appointments: [clash(within), clash(colleagues)] })
    const shorter = await put((own.payload as Absence).id, { start: at(10, '20:00') })
    expect(shorter).toMatchObject({ status: 200, metadata: { total: 0, appointments: [] } })
  })

  it('names the first 200 of the appointments and counts all of them', async () => {
    await app.owner.queries
      .insertInto('appointments')
      .values(
        Array.from({ length: 205 }, (_, index) => ({
          practice_id: owner.practiceId,
          doctor_id: owner.doctorId,
          user_id: owner.userId,
          start_at: new Date(Date.UTC(2027, 5, 1, 0, index * 5)),
          end_at: new Date(Date.UTC(2027, 5, 1, 0, index * 5 + 5)),
        })),
      )
      .execute()
    const { metadata } = await post({ start: '2027-06-01T00:00:00Z', end: '2027-06-03T00:00:00Z' })
    const { total, appointments }: AbsenceMetadata = metadata
    expect([total, appointments.length]).toEqual([205, 200])
  })

  it('wants an end after its start, at most two years later, and a title', async () => {
    const refusals = [
      [{ start: at(5), end: at(5) }, 'end', 'field_range'],
      [{ start: at(5), end: '2029-01-06T00:00:00Z' }, 'end', 'field_max'],
      [{ start: at(5), end: at(6), title: '  ' }, 'title', 'field_required'],
      [{ start: '2027-01-05', end: at(6) }, 'start', 'field_date'],
    ] as const
    for (const [body, field, reason] of refusals)
      expect(await post(body)).toMatchObject({ status: 400, errors: [{ field, params: { reason } }] })
    const { id } = await entered({ start: at(5), end: at(6) })
    expect(await put(id, { end: at(4) })).toMatchObject({
      status: 400,
      errors: [{ field: 'end', params: { reason: 'field_range' } }],
    })
  })
})

describe('changing an absence', () => {
  it('keeps what is not said, and every version', async () => {
    const { id, ...before } = await entered({ start: at(20), end: at(21) })
    const changed = await put(id, { title: 'Curso', version: 1 })
    expect(changed.payload).toEqual({ ...before, id, title: 'Curso', version: 2 })
    expect(await remove(id)).toMatchObject({ status: 200, payload: { id } })
    expect(await list(at(20), at(21))).toEqual([])
    const versions = await app.owner.queries
      .selectFrom('absence_versions')
      .select(['version', 'body'])
      .where('absence_id', '=', id)
      .orderBy('version')
      .execute()
    expect(versions.map(({ version, body }) => [version, body && JSON.parse(body)])).toEqual([
      [1, { ...before, id }],
      [2, changed.payload],
      [3, null],
    ])
  })

  it('of a stale version is refused with what there is; of several at the same time one wins', async () => {
    const { id } = await entered({ start: at(22), end: at(23) })
    const answers = await Promise.all(['A', 'B', 'C', 'D'].map((title) => put(id, { title, version: 1 })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    const winner: Absence = answers.find(({ status }) => status === 200)?.payload as never
    for (const { metadata } of answers.filter(({ status }) => status === 409))
      expect(metadata).toEqual({ current: winner })
  })

  it('that races with its removal is done before it or finds none', async () => {
    const { id } = await entered({ start: at(22), end: at(23) })
    const [changed, removed] = await Promise.all([put(id, { title: 'Otro' }), remove(id)])
    expect([200, 404]).toContain(changed.status)
    expect(removed.status).toBe(200)
    expect((await put(id, { title: 'Otro' })).status).toBe(404)
  })
})

describe('who may enter an absence', () => {
  const time = { start: at(25), end: at(26) }

  it('is a practitioner for themselves, an assistant for others and for the practice', async () => {
    expect((await post(time, colleague)).status).toBe(201)
    expect(await post({ ...time, doctorId: owner.doctorId }, colleague)).toMatchObject(needsAssistant)
    expect(await post({ ...time, doctorId: null }, colleague)).toMatchObject(needsAssistant)
    expect((await post({ ...time, doctorId: owner.doctorId }, assistant)).status).toBe(201)
    expect((await post({ ...time, doctorId: null, title: 'Festivo' }, assistant)).status).toBe(201)
  })

  it('counts for what it was and for what it becomes', async () => {
    const own = await entered(time, colleague)
    const others = await entered(time)
    const everybodys = await entered({ ...time, doctorId: null })
    for (const doctorId of [owner.doctorId, null])
      expect(await put(own.id, { doctorId }, colleague)).toMatchObject(needsAssistant)
    for (const { id } of [others, everybodys]) {
      expect(await put(id, { doctorId: colleague.doctorId }, colleague)).toMatchObject(needsAssistant)
      expect(await remove(id, colleague)).toMatchObject(needsAssistant)
    }
    expect((await put(own.id, { doctorId: null }, assistant)).payload).toMatchObject({ doctorId: null })
    expect((await remove(everybodys.id, assistant)).status).toBe(200)
  })

  it('is nobody of another practice: to them it is not there', async () => {
    const stranger = await registerOwner(app)
    const { id } = await entered(time)
    const absent = { status: 404, errors: [{ message: 'not_found' }] }
    expect(await put(id, { title: 'Otro' }, stranger)).toMatchObject(absent)
    expect(await remove(id, stranger)).toMatchObject(absent)
    expect(await post({ ...time, doctorId: stranger.doctorId })).toMatchObject(absent)
    expect(await put(id, { doctorId: stranger.doctorId })).toMatchObject(absent)
    expect(await list(at(1), at(30), stranger)).toEqual([])
  })
})

describe('D5: writing absences', () => {
  it('leaves rows that say which one and what, never why', async () => {
    const { id } = await entered({ start: at(28), end: at(29), title: 'Motivo privado' })
    await put(id, { title: 'Otro motivo', start: at(28, '01:00') })
    await remove(id)
    const rows = await app.owner.queries
      .selectFrom('audit_events')
      .select(['action', 'patient_id', 'subject_type', 'detail'])
      .where('subject_id', '=', id)
      .orderBy('at')
      .execute()
    const row = (action: string, detail: object) => ({
      action,
      patient_id: null,
      subject_type: 'absence',
      detail,
    })
    expect(rows.map(({ detail, ...rest }) => ({ ...rest, detail: JSON.parse(detail) as unknown }))).toEqual([
      row('absence.create', { appointments: 0 }),
      row('absence.update', { fields: ['start', 'title'], appointments: 0 }),
      row('absence.delete', {}),
    ])
  })
})
