import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { appointmentEndpoints } from '@ulna/contract/appointments/appointments'
import { type IssuedPaper, paperEndpoints } from '@ulna/contract/papers/papers'
import { sheetEndpoints } from '@ulna/contract/papers/papers.sheets'
import { type Receipt, receiptEndpoints } from '@ulna/contract/receipts/receipts'
import { sessionPackageEndpoints } from '@ulna/contract/session-packages/session-packages'
import { settingsEndpoints } from '@ulna/contract/settings/settings'
import { signatureEndpoints } from '@ulna/contract/signatures/signatures'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../../test/client.ts'
import {
  bookAppointment,
  caseInput,
  createPatient,
  writeRecord,
} from '../../../../test/factories/clinical.ts'
import { sellPackage } from '../../../../test/factories/packages.ts'
import { giveSigningKey, issuePaper } from '../../../../test/factories/papers.ts'
import { addMember } from '../../../../test/factories/people.ts'
import { issueReceipt } from '../../../../test/factories/receipts.ts'
import { testPractice } from '../../../../test/test-practice.ts'

const run = promisify(execFile)

let folder: string

const { app, owner } = await testPractice({ timezone: 'America/Bogota' })
const desk = await addMember(app, owner.practiceId, 'assistant', false)

beforeAll(async () => {
  await giveSigningKey(app, owner)
  folder = await mkdtemp(path.join(tmpdir(), 'ulna-sheets-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
})

const poppler = async (program: string, pdf: Buffer, ...options: string[]): Promise<string> => {
  const file = path.join(folder, `${createHash('sha256').update(pdf).digest('hex')}.pdf`)
  await writeFile(file, pdf)
  const { stdout } = await run(program, [...options, file, ...(program === 'pdftotext' ? ['-'] : [])])
  return stdout.normalize('NFC')
}

const flat = (text: string): string => text.replaceAll(/\s+/g, ' ')

const contentOf = (id: number, by = desk) =>
  app.server.inject({
    url: `/api/paper/sheet/${id}/content`,
    headers: { authorization: `Bearer ${by.token}` },
  })

const receiptPaper = async (receiptId: number, language = 'es') => {
  const answer = await callEndpoint(app, sheetEndpoints.issueReceipt, {
    token: desk.token,
    params: { receiptId },
    body: { language },
  })
  expect(answer.status, answer.text).toBe(201)
  const paper = answer.payload as IssuedPaper
  return { paper, pdf: (await contentOf(paper.id)).rawPayload }
}

const attendancePaper = async (patientId: number, body: Record<string, unknown>) => {
  const answer = await callEndpoint(app, sheetEndpoints.issueAttendance, {
    token: desk.token,
    params: { patientId },
    body,
  })
  expect(answer.status, answer.text).toBe(201)
  const paper = answer.payload as IssuedPaper
  return { paper, pdf: (await contentOf(paper.id)).rawPayload }
}

const verify = async (code: string, pdf: Buffer) =>
  (
    await callEndpoint(app, paperEndpoints.verify, {
      body: { code, sha256: createHash('sha256').update(pdf).digest('hex') },
    })
  ).payload

const person = { firstName: 'Mañana', lastName: 'Núñez', socialId: 'CC 5200' }

describe('a receipt on paper', () => {
  it('says who, what, how much and what is left of the package, signed by the practice', async () => {
    const patient = await createPatient(app, owner, person)
    const sold = await sellPackage(app, owner, patient.id, {
      description: 'Hombro diez',
      packageData: { price: 450, currency: 'EUR', notes: 'Nota interna del paquete' },
    })
    const receipt = await issueReceipt(app, owner, patient.id, { packageId: sold.id, notes: 'Pagado hoy' })
    const { paper, pdf } = await receiptPaper(receipt.id)
    expect(paper.fileName).toMatch(/^Recibo \d{4}-0000\d .+\.pdf$/)
    const text = flat(await poppler('pdftotext', pdf, '-layout'))
    for (const part of [
      `Recibo ${receipt.series}-0000`,
      'Mañana Núñez',
      'CC 5200',
      'Diez sesiones',
      '450,00',
      'Efectivo',
      'Pagado hoy',
      'Hombro diez',
      '10 sesiones: 0 usadas, 0 reservadas, quedan 10',
      paper.code,
      'Página 1 de 1',
    ])
      expect(text).toContain(part)
    expect(text).not.toContain('Nota interna')
    expect(await poppler('pdfsig', pdf)).toContain('Signature is Valid')
    const structure = await poppler('pdfinfo', pdf, '-struct')
    for (const role of ['Table', 'TR', 'TH', 'TD']) expect(structure).toContain(role)
  })

  it.each([
    ['en', 'Receipt', 'Cash'],
    ['it', 'Ricevuta', 'Contanti'],
  ])('speaks the language that is asked for: %s', async (language, title, method) => {
    const patient = await createPatient(app, owner, person)
    const { pdf } = await receiptPaper((await issueReceipt(app, owner, patient.id)).id, language)
    const text = flat(await poppler('pdftotext', pdf))
    expect(text).toContain(title)
    expect(text).toContain(method)
  })

  it('is unchanged at the check until the receipt is voided, and altered with one byte changed', async () => {
    const patient = await createPatient(app, owner, person)
    const receipt = await issueReceipt(app, owner, patient.id)
    const { paper, pdf } = await receiptPaper(receipt.id)
    expect(await verify(paper.code, pdf)).toMatchObject({ status: 'unchanged', paper: { scope: 'receipt' } })
    const { payload: counter }: { payload: Receipt } = await callEndpoint(app, receiptEndpoints.void, {
      token: owner.token,
      params: { id: receipt.id },
      body: { reason: 'Otra persona' },
    })
    expect(await verify(paper.code, pdf)).toMatchObject({ status: 'superseded', since: { voided: 1 } })
    const changed = Buffer.from(pdf)
    changed[900] = (changed[900] ?? 0) ^ 1
    expect(await verify(paper.code, changed)).toMatchObject({ status: 'altered' })
    const anew = flat(await poppler('pdftotext', (await receiptPaper(receipt.id)).pdf))
    expect(anew).toContain('Anulado por el')
    const other = await receiptPaper(counter.id)
    const text = flat(await poppler('pdftotext', other.pdf))
    expect(text).toContain('Motivo: Otra persona')
    expect(text).toMatch(/-450,00/)
    expect(await verify(other.paper.code, other.pdf)).toMatchObject({ status: 'unchanged' })
  })

  it('goes on over pages with the names of its columns and its number on each', async () => {
    const patient = await createPatient(app, owner, person)
    const lines = Array.from({ length: 20 }, (_, index) => ({
      description: `Línea ${index + 1} ${'larga de verdad '.repeat(11)}`,
      quantity: 1,
      unitMinor: 100 + index,
    }))
    const { paper, pdf } = await receiptPaper((await issueReceipt(app, owner, patient.id, { lines })).id)
    expect(paper.pages).toBeGreaterThan(1)
    for (let page = 1; page <= paper.pages; page += 1) {
      const text = flat(await poppler('pdftotext', pdf, '-f', String(page), '-l', String(page)))
      expect(text).toContain(`Página ${page} de ${paper.pages}`)
      expect(text).toContain(paper.code)
    }
    const all = flat(await poppler('pdftotext', pdf))
    for (let index = 1; index <= 20; index += 1) expect(all).toContain(`Línea ${index} larga`)
  })
})

/** A day of last week in Bogotá, so that visits can have taken place. */
const dayBack = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

describe('an attendance sheet', () => {
  it('tells the visits of a period, and nothing of what was said in them', async () => {
    const patient = await createPatient(app, owner, person)
    const book = async (daysBack: number, status?: string) => {
      const day = dayBack(daysBack)
      const visit = await bookAppointment(app, owner, {
        patientId: patient.id,
        start: `${day}T15:00:00Z`,
        end: `${day}T16:00:00Z`,
        title: 'Dolor lumbar agudo',
        note: 'Ciática',
        allowOverlap: true,
      })
      if (status !== undefined)
        await callEndpoint(app, appointmentEndpoints.update, {
          token: owner.token,
          params: { id: visit.id },
          body: { status, ...(status === 'cancelled' ? { cancelReason: 'Fiebre' } : {}) },
        })
      return visit
    }
    await book(40, 'attended')
    await book(6, 'attended')
    await book(4, 'no_show')
    await book(2, 'cancelled')
    // What an import brought of another system is no attendance that this practice saw.
    const brought = await book(3, 'attended')
    await app.owner.queries
      .updateTable('appointments')
      .set({ imported_from: 'Programa viejo', created_at: new Date() })
      .where('id', '=', brought.id)
      .execute()
    const record = await writeRecord(
      app,
      owner,
      caseInput(patient.id, { name: 'Lumbalgia', painDescription: 'Punzante' }),
    )
    await app.owner.queries
      .updateTable('records')
      .set({ occurred_at: new Date(`${dayBack(6)}T15:30:00Z`) })
      .where('id', '=', record.id)
      .execute()
    const signed = await callEndpoint(app, signatureEndpoints.save, {
      token: owner.token,
      params: { patientId: patient.id, recordId: record.id },
      body: { signed: true, typedName: 'Mañana Núñez' },
    })
    expect(signed.status, signed.text).toBe(201)
    await callEndpoint(app, settingsEndpoints.updateOwn, {
      token: owner.token,
      body: { doctor: { licenceNumber: '28/1234' } },
    })
    const { paper, pdf } = await attendancePaper(patient.id, { from: dayBack(10), to: dayBack(0) })
    const text = flat(await poppler('pdftotext', pdf, '-layout'))
    expect(text).toContain('Hoja de asistencia')
    expect(text).toContain('10:00 – 11:00')
    expect(text).toContain('Atendidas: 1, no asistió: 1, canceladas: 1, por venir: 0')
    const read = flat(await poppler('pdftotext', pdf, '-raw'))
    expect(read).toMatch(/Firmó Mañana Núñez/)
    expect(read).toContain('Laura Restrepo Registro profesional 28/1234')
    expect(text).not.toMatch(/Lumbalgia|Punzante|Dolor|Ciática|Fiebre/)
    expect(await verify(paper.code, pdf)).toMatchObject({
      status: 'unchanged',
      paper: { scope: 'attendance' },
    })
  })

  it('tells those of a package, and is superseded once one of them changes', async () => {
    const patient = await createPatient(app, owner, person)
    const sold = await sellPackage(app, owner, patient.id, { description: 'Diez de rodilla' })
    const start = '2031-03-03T15:00:00Z'
    const visit = await bookAppointment(app, owner, {
      ...{ patientId: patient.id, start, end: '2031-03-03T16:00:00Z', allowOverlap: true },
    })
    await bookAppointment(app, owner, {
      ...{
        patientId: patient.id,
        start: '2031-03-05T15:00:00Z',
        end: '2031-03-05T16:00:00Z',
        allowOverlap: true,
      },
    })
    const counted = await callEndpoint(app, sessionPackageEndpoints.changeVisit, {
      token: owner.token,
      params: { appointmentId: visit.id },
      body: { action: 'count', packageId: sold.id },
    })
    expect(counted.status, counted.text).toBe(200)
    await bookAppointment(app, owner, {
      ...{ patientId: patient.id, allowOverlap: true },
      ...{ start: `${dayBack(3)}T15:00:00Z`, end: `${dayBack(3)}T16:00:00Z` },
    })
    const record = await writeRecord(app, owner, caseInput(patient.id))
    await app.owner.queries
      .updateTable('records')
      .set({ occurred_at: new Date(`${dayBack(3)}T15:30:00Z`) })
      .where('id', '=', record.id)
      .execute()
    await callEndpoint(app, sessionPackageEndpoints.addRecords, {
      token: owner.token,
      params: { id: sold.id },
      body: { recIds: [record.id] },
    })
    const { paper, pdf } = await attendancePaper(patient.id, { packageId: sold.id })
    const text = flat(await poppler('pdftotext', pdf, '-layout'))
    expect(text).toContain('Diez de rodilla: 1 de 10 usadas, quedan 8')
    expect(text).toContain('03/mar/2031'.replace('mar', text.match(/03\/(\w+)\/2031/)?.[1] ?? 'mar'))
    expect(text).not.toMatch(/05\/\w+\/2031/)
    // The visit whose record counts on the package is of it too.
    expect(text).toContain('por venir: 2')
    await callEndpoint(app, appointmentEndpoints.update, {
      token: owner.token,
      params: { id: visit.id },
      body: { status: 'cancelled', cancelReason: 'Viaje' },
    })
    expect(await verify(paper.code, pdf)).toMatchObject({ status: 'superseded', since: { changed: 1 } })
  })

  it('is refused for a package of somebody else and for days in the wrong order', async () => {
    const [patient, other] = [await createPatient(app, owner, person), await createPatient(app, owner)]
    const sold = await sellPackage(app, owner, other.id)
    const issue = (body: Record<string, unknown>) =>
      callEndpoint(app, sheetEndpoints.issueAttendance, {
        token: desk.token,
        params: { patientId: patient.id },
        body,
      })
    expect(await issue({ packageId: sold.id })).toMatchObject({ status: 404 })
    expect(await issue({ from: '2031-02-02', to: '2031-02-01' })).toMatchObject({
      status: 400,
      errors: [{ field: 'to', params: { reason: 'field_range' } }],
    })
  })
})

it('who may not read records gets sheets, and never a paper of records', async () => {
  const patient = await createPatient(app, owner, person)
  await writeRecord(app, owner, caseInput(patient.id))
  const { paper } = await issuePaper(app, owner, patient.id)
  expect((await contentOf(paper.id)).statusCode).toBe(404)
  expect((await contentOf(paper.id, owner)).statusCode).toBe(404)
})
