import { type FhirType, fhirResources } from '@ulna/contract/fhir/fhir.resources'
import type { Patient } from '@ulna/contract/patients/patients'
import { patientEndpoints } from '@ulna/contract/patients/patients'
import type { CapabilityStatement, FhirResource, OperationOutcome, Bundle as RawBundle } from 'fhir/r4'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../test/client.ts'
import {
  bookAppointment,
  caseInput,
  createPatient,
  followUpInput,
  historyInput,
  writeRecord,
} from '../../../test/factories/clinical.ts'
import { addFile, writeDocument } from '../../../test/factories/files.ts'
import { mergesOf } from '../../../test/factories/merges.ts'
import { addMember, registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { signByTyping } from '../../../test/factories/signatures.ts'
import { testServer } from '../../../test/test-practice.ts'
import { faultsOf } from './validation/fhir.validators.fixture.ts'

type Bundle = RawBundle<FhirResource>
type Query = Readonly<Record<string, string>>

const app = await testServer()
let owner: TestPerson
let patient: Patient

beforeEach(async () => {
  owner = await registerOwner(app)
  patient = await createPatient(app, owner, { mobile: '+57 300 123-4567', email: 'mariana@example.org' })
})

/** A search as a program writes its address, so that a parameter may stand in it twice. */
const asked = async (address: string, by = owner) => {
  const { statusCode, body } = await app.server.inject({
    url: `/api/fhir/R4/${address}`,
    headers: { authorization: `Bearer ${by.token}` },
  })
  return { status: statusCode, body: JSON.parse(body) as FhirResource }
}

const search = async (type: string, query: Query | string = {}, by = owner): Promise<Bundle> => {
  const { status, body } = await asked(`${type}?${new URLSearchParams(query)}`, by)
  expect([query, status, faultsOf(body)]).toEqual([query, 200, []])
  return body as Bundle
}

const idsIn = ({ entry = [] }: Bundle, mode = 'match'): (string | undefined)[] =>
  entry.filter((one) => one.search?.mode === mode).map(({ resource }) => resource?.id)

const selfOf = ({ link = [] }: Bundle): string[] =>
  link.filter(({ relation }) => relation === 'self').map(({ url }) => decodeURIComponent(url))

const of = (id = patient.id) => `patient-${id}`
const ofFile = (query: Query = {}): Query => ({ patient: of(), ...query })
const ours = (name: string) => `https://ulna.example/fhir/NamingSystem/${name}`

describe('a search of patients', () => {
  const found = async (query: Query | string, by = owner) => idsIn(await search('Patient', query, by))

  it('finds by telephone, address and both, however the number is written', async () => {
    await createPatient(app, owner)
    expect(await found({ phone: '573001234567' })).toEqual([of()])
    expect(await found({ phone: '+57 (300) 1234567' })).toEqual([of()])
    expect(await found({ email: 'MARIANA@example.org' })).toEqual([of()])
    expect(await found({ telecom: 'email|mariana@example.org' })).toEqual([of()])
    expect(await found({ telecom: 'phone|mariana@example.org' })).toEqual([])
    expect(await found({ phone: 'mariana@example.org' })).toEqual([])
    expect(await found({ phone: '-' })).toEqual([])
  })

  it('finds by the gender that the history says, for those who may read it', async () => {
    await writeRecord(app, owner, historyInput(patient.id, { gender: 'f' }))
    await createPatient(app, owner)
    const desk = await addMember(app, owner.practiceId, 'practitioner', false)
    expect(await found({ gender: 'female' })).toEqual([of()])
    expect(await found({ gender: 'http://hl7.org/fhir/administrative-gender|female,male' })).toEqual([of()])
    expect(await found({ gender: 'male' })).toEqual([])
    expect(await found({ gender: 'unknown' })).toEqual([])
    expect(await found({ gender: 'female' }, desk)).toEqual([])
  })

  it('finds who has an identifier of a system, and only who meets every one that is given', async () => {
    const other = await createPatient(app, owner, { socialId: 'CC 7' })
    expect(await found({ identifier: `${ours('social-id')}|` })).toEqual([of(other.id)])
    expect(await found({ identifier: '|CC 7' })).toEqual([])
    const both = (...values: string[]) =>
      found(values.map((value) => `identifier=${encodeURIComponent(value)}`).join('&'))
    expect(await both('CC 7', other.uid)).toEqual([of(other.id)])
    expect(await both('CC 7', patient.uid)).toEqual([])
  })

  it('finds a file by the number of one that became part of it', async () => {
    const other = await createPatient(app, owner)
    const { unlock, ask } = mergesOf(app, owner)
    await unlock(patient.id)
    await unlock(other.id)
    expect((await ask(patient.id, other.id)).status).toBe(200)
    const old = other.fileId ?? ''
    expect(await found({ identifier: `${ours('file-number')}|${old}` })).toEqual([of()])
    expect(await found({ identifier: old })).toEqual([of()])
    expect(await found({ identifier: `${ours('social-id')}|${old}` })).toEqual([])
  })

  it('comes in the order that is asked for, whatever says nothing last', async () => {
    const [ana, zoe] = [
      await createPatient(app, owner, { firstName: 'Ána', lastName: 'Zea', birthDate: '1990-01-01' }),
      await createPatient(app, owner, { firstName: 'Zoe', lastName: 'Abad', birthDate: '1980-01-01' }),
    ]
    expect(await found({ _sort: 'given' })).toEqual([ana.id, patient.id, zoe.id].map(of))
    expect(await found({ _sort: '-family' })).toEqual([ana.id, patient.id, zoe.id].map(of))
    expect(await found({ _sort: 'birthdate' })).toEqual([zoe.id, ana.id, patient.id].map(of))
    expect(await found({ _sort: '-birthdate,_id' })).toEqual([ana.id, zoe.id, patient.id].map(of))
    await callEndpoint(app, patientEndpoints.update, {
      token: owner.token,
      params: { id: patient.id },
      body: { firstName: 'Marian' },
    })
    expect((await found({ _sort: '-_lastUpdated' }))[0]).toBe(of())
  })

  it('tells only how many there are, or some elements of each, and says so', async () => {
    const counted = await search('Patient', { _summary: 'count', _total: 'accurate' })
    expect([counted.total, counted.entry]).toEqual([1, undefined])
    expect(selfOf(counted)).toEqual([expect.stringContaining('/Patient?_summary=count&_total=accurate')])
    const some = await search('Patient', { _elements: 'birthDate,name', _sort: 'family' })
    expect(selfOf(some)[0]).toContain('_sort=family&_elements=birthDate,name&_count=50')
    const [{ resource } = {}] = some.entry ?? []
    expect(Object.keys(resource ?? {}).toSorted()).toEqual(['active', 'id', 'meta', 'name', 'resourceType'])
    expect(resource?.meta?.tag).toMatchObject([{ code: 'SUBSETTED' }])
  })

  it.each([
    ['_sort', 'gender'],
    ['_summary', 'text'],
    ['_total', 'all'],
    ['_include', 'Patient:organization'],
  ])('refuses a %s that it does not know', async (name, value) => {
    const { status, body } = await asked(`Patient?${name}=${value}`)
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(`"${name}"`)])
  })

  it('is answered as JSON whether or not the plus of the format is written as in addresses', async () => {
    for (const format of ['application/fhir+json', 'application/fhir%2Bjson', 'json'])
      expect([format, (await asked(`Patient?_format=${format}`)).status]).toEqual([format, 200])
    expect((await asked('Patient?_format=application/fhir+xml')).status).toBe(400)
  })
})

describe('a search of the agenda', () => {
  const found = async (query: Query | string) => idsIn(await search('Appointment', query))

  it('finds by whoever takes part and by identifier, meets every state that is given, and sorts', async () => {
    const visit = await bookAppointment(app, owner, { patientId: patient.id })
    const later = await bookAppointment(app, owner, {
      start: '2026-11-24T15:00:00Z',
      end: '2026-11-24T15:30:00Z',
    })
    const [first, second] = [`appointment-${visit.id}`, `appointment-${later.id}`]
    expect(await found({ actor: `Patient/${of()}` })).toEqual([first])
    expect(await found({ actor: `Patient/${of()},doctor-${owner.doctorId}` })).toEqual([first, second])
    expect(await found(`actor=${of()}&actor=doctor-${owner.doctorId}`)).toEqual([first])
    expect(await found({ actor: 'Location/1' })).toEqual([])
    expect(await found({ identifier: `${ours('appointment-uid')}|${later.uid}` })).toEqual([second])
    expect(await found({ identifier: `${ours('appointment-uid')}|` })).toEqual([first, second])
    expect(await found({ identifier: `urn:else|${later.uid}` })).toEqual([])
    expect(await found('status=booked,cancelled')).toEqual([first, second])
    expect(await found('status=booked&status=cancelled')).toEqual([])
    expect(await found({ _sort: '-date' })).toEqual([second, first])
  })

  it('includes who comes and who treats, once each, beside what was found; the trail says so', async () => {
    await bookAppointment(app, owner, { patientId: patient.id })
    await bookAppointment(app, owner, {
      ...{ patientId: patient.id, start: '2026-11-24T15:00:00Z', end: '2026-11-24T15:30:00Z' },
    })
    const with1 = await search(
      'Appointment',
      '_include=Appointment:patient&_include=Appointment:practitioner',
    )
    expect([with1.total, idsIn(with1).length]).toEqual([2, 2])
    expect(idsIn(with1, 'include')).toEqual([of(), `doctor-${owner.doctorId}`])
    expect(selfOf(with1)[0]).toContain('_include=Appointment:patient&_include=Appointment:practitioner')
    const actors = await search('Appointment', { _include: 'Appointment:actor:Practitioner' })
    expect(idsIn(actors, 'include')).toEqual([`doctor-${owner.doctorId}`])
    const { rows } = await sql<{ detail: string }>`
      select detail from audit_events where practice_id = ${owner.practiceId} and action = 'appointment.list'
        and detail like '%include%' order by at, strand, seq`.execute(app.owner.queries)
    expect(rows.map(({ detail }) => JSON.parse(detail) as unknown)).toMatchObject([
      { fhir: 'Appointment', count: 2, include: ['patient', 'practitioner'] },
      { fhir: 'Appointment', count: 2, include: ['actor'] },
    ])
  })
})

describe('a search of a file', () => {
  it('asks for what is sure of a condition, when it began and was written down, and at which visit', async () => {
    const opened = await writeRecord(app, owner, caseInput(patient.id, { symptomAppearDate: '2026-10-01' }))
    await writeRecord(app, owner, historyInput(patient.id, { personalDiseases: ['asthma'] }))
    const found = async (query: Query) => (await search('Condition', ofFile(query))).total
    expect(await found({})).toBe(2)
    expect(await found({ 'verification-status': 'confirmed' })).toBe(1)
    expect(await found({ 'onset-date': '2026-10' })).toBe(1)
    expect(await found({ 'recorded-date': 'ge2000' })).toBe(2)
    expect(await found({ 'recorded-date': 'lt2000' })).toBe(0)
    expect(await found({ encounter: `record-${opened.id}` })).toBe(1)
    const encounters = async (query: Query) => (await search('Encounter', ofFile(query))).total
    expect(await encounters({ practitioner: `Practitioner/doctor-${owner.doctorId}` })).toBe(1)
    expect(await encounters({ participant: 'doctor-1' })).toBe(0)
  })

  it('asks for the kind of a document', async () => {
    const document = await writeDocument(app, owner, patient.id)
    await addFile(app, owner, { recordId: document.id })
    const found = async (category: string) => (await search('DocumentReference', ofFile({ category }))).total
    expect(await found(document.subtype ?? '')).toBe(1)
    expect(await found('none')).toBe(0)
  })

  it('sorts by dates, and includes whom and what its resources name', async () => {
    const opened = await writeRecord(app, owner, { ...caseInput(patient.id), date: '2026-11-02T15:00:00Z' })
    const visit = await writeRecord(app, owner, {
      ...followUpInput(patient.id, opened.id),
      date: '2026-11-09T15:00:00Z',
    })
    const ids = [opened, visit].map(({ id }) => `record-${id}-painIntensity`)
    expect(idsIn(await search('Observation', ofFile({ _sort: 'date' })))).toEqual(ids)
    expect(idsIn(await search('Observation', ofFile({ _sort: '-date' })))).toEqual(ids.toReversed())
    const page = await search('Observation', [
      ...Object.entries(ofFile({ _count: '1', _sort: 'date' })),
      ['_include', 'Observation:patient'],
      ['_include', 'Observation:encounter'],
    ] as never)
    expect([page.total, idsIn(page)]).toEqual([2, ids.slice(0, 1)])
    expect(idsIn(page, 'include')).toEqual([of(), `record-${opened.id}`])
    const encounters = await search('Encounter', {
      ...ofFile({ _id: `record-${visit.id}`, _include: 'Encounter:episode-of-care' }),
    })
    expect(encounters.entry?.map(({ resource }) => resource?.resourceType)).toEqual([
      'Encounter',
      'EpisodeOfCare',
    ])
  })
})

describe('what leads to what was found', () => {
  it('stands beside it: what was measured at a visit, who signed its answers, and nothing of another', async () => {
    const opened = await writeRecord(app, owner, caseInput(patient.id))
    const visit = await writeRecord(
      app,
      owner,
      followUpInput(patient.id, opened.id, { medication: 'Zaldiar' }),
    )
    await signByTyping(app, owner, visit)
    const ofVisit = ofFile({ _id: `record-${visit.id}` })
    const typesIn = (page: Bundle) =>
      (page.entry ?? [])
        .filter(({ search: found }) => found?.mode === 'include')
        .map(({ resource }) => resource?.resourceType)
        .toSorted()
    const encounters = await search('Encounter', [
      ...Object.entries(ofVisit),
      ...['Observation:encounter', 'MedicationStatement:context', 'QuestionnaireResponse:encounter'].map(
        (value) => ['_revinclude', value],
      ),
    ] as never)
    expect([encounters.total, idsIn(encounters)]).toEqual([1, [`record-${visit.id}`]])
    expect(typesIn(encounters)).toEqual(['MedicationStatement', 'Observation', 'QuestionnaireResponse'])
    expect(idsIn(encounters, 'include').every((id) => id?.startsWith(`record-${visit.id}`))).toBe(true)
    expect(selfOf(encounters)[0]).toContain('_revinclude=Observation:encounter')
    const answers = await search('QuestionnaireResponse', {
      ...ofVisit,
      _revinclude: 'Provenance:target:QuestionnaireResponse,Observation:derived-from',
    })
    expect(typesIn(answers)).toEqual(['Observation', 'Provenance', 'Provenance'])
    expect(JSON.stringify(answers)).toContain('/seal-verdict"')
    const { rows } = await sql<{ detail: string; patient: number }>`
      select detail, patient_id as patient from audit_events where practice_id = ${owner.practiceId}
        and detail like '%revinclude%' order by at, strand, seq`.execute(app.owner.queries)
    expect(rows.map(({ detail, patient: whose }) => [whose, JSON.parse(detail) as unknown])).toMatchObject([
      [
        patient.id,
        { fhir: 'Encounter', count: 1, revinclude: expect.arrayContaining(['Observation:encounter']) },
      ],
      [patient.id, { revinclude: ['Provenance:target', 'Observation:derived-from'] }],
    ])
  })

  it('is told once, also where what was found leads to it', async () => {
    const opened = await writeRecord(app, owner, caseInput(patient.id))
    await writeRecord(app, owner, followUpInput(patient.id, opened.id))
    const both = await search('Encounter', {
      ...ofFile({ _include: 'Encounter:reason-reference', _revinclude: 'Condition:encounter' }),
    })
    expect(idsIn(both)).toHaveLength(2)
    expect(idsIn(both, 'include')).toEqual([`record-${opened.id}`])
  })

  it('are the roles of a practitioner', async () => {
    const page = await search('Practitioner', {
      ...{ _id: `doctor-${owner.doctorId}`, _revinclude: 'PractitionerRole:practitioner' },
    })
    expect(page.entry?.map(({ resource }) => resource?.resourceType)).toEqual([
      'Practitioner',
      'PractitionerRole',
    ])
  })

  it.each([
    ['Patient', 'Observation:patient'],
    ['Observation', 'Provenance:target'],
    ['Encounter', 'Observation:patient'],
    ['QuestionnaireResponse', 'Provenance:target:Observation'],
    ['Appointment', 'Encounter:appointment'],
  ])('is refused for a page of %s where it is not %s', async (type, value) => {
    const { status, body } = await asked(`${type}?patient=${of()}&_revinclude=${value}`)
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('"_revinclude"')])
  })
})

describe('a patient who is named by an identifier', () => {
  const chained = (type: string, name: string, value: string) =>
    asked(`${type}?${new URLSearchParams({ [name]: value })}`)

  it('is whose file is searched, in either way of writing it, and the row of the search says whose', async () => {
    const other = await createPatient(app, owner, { socialId: 'CC 7' })
    const opened = await writeRecord(app, owner, caseInput(other.id))
    await writeRecord(app, owner, caseInput(patient.id))
    const names = ['patient', 'subject'].flatMap((name) => [
      `${name}.identifier`,
      `${name}:Patient.identifier`,
    ])
    for (const name of names) {
      const { status, body } = await chained('Condition', name, `${ours('social-id')}|CC 7`)
      expect([name, status, faultsOf(body)]).toEqual([name, 200, []])
      expect(idsIn(body as Bundle)).toEqual([`record-${opened.id}`])
      expect(selfOf(body as Bundle)[0]?.replace('CC+7', 'CC 7')).toContain(
        `${name}=${ours('social-id')}|CC 7`,
      )
    }
    const { rows } = await sql<{ patient: number; detail: string }>`
      select patient_id as patient, detail from audit_events where practice_id = ${owner.practiceId}
        and action = 'record.list' and detail like '%"fhir":"Condition"%'`.execute(app.owner.queries)
    expect(rows).toHaveLength(names.length)
    for (const row of rows) expect([row.patient, row.detail.includes('CC 7')]).toEqual([other.id, false])
  })

  it('is nobody here, two people, or another than who is named beside: refused', async () => {
    for (const firstName of ['Ana', 'Eva']) await createPatient(app, owner, { firstName, socialId: 'CC 8' })
    await createPatient(app, await registerOwner(app), { socialId: 'CC 9' })
    const refusals = async (query: Query) => {
      const { status, body } = await asked(`Condition?${new URLSearchParams(query)}`)
      const [issue] = (body as Partial<OperationOutcome>).issue ?? []
      return [status, issue?.expression?.[0]]
    }
    expect(await refusals({ 'patient.identifier': 'CC 9' })).toEqual([404, undefined])
    expect(await refusals({ 'patient.identifier': 'CC 8' })).toEqual([400, 'patient.identifier'])
    expect(await refusals({ 'patient.identifier': 'CC 8', patient: of() })).toEqual([
      400,
      'patient.identifier',
    ])
    const uid = patient.uid
    const someone = await createPatient(app, owner)
    expect(await refusals({ 'patient.identifier': uid, patient: of(someone.id) })).toEqual([400, 'patient'])
    expect(await refusals({ 'patient.identifier': uid, patient: of() })).toEqual([200, undefined])
  })

  it('is whose visits are found in the agenda', async () => {
    const visit = await bookAppointment(app, owner, { patientId: patient.id })
    await bookAppointment(app, owner, { start: '2026-11-24T15:00:00Z', end: '2026-11-24T15:30:00Z' })
    const found = async (query: Query) => idsIn(await search('Appointment', query))
    expect(await found({ 'patient.identifier': patient.uid })).toEqual([`appointment-${visit.id}`])
    expect(await found({ 'patient.identifier': patient.uid, patient: 'patient-1' })).toEqual([])
    expect(await found({ 'patient:Patient.identifier': 'nobody' })).toEqual([])
  })

  it.each([
    ['Observation', 'patient.name'],
    ['Observation', 'encounter.date'],
    ['Appointment', 'actor:Patient.identifier'],
    ['Patient', '_has:Observation:patient:code'],
    ['PractitionerRole', 'practitioner.name'],
  ])(
    'is the only chain there is: a search of %s by %s is refused, and not answered with more',
    async (type, name) => {
      const { status, body } = await asked(`${type}?${new URLSearchParams({ patient: of(), [name]: 'x' })}`)
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(`"${name}"`)])
      expect(faultsOf(body)).toEqual([])
    },
  )
})

describe('a search of what a practice says of itself', () => {
  it('tells who belongs to it, and who does not any more', async () => {
    const gone = await addMember(app, owner.practiceId, 'practitioner', true)
    await sql`update memberships set ended_at = now()
      where practice_id = ${owner.practiceId} and doctor_id = ${gone.doctorId}`.execute(app.owner.queries)
    const found = async (type: string, query: Query) => idsIn(await search(type, query))
    for (const type of ['Practitioner', 'PractitionerRole']) {
      expect(await found(type, { active: 'false' })).toEqual([`doctor-${gone.doctorId}`])
      expect(await found(type, { active: 'true' })).toEqual([`doctor-${owner.doctorId}`])
    }
    const organization = `Organization/practice-${owner.practiceId}`
    expect(await found('PractitionerRole', { organization })).toHaveLength(2)
    expect(await found('PractitionerRole', { organization: 'practice-1' })).toEqual([])
    const roles = await search('PractitionerRole', { _include: 'PractitionerRole:organization' })
    expect(idsIn(roles, 'include')).toEqual([`practice-${owner.practiceId}`])
  })

  it('finds the form that answers were given to, by its address and its version', async () => {
    const record = await writeRecord(app, owner, historyInput(patient.id))
    await sql`update records set class_version = 1
      where practice_id = ${owner.practiceId} and id = ${record.id}`.execute(app.owner.queries)
    const { body } = await asked(`QuestionnaireResponse/record-${record.id}`)
    const canonical = (body as { questionnaire?: string }).questionnaire ?? ''
    const [url = '', version = ''] = canonical.split('|')
    expect(version).toBe('1')
    expect(idsIn(await search('Questionnaire', { url, version }))).toEqual(['form-med.hist.default-v1'])
    expect(idsIn(await search('Questionnaire', { url: canonical }))).toEqual(['form-med.hist.default-v1'])
    expect(idsIn(await search('Questionnaire', { url, version: '9' }))).toEqual([])
    expect(idsIn(await search('Questionnaire', { _id: 'form-med.hist.default-v1' }))).toHaveLength(1)
  })
})

it('what a search takes stands in the statement of what this server can', async () => {
  const { body } = await asked('metadata')
  expect(faultsOf(body)).toEqual([])
  const resources = (body as CapabilityStatement).rest?.[0]?.resource ?? []
  const namesOf = (type: string) =>
    resources.find((one) => one.type === type)?.searchParam?.map(({ name }) => name)
  expect(namesOf('Condition')).toEqual(expect.arrayContaining(['onset-date', '_sort', '_elements']))
  expect(resources.find(({ type }) => type === 'Appointment')?.searchInclude).toEqual(
    ['patient', 'practitioner', 'actor'].map((name) => `Appointment:${name}`),
  )
  expect(resources.find(({ type }) => type === 'QuestionnaireResponse')?.searchRevInclude).toEqual([
    ...['Observation:derived-from', 'DocumentReference:related', 'Consent:source-reference'],
    'Provenance:target',
  ])
  for (const { type, searchInclude = [], searchRevInclude = [] } of resources) {
    const wishes: Query[] = [
      ...searchInclude.map((one) => ({ _include: one })),
      ...searchRevInclude.map((one) => ({ _revinclude: one })),
    ]
    const whose = fhirResources[type as FhirType].source === 'file' ? ofFile() : {}
    for (const wish of wishes) await search(type, { ...whose, ...wish })
  }
})
