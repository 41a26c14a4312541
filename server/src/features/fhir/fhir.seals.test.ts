import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fhirEndpoints, fhirResourceEndpoints } from '@ulna/contract/fhir/fhir'
import type { EndpointShape } from '@ulna/contract/http/endpoint'
import { patientCopyEndpoints } from '@ulna/contract/patient-copies/patient-copies'
import type { RecordRow } from '@ulna/contract/records/records'
import { addendumEndpoints } from '@ulna/contract/records/records.addenda'
import type { Extension, FhirResource, Provenance, Bundle as RawBundle } from 'fhir/r4'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../test/client.ts'
import { caseInput, createPatient, followUpInput, writeRecord } from '../../../test/factories/clinical.ts'
import { addFile, documentInput, jpeg } from '../../../test/factories/files.ts'
import { readZip } from '../../../test/factories/moves.ts'
import { giveSigningKey } from '../../../test/factories/papers.ts'
import { askToSign, signByTyping } from '../../../test/factories/signatures.ts'
import { createScratchDirectory } from '../../../test/scratch-directory.ts'
import { testPractice } from '../../../test/test-practice.ts'
import { faultsOf } from './validation/fhir.validators.fixture.ts'

const { app, owner } = await testPractice({ alone: true })
const by = { token: owner.token }
const scratch = await createScratchDirectory()
afterAll(() => scratch.remove())

const call = async (endpoint: EndpointShape, options: object): Promise<string> => {
  const { status, text } = await callEndpoint(app, endpoint, { ...by, ...options })
  expect([status, text.slice(0, 200)]).toEqual([200, expect.any(String)])
  return text
}

const partOf = (found: Extension | undefined, name: string): unknown => {
  const values = (found?.extension ?? [])
    .filter(({ url }) => url === name)
    .map(({ valueCode, valueInteger, valueBoolean }) => valueCode ?? valueInteger ?? valueBoolean)
  return values.length > 1 ? values : values[0]
}

/** What a Provenance says of its seal: state, places, addenda, and whether bytes were read. */
const verdictOf = (one: Provenance): unknown[] => {
  expect(faultsOf(one)).toEqual([])
  const found = one.extension?.find(({ url }) => url.endsWith('/seal-verdict'))
  return ['state', 'place', 'addenda', 'bytes-read'].map((name) => partOf(found, name))
}

const isSeal = (one: FhirResource): one is Provenance =>
  one.resourceType === 'Provenance' && one.id?.startsWith('signature-') === true

const sealsIn = (text: string): Provenance[] =>
  ((JSON.parse(text) as RawBundle<FhirResource>).entry ?? [])
    .flatMap(({ resource }) => (resource ? [resource] : []))
    .filter(isSeal)

let patient: string
let patientId: number
let visit: RecordRow
let document: RecordRow

beforeAll(async () => {
  await giveSigningKey(app, owner)
  patientId = (await createPatient(app, owner)).id
  patient = `patient-${patientId}`
  const opened = await writeRecord(app, owner, caseInput(patientId))
  visit = await writeRecord(app, owner, followUpInput(patientId, opened.id))
  document = await writeRecord(app, owner, documentInput(patientId))
  await addFile(app, owner, { recordId: document.id, bytes: await jpeg() })
  await signByTyping(app, owner, visit)
  await signByTyping(app, owner, document)
})

const targetOf = (record: RecordRow) => `QuestionnaireResponse/record-${record.id}`

/** The seal of a record as a search, a whole file, and reading it alone tell it. */
const toldOf = async (record: RecordRow): Promise<unknown[][]> => {
  const found = sealsIn(
    await call(fhirResourceEndpoints.searchProvenance, { query: { patient, target: targetOf(record) } }),
  )
  const [first] = found
  const all = sealsIn(await call(fhirEndpoints.everything, { params: { id: patient } }))
  const alone = await call(fhirResourceEndpoints.readProvenance, { params: { id: first?.id ?? '' } })
  const inFile = all.filter(({ target }) => target[0]?.reference === targetOf(record))
  return [...found, ...inFile, JSON.parse(alone) as Provenance].map(verdictOf)
}

const run = (statement: string) =>
  sql.raw(`set session_replication_role = replica; ${statement}`).execute(app.owner.queries)

/** Changes something behind the application, looks, and puts it back. */
const tampered = async (change: string, back: string, record: RecordRow): Promise<unknown[][]> => {
  await run(change)
  try {
    return await toldOf(record)
  } finally {
    await run(`${back}; reset session_replication_role`)
  }
}

describe('the seal under a record, as FHIR', () => {
  it('is unchanged as long as everything is as it was signed', async () => {
    const rows = ['unchanged', undefined, 0, false]
    const bytes = ['unchanged', undefined, 0, true]
    expect(await toldOf(visit)).toEqual([rows, rows, bytes])
    expect(await toldOf(document)).toEqual([rows, rows, bytes])
  })

  it('is altered where the record, or the row of the signature, is another behind the application', async () => {
    const altered = (place: string) => [
      ...[false, false, true].map((bytesRead) => ['altered', place, 0, bytesRead]),
    ]
    expect(
      await tampered(
        `update records set data = (' ' || data::text)::json where id = ${visit.id}`,
        `update records set data = ltrim(data::text)::json where id = ${visit.id}`,
        visit,
      ),
    ).toEqual(altered('record'))
    expect(
      await tampered(
        `update signatures set signer_name = signer_name || '.' where record_id = ${visit.id}`,
        `update signatures set signer_name = rtrim(signer_name, '.') where record_id = ${visit.id}`,
        visit,
      ),
    ).toEqual(altered('seal'))
  })

  it('is altered where bytes of a file are others: read alone or handed out, for that reads them', async () => {
    const stored = app.owner.queries.selectFrom('files').select('storage_key')
    const { storage_key: key } = await stored.where('patient_id', '=', patientId).executeTakeFirstOrThrow()
    const place = path.join(app.filesDirectory, key)
    const picture = await readFile(place)
    await writeFile(place, 'otra radiografía')
    const [searched, , alone] = await toldOf(document)
    expect(searched).toEqual(['unchanged', undefined, 0, false])
    expect(alone).toEqual(['altered', 'files', 0, true])
    expect((await copied([])).map(verdictOf).toSorted()).toEqual(
      [
        ['altered', 'files', 0, true],
        ['unchanged', undefined, 0, true],
      ].toSorted(),
    )
    await writeFile(place, picture)
    expect((await toldOf(document))[2]).toEqual(['unchanged', undefined, 0, true])
  })

  it('is superseded by what was added since, and where addenda are kept back nothing tells that there are any', async () => {
    const body = { text: 'Llamó por la tarde.' }
    await callEndpoint(app, addendumEndpoints.create, { ...by, params: { id: visit.id }, body })
    expect((await toldOf(visit))[2]).toEqual(['superseded', undefined, 1, true])
    const states = async (keptBack: string[]) =>
      (await copied(keptBack)).map((one) => verdictOf(one).slice(0, 3))
    expect(await states([])).toContainEqual(['superseded', undefined, 1])
    const silent = ['unchanged', undefined, 0]
    expect(await states(['addenda'])).toEqual([silent, silent])
  })

  it('is superseded where the signature was taken back, and says so', async () => {
    await askToSign(app, owner, document, { signed: false, reason: 'Firmó otra persona' })
    expect((await toldOf(document))[2]).toEqual(['superseded', undefined, 0, true])
  })
})

/** The seals in a copy for the patient. */
const copied = async (keptBack: readonly string[]): Promise<Provenance[]> => {
  const asking = { askedOn: '2026-01-15', askedBy: 'patient', identity: 'known' }
  const asked = await callEndpoint(app, patientCopyEndpoints.ask, {
    ...{ ...by, params: { id: patientId }, body: asking },
  })
  const { id } = asked.payload as { id: number }
  await call(patientCopyEndpoints.make, { params: { id }, body: { keptBack, given: [] } })
  const link = await callEndpoint(app, patientCopyEndpoints.fetchLink, { ...by, params: { id } })
  const { rawPayload } = await app.server.inject({ url: (link.payload as { url: string }).url })
  const file = path.join(scratch.directory, `${id}.zip`)
  await writeFile(file, rawPayload)
  const lines = ((await readZip(file)).get('fhir/Provenance.ndjson')?.toString() ?? '').split('\n')
  return lines
    .filter(Boolean)
    .map((line) => JSON.parse(line) as FhirResource)
    .filter(isSeal)
}
