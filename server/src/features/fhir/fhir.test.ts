import { fhirEndpoints, fhirResourceEndpoints } from '@ulna/contract/fhir/fhir'
import type { EndpointShape } from '@ulna/contract/http/endpoint'
import { patientArchiveEndpoints } from '@ulna/contract/patient-archive/patient-archive'
import { patientConsentEndpoints } from '@ulna/contract/patient-consents/patient-consents'
import type { Patient } from '@ulna/contract/patients/patients'
import { recordEndpoints } from '@ulna/contract/records/records'
import { addendumEndpoints } from '@ulna/contract/records/records.addenda'
import type { CapabilityStatement, FhirResource, OperationOutcome, Bundle as RawBundle } from 'fhir/r4'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { type CallOptions, callEndpoint, type TestAnswer } from '../../../test/client.ts'
import {
  bookAppointment,
  caseInput,
  createPatient,
  followUpInput,
  historyInput,
  installModule,
  writeRecord,
} from '../../../test/factories/clinical.ts'
import { giveConsent } from '../../../test/factories/consents.ts'
import { addFile, jpeg, writeDocument } from '../../../test/factories/files.ts'
import { addMember, registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { signByTyping } from '../../../test/factories/signatures.ts'
import { mintKey } from '../../../test/sweeps/scene/keys.ts'
import { testServer } from '../../../test/test-practice.ts'
import { faultsOf } from './validation/fhir.validators.fixture.ts'
import { summaryFaults } from './validation/ips.rules.fixture.ts'

type Bundle = RawBundle<FhirResource>

const app = await testServer()
let owner: TestPerson
let patient: Patient

beforeEach(async () => {
  owner = await registerOwner(app)
  patient = await createPatient(app, owner, {
    lastName: 'Gómez Lara',
    birthDate: '1985-04-03',
    socialId: 'CC 52',
    mobile: '3001234567',
  })
})

const call = (endpoint: EndpointShape, options: CallOptions = {}, by = owner): Promise<TestAnswer> =>
  callEndpoint(app, endpoint, { token: by.token, ...options })

const read = async <R extends FhirResource>(endpoint: EndpointShape, id: string, by = owner): Promise<R> => {
  const answer = await call(endpoint, { params: { id } }, by)
  expect([answer.status, answer.headers['content-type'], answer.text.slice(0, 200)]).toEqual([
    200,
    'application/fhir+json; charset=utf-8',
    expect.any(String),
  ])
  return JSON.parse(answer.text) as R
}

const search = async (endpoint: EndpointShape, query: Record<string, string> = {}): Promise<Bundle> => {
  const answer = await call(endpoint, { query })
  expect([answer.status, answer.errors]).toEqual([200, []])
  return JSON.parse(answer.text) as Bundle
}

const idsIn = ({ entry = [] }: Bundle): (string | undefined)[] => entry.map(({ resource }) => resource?.id)

const refusalOf = async (endpoint: EndpointShape, options: CallOptions, by = owner): Promise<string> => {
  const { status, errors } = await call(endpoint, options, by)
  return `${status} ${errors[0]?.message} ${errors[0]?.field ?? ''}`.trim()
}

const of = (id = patient.id) => `patient-${id}`
const ofFile = { patient: '' }
beforeEach(() => {
  ofFile.patient = of()
})

const trail = async () => {
  const { rows } = await sql<{ action: string; patient: number | null; detail: string; key: number | null }>`
    select action, patient_id as patient, detail, practice_key_id as key from audit_events
    where practice_id = ${owner.practiceId} and detail like '%fhir%' order by at, strand, seq`.execute(
    app.owner.queries,
  )
  return rows.map(({ action, patient: whose, detail, key }) => ({
    action,
    patient: whose,
    fhir: (JSON.parse(detail) as { fhir: string }).fhir,
    key,
  }))
}

const table = fhirResourceEndpoints

describe('a patient as FHIR', () => {
  it('is the patient, with the gender that the history says and its version in the version', async () => {
    const before = await read<FhirResource>(table.readPatient, of())
    expect(before).toMatchObject({
      resourceType: 'Patient',
      meta: { versionId: '1' },
      active: true,
      name: [{ family: 'Gómez Lara', given: ['Mariana'] }],
      birthDate: '1985-04-03',
      telecom: [{ system: 'phone', value: '3001234567', use: 'mobile' }],
    })
    expect(before).not.toHaveProperty('gender')
    await writeRecord(app, owner, historyInput(patient.id, { gender: 'f' }))
    expect(await read(table.readPatient, of())).toMatchObject({
      gender: 'female',
      meta: { versionId: expect.stringMatching(/^\d+\.1$/) },
    })
  })

  it('is found by the beginnings of names, identifiers, day of birth, and not by what is none of it', async () => {
    await createPatient(app, owner, { firstName: 'Óscar', lastName: 'Zea', birthDate: '1990-12-31' })
    const found = async (query: Record<string, string>) => {
      const { entry = [] } = await search(table.searchPatient, query)
      return entry.map(({ resource }) => (resource as { name?: { family?: string }[] }).name?.[0]?.family)
    }
    expect(await found({})).toEqual(['Gómez Lara', 'Zea'])
    expect(await found({ name: 'lar' })).toEqual(['Gómez Lara'])
    expect(await found({ name: 'OSCAR,mariana' })).toEqual(['Gómez Lara', 'Zea'])
    expect(await found({ family: 'omez' })).toEqual([])
    expect(await found({ family: 'zea', given: 'oscar' })).toEqual(['Zea'])
    expect(await found({ given: 'zea' })).toEqual([])
    expect(await found({ birthdate: '1985' })).toEqual(['Gómez Lara'])
    expect(await found({ birthdate: 'ge1990-12' })).toEqual(['Zea'])
    expect(await found({ birthdate: 'ne1990-12-31' })).toEqual(['Gómez Lara'])
    expect(await found({ identifier: 'CC 52' })).toEqual(['Gómez Lara'])
    expect(await found({ identifier: `https://ulna.example/fhir/NamingSystem/social-id|CC 52` })).toEqual([
      'Gómez Lara',
    ])
    expect(await found({ identifier: `https://ulna.example/fhir/NamingSystem/file-number|CC 52` })).toEqual(
      [],
    )
    expect(await found({ identifier: 'urn:else|CC 52' })).toEqual([])
    for (const end of ['gt2999', 'gt9999', 'lt0001', 'lt0001-01-01'])
      expect([end, await found({ _lastUpdated: end })]).toEqual([end, []])
    expect(await found({ birthdate: 'ge9999' })).toEqual([])
    expect(await found({ birthdate: 'le9999-12-31' })).toEqual(['Gómez Lara', 'Zea'])
    expect(await found({ _id: `${of()},${of()}-2,patient-1,x` })).toEqual(['Gómez Lara'])
    expect(await found({ name: '%' })).toEqual([])
  })

  it('comes page by page, each naming the next, and ends', async () => {
    for (const firstName of ['Ana', 'Eva', 'Iris']) await createPatient(app, owner, { firstName })
    const seen: (string | undefined)[] = []
    let query: Record<string, string> | undefined = { _count: '2', colour: 'red' }
    while (query) {
      const page: Bundle = await search(table.searchPatient, query)
      expect(faultsOf(page)).toEqual([])
      expect(page.total).toBe(4)
      seen.push(...idsIn(page))
      const next: string | undefined = page.link?.find(({ relation }) => relation === 'next')?.url
      expect(page.link?.[0]?.url).not.toContain('colour')
      query = next === undefined ? undefined : Object.fromEntries(new URL(next).searchParams)
    }
    expect(new Set(seen).size).toBe(4)
    expect(seen).toHaveLength(4)
    expect(await search(table.searchPatient, { _count: '0' })).toMatchObject({ total: 4 })
  })

  it('that is archived is in no search but of those who are not active, or of its id', async () => {
    await call(patientArchiveEndpoints.archive, { params: { id: patient.id }, body: { reason: 'Se mudó' } })
    expect(idsIn(await search(table.searchPatient))).toEqual([])
    expect(idsIn(await search(table.searchPatient, { active: 'false' }))).toEqual([of()])
    expect(idsIn(await search(table.searchPatient, { active: 'true,false' }))).toEqual([of()])
    expect(idsIn(await search(table.searchPatient, { _id: of() }))).toEqual([of()])
    expect(await read(table.readPatient, of())).toMatchObject({ active: false })
  })
})

describe('the file of a patient as FHIR', () => {
  it('has what was written, coded and in answers, and what was signed, added, agreed to, attached and voided', async () => {
    await installModule(app, owner, 'consents').catch(() => undefined)
    const history = await writeRecord(
      app,
      owner,
      historyInput(patient.id, { allergies: 'Látex', warning: 'Marcapasos', currentMedication: 'no' }),
    )
    const opened = await writeRecord(app, owner, caseInput(patient.id, { symptomAppearDate: '2026-10-01' }))
    const visit = await writeRecord(
      app,
      owner,
      followUpInput(patient.id, opened.id, { treatmentApplied: 'Movilización\nPunción seca' }),
    )
    await signByTyping(app, owner, visit)
    await call(addendumEndpoints.create, { params: { id: visit.id }, body: { text: 'Llamó por la tarde.' } })
    const consent = await giveConsent(app, owner, patient.id)
    await call(patientConsentEndpoints.withdraw, {
      params: { recordId: consent.id },
      body: { reason: 'Tiene miedo' },
    })
    const document = await writeDocument(app, owner, patient.id)
    const file = await addFile(app, owner, { recordId: document.id })
    const wrong = await writeRecord(app, owner, caseInput(patient.id, { name: 'Equivocado' }))
    await call(recordEndpoints.remove, { params: { id: wrong.id }, query: { reason: 'De otro paciente' } })

    const { entry = [] } = JSON.parse(
      (await call(fhirEndpoints.everything, { params: { id: of() } })).text,
    ) as Bundle
    const file7 = entry.flatMap(({ resource }) => (resource ? [resource] : []))
    expect(file7.flatMap(faultsOf)).toEqual([])
    const get = (type: string, id: string) =>
      file7.find((one) => one.resourceType === type && one.id === id) as unknown
    expect(get('AllergyIntolerance', `record-${history.id}-allergies-1`)).toMatchObject({
      code: { text: 'Látex' },
    })
    expect(get('MedicationStatement', `record-${history.id}-currentMedication`)).toMatchObject({
      medicationCodeableConcept: { coding: [{ code: 'no-known-medications' }], text: 'no' },
    })
    expect(get('Flag', `record-${history.id}-warning-1`)).toMatchObject({ code: { text: 'Marcapasos' } })
    expect(get('EpisodeOfCare', `record-${opened.id}`)).toMatchObject({ status: 'active' })
    expect(get('Condition', `record-${opened.id}`)).toMatchObject({
      code: { text: 'Manguito rotador, hombro derecho' },
      onsetDateTime: '2026-10-01',
      clinicalStatus: { coding: [{ code: 'active' }] },
    })
    expect(get('Encounter', `record-${visit.id}`)).toMatchObject({
      episodeOfCare: [{ reference: `EpisodeOfCare/record-${opened.id}` }],
    })
    expect(get('Observation', `record-${visit.id}-painIntensity`)).toMatchObject({
      valueInteger: 4,
      code: { coding: [{ system: 'http://loinc.org', code: '72514-3' }, {}] },
    })
    expect(get('Procedure', `record-${visit.id}-treatmentApplied-2`)).toMatchObject({
      code: { text: 'Punción seca' },
    })
    expect(JSON.stringify(get('QuestionnaireResponse', `record-${visit.id}`))).toContain(
      'Llamó por la tarde.',
    )
    const seals = file7.filter(
      ({ resourceType, id }) => resourceType === 'Provenance' && id?.startsWith('sig'),
    )
    expect(seals).toHaveLength(2)
    expect(get('Consent', `record-${consent.id}`)).toMatchObject({ status: 'inactive' })
    expect(get('DocumentReference', `file-${file.id}`)).toMatchObject({ docStatus: 'final' })
    for (const type of ['Condition', 'Encounter', 'EpisodeOfCare', 'QuestionnaireResponse'])
      expect(JSON.stringify(get(type, `record-${wrong.id}`))).toContain('entered-in-error')
  })

  it('is searched by code, category, date, status and visit, each alone and together', async () => {
    const opened = await writeRecord(app, owner, {
      ...caseInput(patient.id),
      date: '2026-11-02T15:00:00Z',
    })
    const visit = await writeRecord(app, owner, {
      ...followUpInput(patient.id, opened.id),
      date: '2026-11-09T15:00:00Z',
    })
    const found = async (query: Record<string, string>) =>
      (await search(table.searchObservation, { ...ofFile, ...query })).total
    expect(await found({})).toBe(2)
    expect(await found({ code: 'http://loinc.org|72514-3' })).toBe(2)
    expect(await found({ code: '72514-3,1' })).toBe(2)
    expect(await found({ code: 'http://loinc.org|' })).toBe(2)
    expect(await found({ code: 'urn:x|72514-3' })).toBe(0)
    expect(await found({ category: 'survey' })).toBe(2)
    expect(await found({ category: 'vital-signs' })).toBe(0)
    expect(await found({ date: 'ge2026-11-09' })).toBe(1)
    expect(await found({ date: '2026-11' })).toBe(2)
    expect(await found({ date: 'lt2026-11-02' })).toBe(0)
    expect(await found({ encounter: `Encounter/record-${visit.id}` })).toBe(1)
    expect(await found({ status: 'final', date: 'gt2026-11-08' })).toBe(1)
    expect(await found({ _lastUpdated: 'gt2999-01-01' })).toBe(0)
    expect(await found({ _id: `record-${visit.id}-painIntensity` })).toBe(1)
    const named = await search(table.searchObservation, { _id: `record-${visit.id}-painIntensity` })
    expect(named.total).toBe(1)
    expect(
      (await search(table.searchEncounter, { ...ofFile, 'episode-of-care': `record-${opened.id}` })).total,
    ).toBe(2)
    expect((await search(table.searchProvenance, { ...ofFile, target: `record-${opened.id}` })).total).toBe(1)
  })

  it('is told in one language of three, and a summary keeps the rules of summaries', async () => {
    await writeRecord(app, owner, historyInput(patient.id, { personalDiseases: ['asthma'] }))
    const titles = []
    for (const language of ['es-CO,es;q=0.9', 'en', 'it;q=1, en;q=0.1', 'fr']) {
      const { text, status } = await call(fhirEndpoints.summary, {
        params: { id: of() },
        headers: { 'accept-language': language },
      })
      expect(status).toBe(200)
      const summary = JSON.parse(text) as Bundle
      expect([faultsOf(summary), summaryFaults(summary)]).toEqual([[], []])
      const [first] = summary.entry ?? []
      titles.push(first?.resource?.resourceType === 'Composition' ? first.resource.title : undefined)
    }
    expect(titles.slice(0, 3)).toEqual([
      'Resumen internacional del paciente',
      'International Patient Summary',
      'Riepilogo internazionale del paziente',
    ])
  })

  it('says what bytes are in it, as they are or as a resource', async () => {
    const document = await writeDocument(app, owner, patient.id)
    const bytes = await jpeg()
    const { id } = await addFile(app, owner, { recordId: document.id, bytes })
    const url = `/api/fhir/R4/Binary/file-${id}`
    const headers = { authorization: `Bearer ${owner.token}` }
    const plain = await app.server.inject({ url, headers })
    expect([plain.statusCode, plain.headers['content-type']]).toEqual([200, 'image/jpeg'])
    const wrapped = await app.server.inject({ url, headers: { ...headers, accept: 'application/fhir+json' } })
    const binary = JSON.parse(wrapped.body) as { data: string; contentType: string }
    expect(Buffer.from(binary.data, 'base64').equals(plain.rawPayload)).toBe(true)
    expect(faultsOf(binary as never)).toEqual([])
  })
})

describe('the agenda as FHIR', () => {
  it('is searched by patient, practitioner, day and state', async () => {
    const visit = await bookAppointment(app, owner, { patientId: patient.id })
    await bookAppointment(app, owner, { start: '2026-11-24T15:00:00Z', end: '2026-11-24T15:30:00Z' })
    const found = async (query: Record<string, string>) => idsIn(await search(table.searchAppointment, query))
    expect(await found({})).toHaveLength(2)
    expect(await found({ patient: of() })).toEqual([`appointment-${visit.id}`])
    expect(await found({ practitioner: `Practitioner/doctor-${owner.doctorId}` })).toHaveLength(2)
    expect(await found({ practitioner: 'doctor-1' })).toEqual([])
    expect(await found({ date: '2026-11-23' })).toEqual([`appointment-${visit.id}`])
    expect(await found({ date: 'gt2026-11-24' })).toEqual([])
    expect(await found({ status: 'booked', patient: of() })).toEqual([`appointment-${visit.id}`])
    expect(await found({ status: 'fulfilled' })).toEqual([])
    expect(await found({ status: 'nonsense' })).toEqual([])
    expect(await read(table.readAppointment, `appointment-${visit.id}`)).toMatchObject({
      status: 'booked',
      start: '2026-11-23T15:00:00Z',
    })
  })
})

describe('what is refused, in the words of FHIR', () => {
  it('keeps key, number and status of the catalogue', async () => {
    const { status, text, headers } = await call(table.readPatient, { params: { id: 'patient-1' } })
    expect([status, headers['content-type']]).toEqual([404, 'application/fhir+json; charset=utf-8'])
    const outcome = JSON.parse(text) as OperationOutcome
    expect(faultsOf(outcome)).toEqual([])
    expect(outcome.issue).toMatchObject([
      {
        severity: 'error',
        code: 'not-found',
        details: { coding: [{ code: 'not_found' }, { code: '0010' }] },
      },
    ])
    for (const [url, method, expected] of [
      ['/api/fhir/R4/Device', 'GET', 404],
      ['/api/fhir/R4/Patient', 'POST', 405],
      ['/api/fhir/R4/Patient', 'GET', 401],
    ] as const) {
      const refused = await app.server.inject({ url, method })
      expect([url, refused.statusCode]).toEqual([url, expected])
      expect(faultsOf(JSON.parse(refused.body) as OperationOutcome)).toEqual([])
    }
  })

  it('is what nobody has, what is asked of nobody, and what is no value', async () => {
    const other = await registerOwner(app)
    const foreign = await createPatient(app, other)
    const foreignCase = await writeRecord(app, other, caseInput(foreign.id))
    expect(await refusalOf(table.readPatient, { params: { id: of(foreign.id) } })).toBe('404 not_found')
    expect(await refusalOf(table.readCondition, { params: { id: `record-${foreignCase.id}` } })).toBe(
      '404 not_found',
    )
    expect(await refusalOf(table.searchCondition, { query: { patient: of(foreign.id) } })).toBe(
      '404 not_found',
    )
    expect(await refusalOf(table.searchCondition, {})).toBe('400 invalid_request patient')
    expect(await refusalOf(table.searchCondition, { query: { patient: 'x' } })).toBe(
      '400 invalid_request patient',
    )
    const second = await createPatient(app, owner)
    const both = { patient: `${of()},${of(second.id)}` }
    expect(await refusalOf(table.searchCondition, { query: both })).toBe('400 invalid_request patient')
    for (const date of ['yesterday', '2026-13', '2026-02-30', 'ge', '2026-1-1', '2026-01-01T25:00Z'])
      expect(await refusalOf(table.searchObservation, { query: { ...ofFile, date } }), date).toBe(
        '400 invalid_request date',
      )
    expect(await refusalOf(table.searchPatient, { query: { birthdate: '1985-04-03T10:00:00Z' } })).toBe(
      '400 invalid_request birthdate',
    )
    expect(await refusalOf(table.searchPatient, { query: { _count: 'all' } })).toBe(
      '400 invalid_request _count',
    )
    expect(await refusalOf(table.searchPatient, { query: { _format: 'xml' } })).toBe(
      '400 invalid_request _format',
    )
    expect(await refusalOf(table.searchPatient, { query: { 'name:exact': 'x' } })).toBe(
      '400 invalid_request name:exact',
    )
    expect(await refusalOf(table.readCondition, { params: { id: of() } })).toBe('404 not_found')
    expect(await refusalOf(table.readQuestionnaire, { params: { id: 'form-nothing-v1' } })).toBe(
      '404 not_found',
    )
  })

  it('is what is not understood, for whoever wants to be told', async () => {
    const strict = { headers: { prefer: 'handling=strict' }, query: { colour: 'red' } }
    expect(await refusalOf(table.searchPatient, strict)).toBe('400 invalid_request colour')
    expect(await refusalOf(table.searchPatient, { query: { colour: 'red' } })).toBe('200 undefined')
  })

  it('is clinical content, for members and keys without clinical access', async () => {
    const desk = await addMember(app, owner.practiceId, 'assistant', false)
    await writeRecord(app, owner, historyInput(patient.id, { gender: 'f' }))
    expect(await refusalOf(table.searchCondition, { query: ofFile }, desk)).toBe(
      '403 clinical_access_required',
    )
    expect(await refusalOf(fhirEndpoints.summary, { params: { id: of() } }, desk)).toBe(
      '403 clinical_access_required',
    )
    const seen = await read(table.readPatient, of(), desk)
    expect(faultsOf(seen)).toEqual([])
    expect(seen).toMatchObject({ _gender: { extension: [{ valueCode: 'masked' }] } })
    expect(JSON.stringify(seen)).toMatch(/clinic-summary","_valueString":\{"extension":\[[^\]]*"masked"/)
    expect(await read(table.readPatient, of())).not.toHaveProperty('_gender')
    expect(seen).not.toHaveProperty('gender')
  })
})

describe('a program with a key', () => {
  it('reads with the scope fhir alone, and the trail says what it read, whose, and with which key', async () => {
    const opened = await writeRecord(app, owner, caseInput(patient.id))
    const key = await mintKey(app, { ...owner, scopes: ['fhir'] })
    const by = { ...owner, token: key.secret }
    await read(table.readPatient, of(), by)
    await read(table.readCondition, `record-${opened.id}`, by)
    expect((await call(table.searchObservation, { query: ofFile }, by)).status).toBe(200)
    expect((await call(table.searchPatient, {}, by)).status).toBe(200)
    expect((await call(fhirEndpoints.everything, { params: { id: of() } }, by)).status).toBe(200)
    expect((await call(fhirEndpoints.summary, { params: { id: of() } }, by)).status).toBe(200)
    expect((await trail()).toSorted((one, other) => one.fhir.localeCompare(other.fhir))).toEqual(
      [
        { action: 'patient.file_opened', fhir: '$everything', patient: patient.id },
        { action: 'patient.file_opened', fhir: '$summary', patient: patient.id },
        { action: 'record.read', fhir: 'Condition', patient: patient.id },
        { action: 'record.list', fhir: 'Observation', patient: patient.id },
        { action: 'patient.read', fhir: 'Patient', patient: patient.id },
        { action: 'patient.list', fhir: 'Patient', patient: null },
      ]
        .map((row) => ({ ...row, key: key.id }))
        .toSorted((one, other) => one.fhir.localeCompare(other.fhir)),
    )
    const { secret } = await mintKey(app, { ...owner, scopes: ['patients', 'records'] })
    expect(await refusalOf(table.readPatient, { params: { id: of() } }, { ...owner, token: secret })).toBe(
      '403 key_scope',
    )
  })

  it('is told that nothing changed where nothing did', async () => {
    const first = await call(table.readPatient, { params: { id: of() } })
    const etag = String(first.headers.etag)
    const again = await call(table.readPatient, { params: { id: of() }, headers: { 'if-none-match': etag } })
    expect([again.status, again.text]).toEqual([304, ''])
  })

  it('learns from the statement which parameters a search takes', async () => {
    const { text } = await callEndpoint(app, fhirEndpoints.metadata)
    const { rest, fhirVersion } = JSON.parse(text) as CapabilityStatement
    expect(fhirVersion).toBe('4.0.1')
    const named = rest?.[0]?.resource?.find(({ type }) => type === 'Patient')?.searchParam
    expect(named?.map(({ name }) => name)).toEqual([
      ...['_id', '_lastUpdated', 'identifier', 'name', 'family', 'given', 'birthdate'],
      ...['gender', 'phone', 'email', 'telecom', 'active'],
      ...['_count', '_sort', '_summary', '_total', '_elements'],
    ])
  })
})
