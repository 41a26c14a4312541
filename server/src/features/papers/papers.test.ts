import { paperEndpoints, type Verification } from '@ulna/contract/papers/papers'
import { recordEndpoints } from '@ulna/contract/records/records'
import { addendumEndpoints } from '@ulna/contract/records/records.addenda'
import { describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../test/client.ts'
import {
  caseInput,
  createPatient,
  followUpInput,
  historyInput,
  writeRecord,
} from '../../../test/factories/clinical.ts'
import { issuePaper } from '../../../test/factories/papers.ts'
import { flatText, poppler, sha256Of } from '../../../test/poppler.ts'
import { testPractice } from '../../../test/test-practice.ts'

const { app, owner } = await testPractice()

/** Head and foot of a page stand where it ends. */
const withoutEdges = (text: string): string =>
  text.replaceAll(/ ?Mañana Núñez Àlvarez Laura Restrepo HC .*? Página \d+ de \d+/g, '')

const verify = async (code: string, sha256?: string): Promise<Verification> => {
  const { payload } = await callEndpoint(app, paperEndpoints.verify, {
    body: { code, ...(sha256 && { sha256 }) },
  })
  return payload
}

const difficult = 'SatO₂ 97 %, Àèìòù, ñ, “así” ≥ ½ — José e\u0301 😀 👨‍👩‍👧 👍🏽 🇪🇸 שלום עולם 中文 fin.'

const stageFile = async () => {
  const patient = await createPatient(app, owner, { firstName: 'Mañana', lastName: 'Núñez Àlvarez' })
  await writeRecord(app, owner, historyInput(patient.id, { allergies: 'Látex' }))
  const diagnosis = await writeRecord(app, owner, caseInput(patient.id, { painDescription: difficult }))
  const followUps = []
  for (let session = 1; session <= 3; session += 1)
    followUps.push(
      await writeRecord(
        app,
        owner,
        followUpInput(patient.id, diagnosis.id, {
          patientObs: `Sesión ${session}. ${'Refiere menos dolor al elevar el brazo por encima de la cabeza. '.repeat(30)}`,
        }),
      ),
    )
  return { patient, diagnosis, followUps }
}

describe('an issued paper', () => {
  it('D16 says what the record says, in every sign of it', async () => {
    const { patient, followUps } = await stageFile()
    const { pdf, paper } = await issuePaper(app, owner, patient.id)
    const text = withoutEdges(flatText(await poppler('pdftotext', pdf, '-raw')))
    for (const part of difficult.split(' ')) expect(text.normalize('NFC')).toContain(part.normalize('NFC'))
    expect(text).toContain('SatO₂ 97 %, Àèìòù, ñ, “así” ≥ ½ —')
    for (const { data } of followUps) expect(text).toContain(flatText(String(data?.patientObs)).trim())
    expect(paper.size).toBe(pdf.length)
    expect(paper.sha256).toBe(sha256Of(pdf))
  })

  it('D16 tells on every page whose it is, which record and version, when it was issued and its number', async () => {
    const { patient } = await stageFile()
    const { pdf, paper } = await issuePaper(app, owner, patient.id)
    expect(paper.pages).toBeGreaterThan(2)
    for (let page = 1; page <= paper.pages; page += 1) {
      const text = flatText(await poppler('pdftotext', pdf, '-raw', '-f', String(page), '-l', String(page)))
      expect(text).toContain('Mañana Núñez Àlvarez')
      expect(text).toMatch(/versión \d/)
      expect(text).toContain(paper.code)
      expect(text).toContain(`Página ${page} de ${paper.pages}`)
      expect(text).toMatch(/Emitido el \d\d\/\w{3}\/\d{4}, \d\d:\d\d/)
    }
  })

  it('is tagged, titled and in the language that was asked for', async () => {
    const { patient } = await stageFile()
    const { pdf } = await issuePaper(app, owner, patient.id, { scope: 'file', language: 'it' })
    const facts = await poppler('pdfinfo', pdf)
    expect(facts).toMatch(/Tagged:\s+yes/)
    expect(facts).toMatch(/Title:\s+Cartella clinica/)
    const structure = await poppler('pdfinfo', pdf, '-struct')
    for (const role of ['Document', 'H1', 'Sect', 'H2', 'L', 'LI', 'LBody']) expect(structure).toContain(role)
    expect(flatText(await poppler('pdftotext', pdf, '-raw'))).toContain('Pagina 1 di')
  })

  it('is signed by the practice; one flipped byte breaks the signature', async () => {
    const { patient } = await stageFile()
    const { pdf } = await issuePaper(app, owner, patient.id)
    expect(await poppler('pdfsig', pdf)).toContain('Signature is Valid')
    expect(await poppler('pdfsig', pdf)).toContain('Total document signed')
    const altered = Buffer.from(pdf)
    const place = altered.indexOf('stream') + 60
    altered[place] = (altered[place] ?? 0) ^ 1
    expect(await poppler('pdfsig', altered)).not.toContain('Signature is Valid')
  })

  it('signs with one key a practice, which rests encrypted', async () => {
    const { patient } = await stageFile()
    await issuePaper(app, owner, patient.id)
    await issuePaper(app, owner, patient.id)
    const keys = await app.owner.queries
      .selectFrom('practice_signing_keys')
      .selectAll()
      .where('practice_id', '=', owner.practiceId)
      .execute()
    expect(keys).toHaveLength(1)
    expect(keys[0]?.private_key?.toString('latin1')).not.toContain('PRIVATE KEY')
  })

  it('holds the whole file, a case or one record, and is refused without it', async () => {
    const { patient, diagnosis, followUps } = await stageFile()
    const other = await createPatient(app, owner)
    const [first] = followUps
    const one = await issuePaper(app, owner, patient.id, { scope: 'record', recordId: first?.id })
    const text = flatText(await poppler('pdftotext', one.pdf, '-raw'))
    expect(text).toContain('Sesión 1.')
    expect(text).not.toContain('Sesión 2.')
    expect(text).not.toContain('Látex')
    const issue = (patientId: number, body: object) =>
      callEndpoint(app, paperEndpoints.issue, { token: owner.token, params: { patientId }, body })
    expect(await issue(patient.id, { scope: 'case' })).toMatchObject({
      status: 400,
      errors: [{ field: 'recordId' }],
    })
    expect(await issue(other.id, { scope: 'case', recordId: diagnosis.id })).toMatchObject({
      status: 400,
      errors: [{ message: 'patient_record_not_match' }],
    })
    expect(await issue(other.id, { scope: 'file' })).toMatchObject({ status: 404 })
  })
})

describe('the check of a paper', () => {
  it('says unchanged of a file as it was issued, without a word of whom it is about', async () => {
    const { patient } = await stageFile()
    const { paper, pdf } = await issuePaper(app, owner, patient.id)
    const answer = await verify(paper.code, sha256Of(pdf))
    expect(answer).toMatchObject({
      status: 'unchanged',
      compared: 'file',
      paper: { scope: 'file', pages: paper.pages },
    })
    expect(JSON.stringify(answer)).not.toMatch(/Núñez|Mañana|\bpatient/)
    expect(await verify(paper.code.toLowerCase().replaceAll('-', ' '))).toMatchObject({
      status: 'unchanged',
      compared: 'number',
    })
  })

  it('says superseded once a record of it changed, got an addendum or was voided', async () => {
    const { patient, followUps } = await stageFile()
    const [first, second, third] = followUps
    const { paper, pdf } = await issuePaper(app, owner, patient.id)
    await callEndpoint(app, addendumEndpoints.create, {
      token: owner.token,
      params: { id: first?.id ?? 0 },
      body: { text: 'Añade.' },
    })
    await callEndpoint(app, recordEndpoints.update, {
      token: owner.token,
      params: { id: second?.id ?? 0 },
      body: { data: { ...second?.data, patientObs: 'Otra cosa.' } },
    })
    await callEndpoint(app, recordEndpoints.remove, {
      token: owner.token,
      params: { id: third?.id ?? 0 },
      query: { reason: 'Escrito en otra ficha' },
    })
    expect(await verify(paper.code, sha256Of(pdf))).toMatchObject({
      status: 'superseded',
      since: { changed: 1, added: 1, voided: 1 },
    })
  })

  it('says altered of every other file that carries its number', async () => {
    const { patient } = await stageFile()
    const { paper, pdf } = await issuePaper(app, owner, patient.id)
    const altered = Buffer.from(pdf)
    altered[Math.floor(pdf.length / 2)] = (altered[Math.floor(pdf.length / 2)] ?? 0) ^ 1
    expect(await verify(paper.code, sha256Of(altered))).toMatchObject({ status: 'altered', since: null })
  })

  it('says unknown of a number that is none, whatever it looks like', async () => {
    for (const code of ['', 'x', '1-0000-0000-0000', 'ZZZZZZZZZZZZZZZZZZZZZZ', "1-'; drop-0000", '🦴'])
      expect(await verify(code)).toEqual({
        status: 'unknown',
        compared: 'number',
        altered: null,
        paper: null,
        seal: null,
        origin: null,
        since: null,
      })
  })
})
