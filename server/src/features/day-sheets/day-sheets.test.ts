import { appointmentEndpoints } from '@ulna/contract/appointments/appointments'
import { daySheetEndpoints } from '@ulna/contract/day-sheets/day-sheets'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../test/client.ts'
import { fetchSheet, passwordsFor, sheetText } from '../../../test/day-sheets.ts'
import {
  bookAppointment,
  caseInput,
  createPatient,
  followUpInput,
  historyInput,
  writeRecord,
} from '../../../test/factories/clinical.ts'
import { hoursAhead, visitAt } from '../../../test/factories/mails.ts'
import { zoneAtNoon } from '../../../test/factories/midday.ts'
import { sellPackage } from '../../../test/factories/packages.ts'
import { addMember, registerOwner } from '../../../test/factories/people.ts'
import { poppler } from '../../../test/poppler.ts'
import { mintKey } from '../../../test/sweeps/scene/keys.ts'
import { mintToken } from '../../../test/sweeps/scene/minted-session.ts'
import { testPractice } from '../../../test/test-practice.ts'

const { app, owner } = await testPractice({
  firstName: 'Laura',
  lastName: 'Restrepo',
  timezone: zoneAtNoon(),
})
const desk = await addMember(app, owner.practiceId, 'assistant', false)
const tomorrow = visitAt(hoursAhead(24))
const dayOf = ({ start }: { readonly start: string }): string => {
  const ms = Date.parse(start) + (12 - new Date().getUTCHours()) * 3_600_000
  return new Date(ms).toISOString().slice(0, 10)
}

let patientId: number
beforeAll(async () => {
  const patient = await createPatient(app, owner, {
    firstName: 'Eva',
    lastName: 'Ñandú',
    mobile: '+57 300 111 2233',
    phone: '601 555 4433',
  })
  patientId = patient.id
  await writeRecord(app, owner, historyInput(patient.id, { allergies: 'Látex y níquel' }))
  const opened = await writeRecord(app, owner, caseInput(patient.id, { name: 'Manguito rotador' }))
  await writeRecord(app, owner, followUpInput(patient.id, opened.id, { patientObs: 'Duerme sin dolor' }))
  await sellPackage(app, owner, patient.id, { numSessions: 8 })
  await bookAppointment(app, owner, { ...tomorrow, patientId: patient.id, note: 'Trae la resonancia' })
})

const rowsOf = async (action: string): Promise<{ detail: Record<string, unknown>; key: number | null }[]> => {
  const { rows } = await sql<{ detail: string; key: number | null }>`
    select detail, practice_key_id::int as key from audit_events
    where practice_id = ${owner.practiceId} and action = ${action} order by at`.execute(app.owner.queries)
  return rows.map(({ detail, key }) => ({ detail: JSON.parse(detail), key }))
}

describe('the sheet of a day', () => {
  it('is refused while nobody knows a password that would open it', async () => {
    const other = await registerOwner(app)
    expect(await fetchSheet(app, other.token)).toMatchObject({
      status: 409,
      refusal: 'day_sheet_without_password',
    })
  })

  it('says agenda, phones, alerts, last note and balance of the next day with visits to clinical members, locked', async () => {
    const { agenda, clinical } = await passwordsFor(app, owner)
    const { status, pdf, headers } = await fetchSheet(app, owner.token)
    expect(status).toBe(200)
    expect(headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store' })
    expect(String(headers['content-disposition'])).toContain('.pdf')
    const text = await sheetText(pdf, clinical?.password ?? '')
    for (const said of ['Eva Ñandú', '+57 300 111 2233', '601 555 4433', 'Trae la resonancia'])
      expect(text).toContain(said)
    for (const said of ['Látex y níquel', 'Manguito rotador', 'Duerme sin dolor', 'Quedan 8 de 8'])
      expect(text).toContain(said)
    expect(text).toContain('Guardar con otra fecha')
    // Locked with AES-256: nothing of it is in its bytes, and no other password opens it.
    const bytes = pdf.toString('latin1')
    for (const kept of ['Eva', 'Hoja', 'Fisioterapia']) expect(bytes).not.toContain(kept)
    for (const wrong of ['', agenda.password, `${clinical?.password}x`, 'ulna'])
      expect(await sheetText(pdf, wrong)).toBe('')
    const info = await poppler('pdfinfo', pdf, '-upw', clinical?.password ?? '')
    expect(info).toMatch(/Encrypted: +yes .*algorithm:AES-256/)
    expect(info).toMatch(/Tagged: +yes/)
    expect(bytes).toMatch(/\/R 6\s/)
  })

  it('says agenda and phones alone to everybody else, whatever they ask for', async () => {
    const { agenda, clinical } = await passwordsFor(app, desk)
    expect(clinical).toBeNull()
    const { pdf } = await fetchSheet(app, desk.token)
    const text = await sheetText(pdf, agenda.password)
    for (const said of ['Eva Ñandú', '+57 300 111 2233', 'Trae la resonancia']) expect(text).toContain(said)
    for (const kept of ['Látex', 'Manguito', 'Duerme', 'Quedan 8']) expect(text).not.toContain(kept)
    expect((await fetchSheet(app, desk.token, { contents: 'clinical' })).refusal).toBe(
      'clinical_access_required',
    )
  })

  it('is of today or of one of the next days, and of no other', async () => {
    const { clinical } = await passwordsFor(app, owner)
    const day = dayOf({ start: new Date().toISOString() })
    const { pdf } = await fetchSheet(app, owner.token, { day })
    expect(await sheetText(pdf, clinical?.password ?? '')).toContain('No hay citas ese día')
    for (const far of ['2020-01-01', '2199-01-01'])
      expect((await fetchSheet(app, owner.token, { day: far })).status).toBe(400)
  })

  it('leaves out what was cancelled, and what a file says that is to be destroyed', async () => {
    const gone = await createPatient(app, owner, { firstName: 'Bruno', mobile: '+57 311 000 9988' })
    await writeRecord(app, owner, historyInput(gone.id, { allergies: 'Ibuprofeno' }))
    await bookAppointment(app, owner, { ...tomorrow, patientId: gone.id })
    const called = await createPatient(app, owner, { firstName: 'Carla' })
    const cancelled = await bookAppointment(app, owner, { ...tomorrow, patientId: called.id })
    const answer = await callEndpoint(app, appointmentEndpoints.update, {
      token: owner.token,
      params: { id: cancelled.id },
      body: { doctorId: owner.doctorId, ...tomorrow, status: 'cancelled' },
    })
    expect(answer.status, answer.text).toBe(200)
    const { clinical } = await passwordsFor(app, owner)
    const read = async () => sheetText((await fetchSheet(app, owner.token)).pdf, clinical?.password ?? '')
    const before = await read()
    expect(before).toContain('Ibuprofeno')
    expect(before).not.toContain('Carla')
    await sql`update patients set archived_at = now(), blocked_at = now() where id = ${gone.id}`.execute(
      app.owner.queries,
    )
    const after = await read()
    for (const kept of ['Ibuprofeno', '+57 311 000 9988']) expect(after).not.toContain(kept)
  })

  it('leaves a row of the trail each time it is fetched', async () => {
    const before = (await rowsOf('day_sheet.fetch')).length
    await passwordsFor(app, owner)
    await fetchSheet(app, owner.token, { contents: 'agenda' })
    const rows = (await rowsOf('day_sheet.fetch')).slice(before)
    expect(rows.map(({ detail }) => detail)).toMatchObject([
      { day: dayOf(tomorrow), contents: 'agenda', made: true },
    ])
  })
})

describe('a key scoped to the sheet', () => {
  it('fetches it as far as its maker may read, and opens nothing else', async () => {
    const { clinical, agenda } = await passwordsFor(app, owner)
    const key = await mintKey(app, { ...owner, name: 'Computador de recepción', scopes: ['day-sheet'] })
    const { status, pdf } = await fetchSheet(app, key.secret)
    expect(status).toBe(200)
    expect(await sheetText(pdf, clinical?.password ?? '')).toContain('Látex y níquel')
    expect((await rowsOf('day_sheet.fetch')).at(-1)).toMatchObject({ key: key.id })
    await sql`update memberships set clinical = false
      where practice_id = ${owner.practiceId} and user_id = ${owner.userId}`.execute(app.owner.queries)
    const lesser = await fetchSheet(app, key.secret)
    expect(await sheetText(lesser.pdf, agenda.password)).toContain('Eva Ñandú')
    expect(await sheetText(lesser.pdf, agenda.password)).not.toContain('Látex')
    await sql`update memberships set clinical = true
      where practice_id = ${owner.practiceId} and user_id = ${owner.userId}`.execute(app.owner.queries)
    const list = await callEndpoint(app, daySheetEndpoints.passwords, { token: key.secret })
    expect(list.errors[0]?.message).toBe('key_scope')
    for (const url of ['/api/patient', `/api/patient/glance/${patientId}`, '/api/calendar/today']) {
      const headers = { authorization: `Bearer ${key.secret}` }
      expect((await app.server.inject({ url, headers })).statusCode, url).toBe(403)
    }
  })

  it('is needed: other scopes do not open it', async () => {
    const key = await mintKey(app, { ...owner, scopes: ['patients', 'agenda', 'records', 'packages'] })
    expect((await fetchSheet(app, key.secret)).refusal).toBe('key_scope')
  })
})

describe('the passwords of sheets', () => {
  it('are asked for with a fresh proof, rest encrypted, and are the same each time', async () => {
    const stale = await mintToken(app, { ...owner, stale: true })
    const refused = await callEndpoint(app, daySheetEndpoints.passwords, { token: stale })
    expect(refused.errors[0]?.message).toBe('reauth_required')
    const first = await passwordsFor(app, owner)
    expect(first.clinical?.password).toMatch(/^([a-hj-km-np-z2-9]{4}-){3}[a-hj-km-np-z2-9]{4}$/)
    expect(first.agenda.password).not.toBe(first.clinical?.password)
    expect(await passwordsFor(app, owner)).toEqual(first)
    const { rows } = await sql<{ sealed: Buffer }>`
      select sealed from day_sheet_passwords where practice_id = ${owner.practiceId}`.execute(
      app.owner.queries,
    )
    for (const { sealed } of rows) expect(sealed.includes(first.agenda.password)).toBe(false)
  })

  it('are replaced by an admin; sheets that were fetched open as before, later ones with the new one alone', async () => {
    const admin = await addMember(app, owner.practiceId, 'admin', false)
    const before = await passwordsFor(app, owner)
    const fetched = await fetchSheet(app, owner.token)
    const refused = await callEndpoint(app, daySheetEndpoints.replace, { token: await mintToken(app, desk) })
    expect(refused.errors[0]?.message).toBe('admin_role_required')
    const answer = await callEndpoint(app, daySheetEndpoints.replace, { token: await mintToken(app, admin) })
    expect(answer.payload).toMatchObject({ clinical: null })
    const after = await passwordsFor(app, owner)
    expect(after.clinical?.password).not.toBe(before.clinical?.password)
    expect(after.agenda.password).not.toBe(before.agenda.password)
    expect(await sheetText(fetched.pdf, before.clinical?.password ?? '')).toContain('Eva')
    const later = await fetchSheet(app, owner.token)
    expect(await sheetText(later.pdf, before.clinical?.password ?? '')).toBe('')
    expect(await sheetText(later.pdf, after.clinical?.password ?? '')).toContain('Eva')
  })
})
