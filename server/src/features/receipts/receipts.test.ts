import { type Receipt, receiptEndpoints, receiptNumber } from '@ulna/contract/receipts/receipts'
import { settingsEndpoints } from '@ulna/contract/settings/settings'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../test/client.ts'
import { bookAppointment, createPatient } from '../../../test/factories/clinical.ts'
import { sellPackage } from '../../../test/factories/packages.ts'
import { addMember, registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { issueReceipt, receiptInput } from '../../../test/factories/receipts.ts'
import { testServer } from '../../../test/test-practice.ts'
import { transaction } from '../../platform/database/database.ts'

let owner: TestPerson
let patientId: number

const app = await testServer()
beforeEach(async () => {
  owner = await registerOwner(app, { timezone: 'Europe/Madrid' })
  const contact = { firstName: 'Mariana', lastName: 'Gómez', socialId: 'CC 52', address: 'Calle 10' }
  patientId = (await createPatient(app, owner, contact)).id
})

const send = (body: unknown, by = owner) =>
  callEndpoint(app, receiptEndpoints.issue, { token: by.token, body })
const voidIt = (id: number, by = owner, reason = 'Importe equivocado') =>
  callEndpoint(app, receiptEndpoints.void, { token: by.token, params: { id }, body: { reason } })
const list = (query: Record<string, string> = {}, by = owner) =>
  callEndpoint(app, receiptEndpoints.list, { token: by.token, query })

const configure = (receipts: Record<string, unknown>) =>
  callEndpoint(app, settingsEndpoints.updatePractice, {
    token: owner.token,
    body: { configurations: { receipts } },
  })

const visitTime = { start: '2027-03-01T15:00:00Z', end: '2027-03-01T15:45:00Z', allowOverlap: true }

describe('a receipt', () => {
  it('names practice and patient, counts its lines and has the first number of the year', async () => {
    const lines = [
      { description: 'Diez sesiones', quantity: 2, unitMinor: 1999 },
      { description: 'Vendaje', quantity: 3, unitMinor: 333 },
    ]
    const given = await issueReceipt(app, owner, patientId, { lines, notes: 'Gracias' })
    expect(given).toMatchObject({
      kind: 'receipt',
      sequence: 1,
      payer: { name: 'Mariana Gómez', taxId: 'CC 52', address: 'Calle 10' },
      lines,
      totalMinor: 4997,
      digits: 2,
      currency: 'EUR',
      notes: 'Gracias',
      voids: null,
      voidedBy: null,
      issuedBy: 'Laura Restrepo',
    })
    expect(receiptNumber(given)).toBe(`${given.issuedOn.slice(0, 4)}-00001`)
    expect((await issueReceipt(app, owner, patientId)).sequence).toBe(2)
  })

  it('keeps the names of its day, and new ones have the new', async () => {
    const first = await issueReceipt(app, owner, patientId)
    await configure({ issuerName: 'Fisio Ñandú SL', taxId: 'B1234', address: 'Mayor 1', series: 'A' })
    const second = await issueReceipt(app, owner, patientId, { payer: { name: 'Empresa', taxId: 'B9' } })
    expect(second).toMatchObject({
      issuer: { name: 'Fisio Ñandú SL', taxId: 'B1234', address: 'Mayor 1' },
      payer: { name: 'Empresa', taxId: 'B9', address: null },
      series: `A${first.series}`,
      sequence: 1,
    })
    const { payload } = await callEndpoint(app, receiptEndpoints.read, {
      token: owner.token,
      params: { id: first.id },
    })
    expect(payload).toEqual(first)
  })

  it('counts in the smallest coin of its currency', async () => {
    const yen = await issueReceipt(app, owner, patientId, { currency: 'JPY' })
    expect(yen).toMatchObject({ digits: 0, totalMinor: 45_000 })
    const dinar = await issueReceipt(app, owner, patientId, { currency: 'KWD' })
    expect(dinar.digits).toBe(3)
  })

  it('is of a package that serves its patient, or of none', async () => {
    const relative = await createPatient(app, owner, { firstName: 'Hija' })
    const stranger = await createPatient(app, owner, { firstName: 'Otro' })
    const sold = await sellPackage(app, owner, patientId, { patientIds: [relative.id] })
    expect(await issueReceipt(app, owner, relative.id, { packageId: sold.id })).toMatchObject({
      packageId: sold.id,
      patientId: relative.id,
    })
    expect(await send(receiptInput(stranger.id, { packageId: sold.id }))).toMatchObject({ status: 404 })
    expect((await list({ packageId: String(sold.id) })).metadata).toMatchObject({ total: 1 })
  })

  it('is refused without an amount, with a coin that is none, and of somebody of another practice', async () => {
    const free = { lines: [{ description: 'Nada', quantity: 1, unitMinor: 0 }] }
    expect(await send({ ...receiptInput(patientId), ...free })).toMatchObject({
      status: 400,
      errors: [{ field: 'lines', params: { reason: 'field_positive' } }],
    })
    for (const wrong of [{ currency: 'XYZ' }, { lines: [] }, { method: 'gold' }, { patientId: 'x' }])
      expect(await send({ ...receiptInput(patientId), ...wrong })).toMatchObject({ status: 400 })
    const fraction = [{ description: 'Media', quantity: 1, unitMinor: 0.5 }]
    expect(await send({ ...receiptInput(patientId), lines: fraction })).toMatchObject({ status: 400 })
    const other = await registerOwner(app)
    expect(await send(receiptInput(patientId), other)).toMatchObject({ status: 404 })
    expect(await issueReceipt(app, owner, patientId)).toMatchObject({ sequence: 1 })
  })

  it('is issued once for one Idempotency-Key', async () => {
    const options = {
      token: owner.token,
      body: receiptInput(patientId),
      headers: { 'idempotency-key': 'one-payment' },
    }
    const first = await callEndpoint(app, receiptEndpoints.issue, options)
    const again = await callEndpoint(app, receiptEndpoints.issue, options)
    expect(again.text).toBe(first.text)
    expect((await list()).metadata).toMatchObject({ total: 1 })
  })

  it('may say which visit was paid: one of its patient, and a practitioner takes the money of their own', async () => {
    const practitioner = await addMember(app, owner.practiceId, 'practitioner', true)
    const visitOf = (by: TestPerson, id: number | null) =>
      bookAppointment(app, by, { ...(id !== null && { patientId: id }), ...visitTime })
    const [own, others] = [await visitOf(practitioner, patientId), await visitOf(owner, patientId)]
    const paying = (appointmentId: number | null, by: TestPerson) =>
      send(receiptInput(patientId, { appointmentId }), by)
    const issued = await paying(own.id, practitioner)
    expect(issued).toMatchObject({ status: 201, payload: { appointmentId: own.id } })
    for (const appointmentId of [others.id, null])
      expect(await paying(appointmentId, practitioner)).toMatchObject({
        status: 403,
        errors: [{ message: 'assistant_role_required' }],
      })
    const { id: packageId } = await sellPackage(app, owner, patientId)
    const forPackage = receiptInput(patientId, { appointmentId: own.id, packageId })
    expect((await send(forPackage, practitioner)).errors).toMatchObject([
      { message: 'assistant_role_required' },
    ])
    expect((await paying(others.id, owner)).status).toBe(201)
    const stranger = await createPatient(app, owner)
    for (const appointmentId of [(await visitOf(owner, stranger.id)).id, (await visitOf(owner, null)).id])
      expect(await paying(appointmentId, owner)).toMatchObject({
        status: 400,
        errors: [{ message: 'patient_record_not_match' }],
      })
    expect((await paying(own.id + 1_000_000, owner)).status).toBe(404)
    const counter = await voidIt((issued.payload as Receipt).id)
    expect(counter.payload).toMatchObject({ kind: 'counter', appointmentId: own.id })
  })

  it('keeps its patient from being deleted', async () => {
    await issueReceipt(app, owner, patientId)
    const answer = await app.server.inject({
      method: 'DELETE',
      url: `/api/patient/${patientId}`,
      headers: { authorization: `Bearer ${owner.token}` },
    })
    expect(answer.json()).toMatchObject({ errors: [{ message: 'patient_has_records' }] })
  })
})

describe('voiding', () => {
  it('leaves the receipt, and makes an entry of its own number that takes its amount off', async () => {
    const given = await issueReceipt(app, owner, patientId)
    const { status, payload } = await voidIt(given.id)
    expect(status).toBe(201)
    expect(payload).toMatchObject({
      kind: 'counter',
      sequence: 2,
      totalMinor: -45_000,
      lines: [{ description: 'Diez sesiones', quantity: -1, unitMinor: 45_000 }],
      voids: { id: given.id, series: given.series, sequence: 1 },
      reason: 'Importe equivocado',
    })
    const { payload: rows, metadata } = await list()
    expect((rows as Receipt[]).map(({ sequence, voidedBy }) => [sequence, voidedBy?.sequence])).toEqual([
      [2, undefined],
      [1, 2],
    ])
    expect(metadata).toMatchObject({ totals: [{ currency: 'EUR', digits: 2, totalMinor: 0 }] })
  })

  it('is done once, asks why, and not of a counter-entry', async () => {
    const given = await issueReceipt(app, owner, patientId)
    expect(await voidIt(given.id, owner, ' ')).toMatchObject({ status: 400, errors: [{ field: 'reason' }] })
    const { payload: counter }: { payload: Receipt } = await voidIt(given.id)
    expect(await voidIt(given.id)).toMatchObject({ status: 409, errors: [{ message: 'receipt_voided' }] })
    expect(await voidIt(counter.id)).toMatchObject({
      status: 409,
      errors: [{ message: 'receipt_counter_entry' }],
    })
    expect((await issueReceipt(app, owner, patientId)).sequence).toBe(3)
  })

  it('is an admin’s; who keeps the desk issues without clinical access; a practitioner reads', async () => {
    const assistant = await addMember(app, owner.practiceId, 'assistant', false)
    const practitioner = await addMember(app, owner.practiceId, 'practitioner', true)
    const given = await issueReceipt(app, assistant, patientId)
    expect(await voidIt(given.id, assistant)).toMatchObject({ errors: [{ message: 'admin_role_required' }] })
    expect(await send(receiptInput(patientId), practitioner)).toMatchObject({
      errors: [{ message: 'assistant_role_required' }],
    })
    expect((await list({}, practitioner)).metadata).toMatchObject({ total: 1 })
  })
})

describe('receipts are only ever added', () => {
  it('the application may neither change nor remove one', async () => {
    const given = await issueReceipt(app, owner, patientId)
    const scope = { practiceId: owner.practiceId, userId: owner.userId }
    for (const statement of [
      sql`update receipts set total_minor = 1 where practice_id = ${owner.practiceId} and id = ${given.id}`,
      sql`delete from receipts where practice_id = ${owner.practiceId} and id = ${given.id}`,
      sql`delete from receipt_counters where practice_id = ${owner.practiceId}`,
    ])
      await expect(
        transaction(app.db.queries, scope, 'read write', (tx) => statement.execute(tx)),
      ).rejects.toMatchObject({ code: '42501' })
  })
})

/** Reads RFC 4180 as it is written there. */
const parseCsv = (text: string): string[][] => {
  const rows: string[][] = []
  let cells: string[] = []
  let rest = text
  while (rest !== '') {
    const match = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/.exec(rest)
    if (!match) throw new Error(`no CSV: ${rest.slice(0, 40)}`)
    cells.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    rest = rest.slice(match[0].length)
    if (match[3] === ',') continue
    rows.push(cells)
    cells = []
  }
  return rows
}

const exported = async (query: string = ''): Promise<Record<string, string>[]> => {
  const answer = await app.server.inject({
    url: `/api/receipt/export${query}`,
    headers: { authorization: `Bearer ${owner.token}` },
  })
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(answer.rawPayload.subarray(0, 3).toString('hex')).toBe('efbbbf')
  const [header = [], ...rows] = parseCsv(answer.rawPayload.toString('utf8').slice(1))
  return rows.map((row) => Object.fromEntries(header.map((name, index) => [name, row[index] ?? ''])))
}

describe('the export', () => {
  it('holds an entry a line in the order of their numbers, with amounts of their currency', async () => {
    const given = await issueReceipt(app, owner, patientId, {
      lines: [{ description: 'Sesión', quantity: 3, unitMinor: 1667 }],
    })
    await issueReceipt(app, owner, patientId, { currency: 'JPY' })
    await voidIt(given.id)
    const rows = await exported()
    expect(rows.map(({ number, amount, currency }) => [number?.slice(5), amount, currency])).toEqual([
      ['00001', '50.01', 'EUR'],
      ['00002', '45000', 'JPY'],
      ['00003', '-50.01', 'EUR'],
    ])
    expect(rows[0]).toMatchObject({
      date: given.issuedOn,
      patientName: 'Mariana Gómez',
      payerTaxId: 'CC 52',
      lines: 'Sesión (3 × 16.67)',
      method: 'cash',
      voidedBy: `${given.series}-00003`,
    })
    expect(rows[2]).toMatchObject({
      kind: 'counter',
      voids: `${given.series}-00001`,
      reason: 'Importe equivocado',
    })
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '＝1'])(
    'E5 what begins like a formula is text: %s',
    async (text) => {
      await issueReceipt(app, owner, patientId, {
        payer: { name: text, taxId: text, address: text },
        notes: text,
        lines: [{ description: text, quantity: 1, unitMinor: 100 }],
      })
      const [row] = await exported()
      for (const [name, cell] of Object.entries(row ?? {}))
        expect(cell, name).not.toMatch(/^[=+\-@\t\r＝＋－＠]/)
      expect(row).toMatchObject({ payerName: `'${text}`, notes: `'${text}`, amount: '1.00' })
    },
  )

  it('is of the days on the practice’s clock that are asked for', async () => {
    const given = await issueReceipt(app, owner, patientId)
    expect(await exported(`?from=${given.issuedOn}&to=${given.issuedOn}`)).toHaveLength(1)
    expect(await exported('?to=2020-01-01')).toEqual([])
  })

  it('dates a receipt by the practice’s clock, wherever the server is', async () => {
    const east = await registerOwner(app, { timezone: 'Pacific/Kiritimati' })
    const west = await registerOwner(app, { timezone: 'Pacific/Pago_Pago' })
    const days = await Promise.all(
      [east, west].map(async (by) => {
        const { id } = await createPatient(app, by)
        return (await issueReceipt(app, by, id)).issuedOn
      }),
    )
    // Fourteen hours ahead and eleven behind: never the same day.
    expect(days[0]).not.toBe(days[1])
  })
})
