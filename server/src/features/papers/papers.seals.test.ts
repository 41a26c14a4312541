import { paperEndpoints, type Verification } from '@ulna/contract/papers/papers'
import { type RecordRow, recordEndpoints } from '@ulna/contract/records/records'
import { addendumEndpoints } from '@ulna/contract/records/records.addenda'
import { settingsEndpoints } from '@ulna/contract/settings/settings'
import { sealIdText } from '@ulna/contract/signatures/signatures.seal'
import { beforeAll, describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../test/client.ts'
import {
  caseInput,
  createPatient,
  followUpInput,
  historyInput,
  writeRecord,
} from '../../../test/factories/clinical.ts'
import { giveSigningKey, issuePaper } from '../../../test/factories/papers.ts'
import { askToSign, drawnSignature, signByTyping } from '../../../test/factories/signatures.ts'
import { flatText, poppler, sha256Of } from '../../../test/poppler.ts'
import { testPractice } from '../../../test/test-practice.ts'

const { app, owner } = await testPractice()

beforeAll(async () => {
  await giveSigningKey(app, owner)
})

const verify = async (code: string, sha256?: string): Promise<Verification> => {
  const body = { code, ...(sha256 && { sha256 }) }
  return (await callEndpoint(app, paperEndpoints.verify, { body })).payload
}

const long = 'Refiere menos dolor al elevar el brazo por encima de la cabeza. '.repeat(150)

interface SignedFile {
  readonly record: RecordRow
  readonly patientId: number
  /** Seals of the patient, who drew, and of a guardian and the practitioner, who typed. */
  readonly seals: readonly string[]
}

/** A follow-up over several pages that three people signed, between two that nobody did. */
const stageSigned = async (): Promise<SignedFile> => {
  const { id: patientId } = await createPatient(app, owner, { firstName: 'Mariana', lastName: 'Gómez Lara' })
  const diagnosis = await writeRecord(app, owner, caseInput(patientId))
  await writeRecord(app, owner, historyInput(patientId, { allergies: 'Látex' }))
  const record = await writeRecord(app, owner, followUpInput(patientId, diagnosis.id, { patientObs: long }))
  const drawn = await askToSign(app, owner, record, { signed: true, signature: await drawnSignature() })
  expect(drawn.status).toBe(201)
  await signByTyping(app, owner, record, {
    signer: 'guardian',
    signerName: 'Rosa Lara',
    typedName: 'Rosa Lara',
    relation: 'madre',
  })
  const all = await signByTyping(app, owner, record, { signer: 'practitioner', typedName: 'Laura Restrepo' })
  return { record, patientId, seals: all.signatures.map(({ sealId }) => sealId) }
}

const withdrawAll = async (record: RecordRow, count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) {
    const answer = await askToSign(app, owner, record, { signed: false, reason: 'Firmó otra persona' })
    expect(answer.status).toBe(201)
  }
}

/** Does something behind the product's back, looks, and undoes it. */
const lookWhile = async (change: string, undo: string, look: () => Promise<Verification>) => {
  await app.owner.raw.query(`set session_replication_role = replica; ${change}`)
  try {
    return await look()
  } finally {
    await app.owner.raw.query(`${undo}; set session_replication_role = default`)
  }
}

describe('signatures on paper', () => {
  it('says under which number the practitioner is registered, beside their records and their hand', async () => {
    const register = (licenceNumber: string | null) =>
      callEndpoint(app, settingsEndpoints.updateOwn, {
        token: owner.token,
        body: { doctor: { licenceNumber } },
      })
    expect((await register('28/1234')).status).toBe(200)
    const { record, patientId } = await stageSigned()
    const textOf = async (body: object) =>
      flatText(await poppler('pdftotext', (await issuePaper(app, owner, patientId, { ...body })).pdf, '-raw'))
    const text = await textOf({ scope: 'record', recordId: record.id })
    expect(text).toContain('Laura Restrepo, Registro profesional 28/1234 · ')
    expect(text).toContain('Laura Restrepo · Profesional · Registro profesional 28/1234')
    expect(text).toContain('Mariana Gómez Lara · Paciente Sello')
    expect(await textOf({ scope: 'file', language: 'it' })).toContain(
      'Laura Restrepo, Iscrizione all’albo n. 28/1234',
    )
    await register(null)
    const later = await textOf({ scope: 'record', recordId: record.id })
    expect(later).not.toContain('Laura Restrepo, Registro profesional')
    expect(later).toContain('Laura Restrepo · Profesional · Registro profesional 28/1234')
  })

  it('D16 says who signed as what and when, with seal and version, and on every page its seals', async () => {
    const { record, patientId, seals } = await stageSigned()
    const { pdf } = await issuePaper(app, owner, patientId, { scope: 'record', recordId: record.id })
    const text = flatText(await poppler('pdftotext', pdf, '-raw'))
    expect(text).toContain('Mariana Gómez Lara · Paciente')
    expect(text).toContain('Rosa Lara · Acudiente o tutor · madre')
    expect(text).toContain('Laura Restrepo · Profesional')
    for (const seal of seals) expect(text).toContain(`Sello ${sealIdText(seal)} · Versión 1`)
    const pages = Number(/Pages:\s+(\d+)/.exec(await poppler('pdfinfo', pdf))?.[1])
    expect(pages).toBeGreaterThan(1)
    for (let page = 1; page <= pages; page += 1) {
      const own = flatText(await poppler('pdftotext', pdf, '-raw', '-f', String(page), '-l', String(page)))
      expect(own).toContain(`Sellos de esta página: ${seals.map(sealIdText).join(' ')}`)
    }
  })

  it('names seals on the pages of their records only', async () => {
    const { patientId, seals } = await stageSigned()
    const { pdf, paper } = await issuePaper(app, owner, patientId)
    const pages = await Promise.all(
      Array.from({ length: paper.pages }, async (_, page) =>
        flatText(await poppler('pdftotext', pdf, '-raw', '-f', String(page + 1), '-l', String(page + 1))),
      ),
    )
    const [seal = ''] = seals
    for (const text of pages)
      expect(text.includes(sealIdText(seal))).toBe(
        text.includes('elevar el brazo') || text.includes('Sello '),
      )
  })

  it('draws the strokes as lines with their words beside them, and no picture of them', async () => {
    const { record, patientId } = await stageSigned()
    const { pdf } = await issuePaper(app, owner, patientId, { scope: 'record', recordId: record.id })
    const structure = await poppler('pdfinfo', pdf, '-struct')
    expect(structure).toContain('Figure')
    expect((await poppler('pdfimages', pdf, '-list')).trim().split('\n')).toHaveLength(2)
    expect(pdf.length).toBeLessThan(200_000)
  })

  it('says of a signature that was taken back who did so and why', async () => {
    const { record, patientId } = await stageSigned()
    await withdrawAll(record, 1)
    const { pdf } = await issuePaper(app, owner, patientId, { scope: 'record', recordId: record.id })
    const text = flatText(await poppler('pdftotext', pdf, '-raw'))
    expect(text).toMatch(/Retirada el .* por Laura Restrepo: Firmó otra persona/)
  })
})

describe('the check of a seal', () => {
  it('answers a seal typed by hand without a word of whom it is about', async () => {
    const { seals } = await stageSigned()
    const [seal = ''] = seals
    for (const typed of [
      sealIdText(seal),
      sealIdText(seal).toLowerCase().replaceAll('-', ' '),
      ` ${seal.replaceAll('0', 'o').replaceAll('1', 'l')} `,
      sealIdText(seal).replaceAll('-', '–'),
    ]) {
      const answer = await verify(typed)
      expect(answer).toMatchObject({ status: 'unchanged', compared: 'seal', seal: { version: 1 } })
      expect(JSON.stringify(answer)).not.toMatch(/Mariana|Rosa|patient|Gómez/)
    }
    expect(await verify(seal.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')))).toMatchObject({
      status: 'unknown',
    })
    expect(await verify(seal, '0'.repeat(64))).toMatchObject({ status: 'unknown', compared: 'file' })
  })

  it('says superseded once there is an addendum, or the signature was taken back', async () => {
    const { record, patientId, seals } = await stageSigned()
    const [seal = ''] = seals
    const { paper, pdf } = await issuePaper(app, owner, patientId, { scope: 'record', recordId: record.id })
    await callEndpoint(app, addendumEndpoints.create, {
      token: owner.token,
      params: { id: record.id },
      body: { text: 'La resonancia lo confirma.' },
    })
    expect(await verify(seal)).toMatchObject({ status: 'superseded', since: { added: 1, withdrawn: 0 } })
    await withdrawAll(record, 3)
    await callEndpoint(app, recordEndpoints.update, {
      token: owner.token,
      params: { id: record.id },
      body: { data: { ...record.data, patientObs: 'Otra cosa.' } },
    })
    expect(await verify(seal)).toMatchObject({ status: 'superseded', since: { changed: 1, withdrawn: 1 } })
    expect(await verify(paper.code, sha256Of(pdf))).toMatchObject({
      status: 'superseded',
      since: { withdrawn: 1 },
    })
  })

  it('D3 says altered of seal and paper once a sealed column was changed behind them', async () => {
    const { record, patientId, seals } = await stageSigned()
    const [seal = ''] = seals
    const { paper, pdf } = await issuePaper(app, owner, patientId)
    const where = `where id = ${record.id}`
    const columns = [
      [
        'records',
        `data = replace(data::text, 'menos dolor', 'más dolor')::json`,
        `data = replace(data::text, 'más dolor', 'menos dolor')::json`,
        where,
      ],
      ['records', 'signed = false', 'signed = true', where],
      [
        'signatures',
        `signer_name = signer_name || ' X'`,
        `signer_name = left(signer_name, -2)`,
        `where record_id = ${record.id}`,
      ],
      [
        'signatures',
        `signed_at = signed_at + interval '1 day'`,
        `signed_at = signed_at - interval '1 day'`,
        `where record_id = ${record.id}`,
      ],
    ] as const
    for (const [table, change, undo, rows] of columns) {
      const statement = (set: string) => `update ${table} set ${set} ${rows}`
      const look = (code: string, sha256?: string) =>
        lookWhile(statement(change), statement(undo), () => verify(code, sha256))
      expect(await look(seal)).toMatchObject({ status: 'altered', altered: 'records', since: null })
      expect(await look(paper.code, sha256Of(pdf))).toMatchObject({ status: 'altered', altered: 'records' })
    }
    expect(await verify(seal)).toMatchObject({ status: 'unchanged' })
    await app.owner.raw.query('delete from signatures where seal_id = $1', [seal])
    expect(await verify(paper.code, sha256Of(pdf))).toMatchObject({ status: 'altered', altered: 'records' })
  })
})
