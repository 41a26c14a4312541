import { type Appointment, appointmentEndpoints } from '@ulna/contract/appointments/appointments'
import { thingKey, visitTextsPart } from '@ulna/contract/patient-copies/patient-copies.reserved'
import { addendumEndpoints } from '@ulna/contract/records/records.addenda'
import type { DocumentReference, Appointment as FhirAppointment, QuestionnaireResponse } from 'fhir/r4'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../test/client.ts'
import { type Copied, copiesOf, resourcesIn, textOf } from '../../../test/copies.ts'
import { bookAppointment, createPatient } from '../../../test/factories/clinical.ts'
import { addFile, jpeg, pdf, writeDocument } from '../../../test/factories/files.ts'
import { giveSigningKey } from '../../../test/factories/papers.ts'
import { poppler } from '../../../test/poppler.ts'
import { createScratchDirectory } from '../../../test/scratch-directory.ts'
import { testPractice } from '../../../test/test-practice.ts'

const { app, owner } = await testPractice()
await giveSigningKey(app, owner)
const scratch = await createScratchDirectory()
afterAll(() => scratch.remove())

const by = { token: owner.token }
const { partsOf, copyOf } = copiesOf(app, owner, scratch.directory)

/** A file with a letter of somebody else, two photos of which one shows somebody else, and two visits. */
const stage = async (month = '03') => {
  const { id } = await createPatient(app, owner, { firstName: 'Mariana', lastName: 'Ñíguez' })
  const letter = await writeDocument(app, owner, id, {
    ...{ subtype: 'pdf', data: { name: 'Carta de Hermenegilda', note: 'La trajo su Consuegra' } },
  })
  await callEndpoint(app, addendumEndpoints.create, {
    ...{ ...by, params: { id: letter.id }, body: { text: 'Llamó después su Consuegra' } },
  })
  const scanned = await addFile(app, owner, {
    ...{ recordId: letter.id, bytes: pdf(0, 'lo que cuenta Hermenegilda') },
    announcing: { name: 'Carta-Hermenegilda.pdf', type: 'application/pdf' },
  })
  const photos = await writeDocument(app, owner, id, { subtype: 'photo', data: { name: 'Postura' } })
  const [alone, together] = [
    await addFile(app, owner, {
      ...{ recordId: photos.id, bytes: await jpeg(60, 40), announcing: { name: 'Espalda.jpg' } },
    }),
    await addFile(app, owner, {
      ...{ recordId: photos.id, bytes: await jpeg(61, 41), announcing: { name: 'Con-su-hija.jpg' } },
    }),
  ]
  const quiet = await bookAppointment(app, owner, {
    ...{ patientId: id, title: 'Hablar de su Sobrino', patientNote: 'Venga con su Sobrino' },
    ...{ start: `2026-${month}-02T15:00:00Z`, end: `2026-${month}-02T15:45:00Z` },
  })
  await callEndpoint(app, appointmentEndpoints.update, {
    ...{ ...by, params: { id: quiet.id }, body: { status: 'cancelled', cancelReason: 'El Sobrino enfermó' } },
  })
  const open = await bookAppointment(app, owner, {
    ...{ patientId: id, title: 'Primera visita' },
    ...{ start: `2026-${month}-03T15:00:00Z`, end: `2026-${month}-03T15:45:00Z` },
  })
  return { id, letter, scanned, photos, alone, together, quiet, open }
}

let staged: Awaited<ReturnType<typeof stage>>
let whole: Copied
beforeAll(async () => {
  staged = await stage()
  whole = await copyOf(staged.id)
}, 180_000)

const saysOf = ({ said }: Copied, ...words: string[]): boolean[] => words.map((word) => said.includes(word))

const ofType = <One extends { resourceType: string }>(copied: Copied, type: One['resourceType']): One[] =>
  resourcesIn(copied).filter(({ resourceType }) => resourceType === type) as unknown as One[]

const originalsIn = ({ files }: Copied): string[] =>
  [...files.keys()]
    .filter((name) => name.startsWith('originals/'))
    .map((name) => name.replace(/^\D+\d+-/, ''))

const pictures = async (copied: Copied): Promise<number> => {
  const listed = await poppler('pdfimages', copied.files.get('file.pdf') ?? Buffer.alloc(0), '-list')
  return listed.split('\n').filter((line) => / image /.test(line)).length
}

const masked = {
  extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'masked' }],
}

it('what may be kept back one by one is each document with its files, and each visit of which something is written', async () => {
  const { letter, scanned, photos, alone, together, quiet, open } = staged
  const things = (await partsOf(staged.id)).filter(({ day }) => day !== null)
  expect(things.map(({ key, kind, form, label, of, count }) => [key, kind, form, label, of, count])).toEqual([
    [thingKey('record', photos.uid), 'record', 'Foto', 'Postura', null, 2],
    [thingKey('file', alone.uid), 'file', 'Foto', 'Espalda.jpg', thingKey('record', photos.uid), 1],
    [thingKey('file', together.uid), 'file', 'Foto', 'Con-su-hija.jpg', thingKey('record', photos.uid), 1],
    [thingKey('record', letter.uid), 'record', 'Documento PDF', 'Carta de Hermenegilda', null, 1],
    [
      ...[thingKey('file', scanned.uid), 'file', 'Documento PDF', 'Carta-Hermenegilda.pdf'],
      ...[thingKey('record', letter.uid), 1],
    ],
    [thingKey('visit', open.uid), 'visit', '', 'Primera visita', visitTextsPart, 1],
    [
      ...[thingKey('visit', quiet.uid), 'visit', ''],
      ...['Hablar de su Sobrino · Venga con su Sobrino · El Sobrino enfermó', visitTextsPart, 1],
    ],
  ])
})

it('all of it is in a copy from which nothing is kept back', async () => {
  expect(saysOf(whole, 'Hermenegilda', 'Consuegra', 'Con-su-hija', 'Sobrino')).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(originalsIn(whole).toSorted()).toEqual(['Carta-Hermenegilda.pdf', 'Con-su-hija.jpg', 'Espalda.jpg'])
  expect(await pictures(whole)).toBe(2)
})

describe('a document that is kept back', () => {
  let copied: Copied
  beforeAll(async () => {
    copied = await copyOf(staged.id, { keptBack: [thingKey('record', staged.letter.uid)] })
  }, 180_000)

  it('stands in no file of the copy with anything that it says, and everything else does', () => {
    expect(saysOf(copied, 'Hermenegilda', 'Consuegra')).toEqual([false, false])
    expect(saysOf(copied, 'Postura', 'Con-su-hija', 'Sobrino')).toEqual([true, true, true])
    expect(originalsIn(copied).toSorted()).toEqual(['Con-su-hija.jpg', 'Espalda.jpg'])
  })

  it('is told by its kind alone in the index and on paper, and kept with the copy', () => {
    expect(copied.copy.keptBack).toEqual([thingKey('record', staged.letter.uid)])
    const page = textOf(copied, 'index.html')
    expect(page).toContain('Documento con sus archivos (Documento PDF)')
    expect(page).toContain('reservado por decisión de un profesional')
    expect(copied.paper).toContain('Reservado: este documento no está en la copia.')
  })

  it('is masked as FHIR: that it is there, and of what kind', () => {
    const documents = ofType<DocumentReference>(copied, 'DocumentReference')
    expect(documents).toHaveLength(3)
    const [kept] = documents.filter(({ content }) => content[0]?.attachment.url === undefined)
    expect(kept).toMatchObject({ status: 'current', content: [{ attachment: masked }] })
    expect(kept).not.toHaveProperty('date')
    const response = ofType<QuestionnaireResponse>(copied, 'QuestionnaireResponse').find(
      ({ id }) => id === `record-${staged.letter.id}`,
    )
    const answers = (response?.item ?? []).flatMap(({ item }) => item ?? [])
    expect(answers.length).toBeGreaterThan(0)
    for (const answer of answers) expect(answer).toEqual({ linkId: answer.linkId, ...masked })
  })
})

it('one picture of a document is kept back, and the others are given', async () => {
  const copied = await copyOf(staged.id, { keptBack: [thingKey('file', staged.together.uid)] })
  expect(saysOf(copied, 'Con-su-hija', staged.together.sha256 ?? '', 'Espalda')).toEqual([false, false, true])
  expect(originalsIn(copied).toSorted()).toEqual(['Carta-Hermenegilda.pdf', 'Espalda.jpg'])
  expect(await pictures(copied)).toBe(1)
  expect(copied.paper).toContain('Un archivo está reservado: no está en la copia.')
  expect(textOf(copied, 'index.html')).toContain('Archivo (Foto)')
  expect(JSON.parse(textOf(copied, 'fhir/manifest.json'))).toMatchObject({
    output: expect.arrayContaining([
      { type: 'DocumentReference', url: 'DocumentReference.ndjson', count: 3 },
    ]),
  })
})

describe('what is written of visits', () => {
  const appointmentOf = (copied: Copied, { id }: Pick<Appointment, 'id'>): FhirAppointment | undefined =>
    ofType<FhirAppointment>(copied, 'Appointment').find((one) => one.id === `appointment-${id}`)

  it('is kept back of one alone, whose place says so', async () => {
    const copied = await copyOf(staged.id, { keptBack: [thingKey('visit', staged.quiet.uid)] })
    expect(saysOf(copied, 'Sobrino', 'Primera visita')).toEqual([false, true])
    expect(textOf(copied, 'visits.csv')).toMatch(/Cancelada,\(reservado\)/)
    expect(appointmentOf(copied, staged.quiet)).toMatchObject({ status: 'cancelled', _description: masked })
    expect(appointmentOf(copied, staged.open)).not.toHaveProperty('_description')
    expect(textOf(copied, 'index.html')).toContain('Textos de una cita')
  })

  it('is kept back of all of them', async () => {
    const copied = await copyOf(staged.id, {
      keptBack: [visitTextsPart, thingKey('visit', staged.quiet.uid)],
    })
    expect(saysOf(copied, 'Sobrino', 'Primera visita')).toEqual([false, false])
    expect(textOf(copied, 'visits.csv').match(/\(reservado\)/g)).toHaveLength(2)
    const page = textOf(copied, 'index.html')
    expect(page).toContain('Lo escrito de todas las citas: títulos, notas y motivos')
    expect(page).not.toContain('Textos de una cita')
  })
})

it('the copy of another file is made whole, whatever is kept back of this one', async () => {
  const other = await stage('04')
  const copied = await copyOf(other.id, {
    keptBack: [thingKey('record', staged.letter.uid), thingKey('visit', staged.quiet.uid)],
  })
  expect(saysOf(copied, 'Hermenegilda', 'Sobrino')).toEqual([true, true])
  expect(textOf(copied, 'index.html')).toContain('No se reserva nada.')
})
