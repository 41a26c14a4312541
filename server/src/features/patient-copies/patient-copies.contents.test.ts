import { notesPart } from '@ulna/contract/patient-copies/patient-copies.reserved'
import { patientEndpoints } from '@ulna/contract/patients/patients'
import { recordEndpoints } from '@ulna/contract/records/records'
import { addendumEndpoints } from '@ulna/contract/records/records.addenda'
import type { Bundle, Composition, FhirResource } from 'fhir/r4'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../test/client.ts'
import { type Copied, copiesOf, resourcesIn, textOf } from '../../../test/copies.ts'
import {
  bookAppointment,
  caseInput,
  createPatient,
  followUpInput,
  historyInput,
  installModule,
  writeRecord,
} from '../../../test/factories/clinical.ts'
import { addFile, pdf, writeDocument } from '../../../test/factories/files.ts'
import { filesOf } from '../../../test/factories/moves.ts'
import { giveSigningKey } from '../../../test/factories/papers.ts'
import { addMember } from '../../../test/factories/people.ts'
import { signByTyping } from '../../../test/factories/signatures.ts'
import { poppler } from '../../../test/poppler.ts'
import { createScratchDirectory } from '../../../test/scratch-directory.ts'
import { testPractice } from '../../../test/test-practice.ts'
import { faultsOf } from '../fhir/validation/fhir.validators.fixture.ts'

const { app, owner } = await testPractice()
await giveSigningKey(app, owner)
await installModule(app, owner, 'consents')
const scratch = await createScratchDirectory()
afterAll(() => scratch.remove())

const by = { token: owner.token }
const { partsOf, copyOf } = copiesOf(app, owner, scratch.directory)

/** Words that stand in one answer each, and nowhere else. */
const marks = {
  note: 'Quebrantahuesos',
  summary: 'Ornitorrinco',
  visitNote: 'Salamanquesa',
  caseName: 'Berenjenal',
  pain: 'Zarzaparrilla',
  reference: 'Chirimoya',
  caseObs: 'Murciélago',
  patientObs: 'Paralelepípedo',
  doctorObs: 'Ventrílocuo',
  allergies: 'Esparadrapo',
  warning: 'Ferroviario',
  familyOther: 'Hermanastro',
  companion: 'Cuñadísimo',
  drawing: 'Trampantojo',
  documentName: 'Girasolillo',
  documentNote: 'Quisquilloso',
} as const
type Mark = keyof typeof marks

const marksIn = ({ said }: Copied): Mark[] =>
  (Object.keys(marks) as Mark[]).filter((name) => said.normalize('NFC').includes(marks[name]))

const stage = async (firstName: string, day: string, words: Record<Mark, string>) => {
  const { id } = await createPatient(app, owner, { firstName, lastName: 'Ñíguez', note: words.note })
  const { version } = (await callEndpoint(app, patientEndpoints.read, { ...by, params: { id } })).payload as {
    version: number
  }
  await callEndpoint(app, patientEndpoints.update, {
    ...{ ...by, params: { id }, body: { clinicSummary: words.summary, version } },
  })
  const { allergies, warning, familyOther } = words
  await writeRecord(
    app,
    owner,
    historyInput(id, { allergies, warning, familyOther, familyDiseases: ['asthma'] }),
  )
  const diagnosis = await writeRecord(
    app,
    owner,
    caseInput(id, {
      ...{ name: words.caseName, painDescription: words.pain, doctorObs: words.caseObs },
      isMedicReference: { enabled: true, value: words.reference },
      bodyChart: { marks: [{ view: 'front', region: 'knee', side: 'left', note: words.drawing }] },
    }),
  )
  await signByTyping(app, owner, diagnosis)
  const { patientObs, doctorObs, companion } = words
  await writeRecord(app, owner, followUpInput(id, diagnosis.id, { patientObs, doctorObs }))
  await writeRecord(app, owner, {
    ...{ ownerId: id, type: 'test', subtype: 'consent_pelvic_floor' },
    ...{ recordClassId: 'consent_pelvic_floor', data: { companion, examinationRoute: ['external'] } },
  })
  await bookAppointment(app, owner, {
    ...{ patientId: id, title: `Visita de ${firstName}`, note: words.visitNote },
    ...{ start: `${day}T15:00:00Z`, end: `${day}T15:45:00Z` },
  })
  const document = await writeDocument(app, owner, id, {
    data: { name: words.documentName, note: words.documentNote },
  })
  const bytes = pdf(0, `original de ${firstName}`)
  await addFile(app, owner, {
    ...{
      recordId: document.id,
      bytes,
      announcing: { name: `Informe ${firstName}.pdf`, type: 'application/pdf' },
    },
  })
  return { id, bytes }
}

const foreign = Object.fromEntries(
  Object.entries(marks).map(([name, word]) => [name, [...word].toReversed().join('')]),
) as Record<Mark, string>

let patient: Awaited<ReturnType<typeof stage>>
let other: typeof patient
let whole: Copied
beforeAll(async () => {
  patient = await stage('Mariana', '2026-03-02', marks)
  other = await stage('Eustaquio', '2026-03-03', foreign)
  const assistant = await addMember(app, owner.practiceId, 'assistant', false)
  await callEndpoint(app, patientEndpoints.read, { token: assistant.token, params: { id: patient.id } })
  whole = await copyOf(patient.id)
})

describe('a copy of a file whose bytes are lost', () => {
  it('is made all the same, and its index says which file is not in it', async () => {
    const { id } = await createPatient(app, owner, { firstName: 'Ovidio', lastName: 'Ruiz' })
    const document = await writeDocument(app, owner, id, { data: { name: 'Resonancia' } })
    const announcing = { name: 'Rodilla.pdf', type: 'application/pdf' }
    await addFile(app, owner, { recordId: document.id, bytes: pdf(0, 'perdido'), announcing })
    const stored = app.owner.queries.selectFrom('files').select('storage_key').where('patient_id', '=', id)
    await filesOf(app).remove((await stored.executeTakeFirstOrThrow()).storage_key)
    const copied = await copyOf(id)
    expect([...copied.files.keys()].filter((name) => name.startsWith('originals/'))).toEqual([])
    expect(textOf(copied, 'index.html')).toContain('Rodilla.pdf: no está en la copia')
  })
})

describe('a copy of a file', () => {
  it('has the file as a paper, tables, a card, FHIR and the originals, and an index that leads to each', () => {
    const names = [...whole.files.keys()].filter((name) => !name.endsWith('.ndjson'))
    const [original, ...others] = names.filter((name) => name.startsWith('originals/'))
    expect(others).toEqual([])
    expect(original).toMatch(/^originals\/\d+-Informe Mariana\.pdf$/)
    expect(names.toSorted()).toEqual(
      [
        ...['contact.vcf', 'fhir/manifest.json', 'file.pdf', 'index.html', 'openings.csv', original],
        ...['records.csv', 'summary.json', 'visits.csv'],
      ].toSorted(),
    )
    const links = [...textOf(whole, 'index.html').matchAll(/href="([^"]+)"/g)].map(([, to = '']) =>
      decodeURIComponent(to),
    )
    expect(links.toSorted()).toEqual(names.filter((name) => name !== 'index.html').toSorted())
    expect(whole.files.get(original ?? '')).toEqual(patient.bytes)
  })

  it('says everything where nothing is kept back', () => {
    expect(marksIn(whole)).toEqual(Object.keys(marks))
    const notes: string[] = [marks.note, marks.summary, marks.visitNote]
    for (const word of Object.values(marks).filter((one) => !notes.includes(one)))
      expect(whole.paper).toContain(word)
    expect(textOf(whole, 'visits.csv')).toContain('Visita de Mariana')
    expect(textOf(whole, 'contact.vcf')).toMatch(/^BEGIN:VCARD/)
    expect(textOf(whole, 'index.html')).toContain('No se reserva nada.')
  })

  it('counts its resources in a manifest as a bulk export does, and has a summary', () => {
    const { output } = JSON.parse(textOf(whole, 'fhir/manifest.json')) as {
      output: { type: string; url: string; count: number }[]
    }
    for (const { type, url, count } of output) {
      const lines = textOf(whole, `fhir/${url}`).split('\n').filter(Boolean)
      expect([lines.length, new Set(lines.map((line) => JSON.parse(line).resourceType))]).toEqual([
        ...[count, new Set([type])],
      ])
    }
    expect(output.map(({ type }) => type)).toContain('QuestionnaireResponse')
    expect(JSON.parse(textOf(whole, 'summary.json'))).toMatchObject({
      resourceType: 'Bundle',
      type: 'document',
    })
  })

  it('has its answers in a table that a spreadsheet reads', () => {
    const table = textOf(whole, 'records.csv')
    expect(table).toMatch(/^\uFEFFDía,Formulario,Autor,Pregunta,Respuesta\r\n/)
    expect(table).toContain(`Laura Restrepo,`)
    expect(table).toContain(marks.pain)
  })

  it('says nothing of another patient', async () => {
    const { said } = await copyOf(other.id)
    for (const word of [...Object.values(foreign), 'Eustaquio']) expect(said).toContain(word)
    for (const word of [...Object.values(foreign), 'Eustaquio']) expect(whole.said).not.toContain(word)
  })

  it.each([
    ['it', 'Copia della cartella di Mariana Ñíguez', /Cartella clinica/],
    ['en', 'Copy of the file of Mariana Ñíguez', /Clinical|record|file/i],
  ] as const)('is in the language that was wished: %s', async (language, title, paper) => {
    const copied = await copyOf(patient.id, { language })
    expect(copied.copy.language).toBe(language)
    expect(textOf(copied, 'index.html')).toContain(`<html lang="${language}">`)
    expect(textOf(copied, 'index.html')).toContain(`<h1>${title}`)
    expect(await poppler('pdfinfo', copied.files.get('file.pdf') ?? Buffer.alloc(0))).toMatch(paper)
  })

  it('is made of a file without a record too, without a paper', async () => {
    const { id } = await createPatient(app, owner, { firstName: '<b>Vacía</b>' })
    const copied = await copyOf(id)
    expect(copied.files.has('file.pdf')).toBe(false)
    expect(textOf(copied, 'index.html')).toContain('&lt;b&gt;Vacía&lt;/b&gt;')
    expect(textOf(copied, 'index.html')).not.toContain('<b>')
  })
})

describe('what is kept back from a copy', () => {
  it('is offered with those first that are reserved, and never what is no text of anybody', async () => {
    const parts = await partsOf(patient.id)
    const reserved = parts.filter((part) => part.reserved !== null)
    expect(parts.slice(0, reserved.length)).toEqual(reserved)
    expect(Object.fromEntries(reserved.map((part) => [part.key, part.reserved]))).toEqual({
      [notesPart]: 'annotation',
      'followup_default.doctorObs': 'annotation',
      'med_hist_default.familyDiseases': 'third_person',
      'med_hist_default.familyOther': 'third_person',
      'consent_pelvic_floor.companion': 'third_person',
    })
    const keys = parts.map(({ key }) => key)
    expect(keys).toEqual(
      expect.arrayContaining(
        ['name', 'isMedicReference', 'bodyChart'].map((field) => `case_default.${field}`),
      ),
    )
    expect(keys).not.toContain('case_default.painIntensity')
  })

  it.each<[string, Mark[]]>([
    [notesPart, ['note', 'summary', 'visitNote']],
    ['followup_default.doctorObs', ['doctorObs']],
    ['med_hist_default.familyOther', ['familyOther']],
    ['med_hist_default.allergies', ['allergies']],
    ['consent_pelvic_floor.companion', ['companion']],
    ['case_default.name', ['caseName']],
    ['case_default.isMedicReference', ['reference']],
    ['case_default.bodyChart', ['drawing']],
    ['document.name', ['documentName']],
  ])('stands in no file of it, and everything else does: %s', async (key, words) => {
    const copied = await copyOf(patient.id, { keptBack: [key] })
    expect(copied.copy.keptBack).toEqual([key])
    expect(marksIn(copied)).toEqual(Object.keys(marks).filter((name) => !words.includes(name as Mark)))
  })

  it('is what law reserves where nobody decided to give it, also what was written after somebody looked', async () => {
    const reserved = ['note', 'summary', 'visitNote', 'doctorObs', 'familyOther', 'companion']
    const copied = await copyOf(patient.id, { given: [] })
    expect(marksIn(copied)).toEqual(Object.keys(marks).filter((name) => !reserved.includes(name)))
    const parts = (await partsOf(patient.id)).filter((one) => one.reserved !== null).map(({ key }) => key)
    expect([...copied.copy.keptBack].sort()).toEqual(parts.sort())
    const given = ['followup_default.doctorObs', notesPart]
    const some = await copyOf(patient.id, { given, keptBack: [notesPart] })
    expect(marksIn(some)).toContain('doctorObs')
    expect(marksIn(some)).not.toContain('note')
  })

  it('may be what was added to records later, and why one was voided', async () => {
    const { id } = await createPatient(app, owner, { firstName: 'Ovidia', lastName: 'Ruiz' })
    const first = await writeRecord(app, owner, caseInput(id, { name: 'Esguince' }))
    await callEndpoint(app, addendumEndpoints.create, {
      ...{ ...by, params: { id: first.id }, body: { text: 'Lo dijo su Calabacín' } },
    })
    const wrong = await writeRecord(app, owner, caseInput(id, { name: 'Lumbalgia' }))
    await callEndpoint(app, recordEndpoints.remove, {
      ...{ ...by, params: { id: wrong.id }, query: { reason: 'Era de su Berberecho' } },
    })
    const said = async (keptBack: string[]): Promise<string> =>
      (await copyOf(id, { keptBack })).said.normalize('NFC')
    const keys = (await partsOf(id)).map(({ key }) => key)
    expect(keys).toEqual(expect.arrayContaining(['addenda', 'voidReasons']))
    const whole = await said([])
    expect([whole.includes('Calabacín'), whole.includes('Berberecho')]).toEqual([true, true])
    const without = await said(['addenda'])
    expect([without.includes('Calabacín'), without.includes('Berberecho')]).toEqual([false, true])
    const silent = await said(['addenda', 'voidReasons'])
    expect([silent.includes('Calabacín'), silent.includes('Berberecho')]).toEqual([false, false])
  })

  it('may be an answer that was chosen', async () => {
    const asked = 'Antecedentes familiares'
    const saidOf = (copied: Copied): string =>
      `${textOf(copied, 'records.csv')} ${copied.paper}`.replaceAll(`Otros a${asked.slice(1)}`, '')
    expect(saidOf(whole)).toContain(asked)
    const copied = await copyOf(patient.id, { keptBack: ['med_hist_default.familyDiseases'] })
    expect(saidOf(copied)).not.toContain(asked)
    expect(textOf(whole, 'fhir/QuestionnaireResponse.ndjson')).toContain('asthma')
    expect(textOf(copied, 'fhir/QuestionnaireResponse.ndjson')).not.toContain('asthma')
  })

  it('is said in every section of the summary that it leaves without an answer', async () => {
    const keptBack = ['med_hist_default.allergies', 'med_hist_default.warning', 'case_default.bodyChart']
    const copied = await copyOf(patient.id, { keptBack: [...keptBack, 'case_default.name'] })
    const { entry } = JSON.parse(textOf(copied, 'summary.json')) as Bundle<FhirResource>
    const [composition] = (entry ?? []).map(({ resource }) => resource as Composition)
    const section = composition?.section ?? []
    const said = section.map(({ code, entry: entries = [], emptyReason, extension }) => [
      ...[code?.coding?.[0]?.code, entries.length, emptyReason?.coding?.[0]?.code],
      extension?.[0]?.valueCode,
    ])
    expect(said).toEqual([
      ['11450-4', 1, undefined, undefined],
      ['48765-2', 0, 'withheld', undefined],
      ['10160-0', 0, 'unavailable', undefined],
      ['104605-1', 0, 'withheld', undefined],
      ['30954-2', 2, undefined, 'masked'],
    ])
    const chart = textOf(copied, 'fhir/Observation.ndjson')
      .split('\n')
      .filter((line) => line.includes('bodyChart'))
    expect(chart.length).toBeGreaterThan(0)
    for (const line of chart) expect(line).toContain('"code":"masked"')
    expect(textOf(copied, 'fhir/Condition.ndjson')).toContain('"valueCode":"masked"')
    expect(resourcesIn(copied).flatMap(faultsOf)).toEqual([])
  })

  it('may be all that anybody wrote', async () => {
    const parts = await partsOf(patient.id)
    const copied = await copyOf(patient.id, { keptBack: parts.map(({ key }) => key), withNames: true })
    expect(marksIn(copied)).toEqual([])
  })

  it('is named in the index with why, and without what it says', async () => {
    const keptBack = [notesPart, 'med_hist_default.familyOther', 'case_default.painDescription']
    const page = textOf(await copyOf(patient.id, { keptBack }), 'index.html')
    expect(page).toContain('Notas de la consulta')
    for (const why of [
      'anotación subjetiva de un profesional',
      'confiado sobre otra persona',
      'reservado por decisión',
    ])
      expect(page).toContain(why)
    expect(page).not.toContain('No se reserva nada.')
  })
})

describe('who opened a file', () => {
  const linesOf = (copied: Copied): string[] => textOf(copied, 'openings.csv').trim().split('\r\n')

  it('is told by role and purpose without names, in words', () => {
    const [head, ...lines] = linesOf(whole)
    expect(head).toBe('Día,Para qué,Como,Veces')
    expect(lines.some((line) => line.includes(',Asistente,'))).toBe(true)
    expect(lines.join()).not.toMatch(/Miembro|Restrepo|audit\.actions/)
    for (const line of lines) expect(line).toMatch(/^\d{4}-\d\d-\d\d,.*,\d+$/)
    expect(textOf(whole, 'index.html')).not.toContain('Miembro')
  })

  it('is named where the practice wishes so', async () => {
    const copied = await copyOf(patient.id, { withNames: true })
    const [head, ...lines] = linesOf(copied)
    expect(head).toBe('Día,Para qué,Como,Veces,Quién')
    expect(lines.some((line) => /,Asistente,\d+,Miembro assistant$/.test(line))).toBe(true)
    expect(textOf(copied, 'index.html')).toContain('Miembro assistant')
    expect(copied.copy.withNames).toBe(true)
  })

  it('is no opening of another file', async () => {
    const { id } = await createPatient(app, owner)
    expect(linesOf(await copyOf(id)).join()).not.toContain('Asistente')
  })
})

it('FHIR of a copy names its patient alone', () => {
  const patients = resourcesIn(whole).filter(({ resourceType }) => resourceType === 'Patient')
  expect(patients).toHaveLength(1)
})
