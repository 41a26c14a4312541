import { fhirEndpoints, fhirResourceEndpoints } from '@ulna/contract/fhir/fhir'
import type { Patient } from '@ulna/contract/patients/patients'
import { recordEndpoints } from '@ulna/contract/records/records'
import { addendumEndpoints } from '@ulna/contract/records/records.addenda'
import type { CapabilityStatement, FhirResource, QuestionnaireResponse, Bundle as RawBundle } from 'fhir/r4'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../../test/client.ts'
import { caseInput, createPatient, historyInput, writeRecord } from '../../../../test/factories/clinical.ts'
import { addMember, registerOwner, type TestPerson } from '../../../../test/factories/people.ts'
import { signByTyping } from '../../../../test/factories/signatures.ts'
import { testServer } from '../../../../test/test-practice.ts'
import { faultsOf } from '../validation/fhir.validators.fixture.ts'

type Bundle = RawBundle<FhirResource>

const app = await testServer()
let owner: TestPerson
let patient: Patient

beforeEach(async () => {
  owner = await registerOwner(app)
  patient = await createPatient(app, owner)
})

const versionOf = (id: string, version: string, by = owner) =>
  callEndpoint(app, fhirEndpoints.version, { token: by.token, params: { id, version } })

const read = async (id: string, version?: string): Promise<QuestionnaireResponse> => {
  const { status, text } =
    version === undefined
      ? await callEndpoint(app, fhirResourceEndpoints.readQuestionnaireResponse, {
          ...{ token: owner.token, params: { id } },
        })
      : await versionOf(id, version)
  expect([version, status]).toEqual([version, 200])
  const found = JSON.parse(text) as QuestionnaireResponse
  expect(faultsOf(found)).toEqual([])
  return found
}

const historyOf = async (id: string, query: Record<string, string> = {}): Promise<Bundle> => {
  const { status, text } = await callEndpoint(app, fhirEndpoints.history, {
    ...{ token: owner.token, params: { id }, query },
  })
  expect([query, status]).toEqual([query, 200])
  const bundle = JSON.parse(text) as Bundle
  expect(faultsOf(bundle)).toEqual([])
  return bundle
}

const versionsIn = ({ entry = [] }: Bundle): (string | undefined)[] =>
  entry.map(({ resource }) => resource?.meta?.versionId)

/** A case that was corrected, closed by a colleague, signed, added to twice, and opened again. */
const eventfulCase = async (): Promise<string> => {
  const colleague = await addMember(app, owner.practiceId, 'practitioner', true)
  const record = await writeRecord(app, owner, {
    ...{ ...caseInput(patient.id, { name: 'Tobillo' }), date: '2026-11-02T15:00:00Z' },
  })
  const { id } = record
  const put = (body: object, by = owner) =>
    callEndpoint(app, recordEndpoints.update, { token: by.token, params: { id }, body })
  const add = (text: string) =>
    callEndpoint(app, addendumEndpoints.create, { token: owner.token, params: { id }, body: { text } })
  await put({ data: { ...record.data, name: 'Rodilla' } })
  await put({ caseStatus: 'closed', caseOutcome: 'improved', caseClosedOn: '2026-11-20' }, colleague)
  await signByTyping(app, owner, record)
  await add('Llamó por la tarde.')
  await add('Volvió a llamar.')
  await put({ caseStatus: 'active', reason: 'Recaída' })
  return `record-${id}`
}

describe('a version of the answers of a record', () => {
  it('says what was written by then: answers, author, state of the case, and what had been added', async () => {
    const id = await eventfulCase()
    const current = await read(id)
    expect(current.meta?.versionId).toBe('4.2')
    expect(await read(id, '4.2')).toEqual(current)
    const first = JSON.stringify(await read(id, '1'))
    expect([first.includes('Tobillo'), first.includes('Rodilla'), first.includes('"signed"')]).toEqual([
      ...[true, false, false],
    ])
    expect(await read(id, '1')).toMatchObject({ status: 'completed', meta: { versionId: '1' } })
    const closed = await read(id, '3')
    expect(closed).toMatchObject({ status: 'amended', author: { reference: expect.any(String) } })
    expect(closed.author?.reference).not.toBe(current.author?.reference)
    expect(JSON.stringify(closed)).toContain('"valueCode":"closed"')
    expect(JSON.stringify(await read(id, '2'))).not.toContain('"valueCode":"closed"')
    const added = JSON.stringify(await read(id, '3.1'))
    expect([added.includes('Llamó por'), added.includes('Volvió')]).toEqual([true, false])
  })

  it('is not there where it never was, of another record, or of another practice', async () => {
    const id = await eventfulCase()
    const stranger = await registerOwner(app)
    for (const [asked, version] of [
      ...[
        [id, '4'],
        [id, '5'],
        [id, '0'],
        [id, '1.1'],
        [id, 'x'],
        [`${id}-name`, '1'],
        ['patient-1', '1'],
      ],
    ] as const)
      expect([asked, version, (await versionOf(asked ?? '', version ?? '')).status]).toEqual([
        ...[asked, version, 404],
      ])
    expect((await versionOf(id, '1', stranger)).status).toBe(404)
    const desk = await addMember(app, owner.practiceId, 'assistant', false)
    expect((await versionOf(id, '1', desk)).status).toBe(403)
  })

  it('is told with the form that it was written with', async () => {
    const { id } = await writeRecord(app, owner, historyInput(patient.id, { allergies: 'Látex' }))
    await callEndpoint(app, recordEndpoints.update, {
      ...{ token: owner.token, params: { id }, body: { data: { allergies: 'Níquel' } } },
    })
    await sql`update record_versions set class_id = 'document'
      where practice_id = ${owner.practiceId} and record_id = ${id} and version = 1`.execute(
      app.owner.queries,
    )
    const first = await read(`record-${id}`, '1')
    expect(first.questionnaire).toContain('form-document-v1')
    expect((await read(`record-${id}`)).questionnaire).toContain('form-med.hist.default-v')
  })

  it('was written before the record was voided, which is a version too', async () => {
    const { id } = await writeRecord(app, owner, caseInput(patient.id))
    await callEndpoint(app, recordEndpoints.remove, {
      ...{ token: owner.token, params: { id }, query: { reason: 'Era de otro paciente' } },
    })
    expect(await read(`record-${id}`, '1')).toMatchObject({ status: 'completed' })
    expect(await read(`record-${id}`, '2')).toMatchObject({ status: 'entered-in-error' })
  })
})

describe('the history of the answers of a record', () => {
  it('has every version, newest first, each as it is read alone, page by page', async () => {
    const id = await eventfulCase()
    const whole = await historyOf(id)
    expect([whole.type, whole.total]).toEqual(['history', 6])
    expect(versionsIn(whole)).toEqual(['4.2', '3.2', '3.1', '3', '2', '1'])
    for (const { resource, response } of whole.entry ?? []) {
      const version = resource?.meta?.versionId ?? ''
      expect(resource).toEqual(await read(id, version))
      expect(response).toMatchObject({ etag: `W/"${version}"`, status: version === '1' ? '201' : '200' })
    }
    const page = await historyOf(id, { _count: '2', _offset: '2' })
    expect([page.total, versionsIn(page)]).toEqual([6, ['3.1', '3']])
    expect(page.link?.map(({ relation }) => relation)).toContain('next')
    const newest = whole.entry?.[0]?.resource?.meta?.lastUpdated ?? ''
    expect(versionsIn(await historyOf(id, { _since: newest }))).toContain('4.2')
    expect((await historyOf(id, { _since: '2999' })).total).toBe(0)
  })

  it('leaves the rows in the trail that looking at the versions leaves in the app', async () => {
    const id = await eventfulCase()
    await historyOf(id)
    await read(id, '1')
    const { rows } = await sql<{ action: string; patient: number; detail: string }>`
      select action, patient_id as patient, detail from audit_events where practice_id = ${owner.practiceId}
        and detail like '%"fhir"%' order by at, strand, seq`.execute(app.owner.queries)
    expect(rows.map(({ detail, ...row }) => ({ ...row, ...(JSON.parse(detail) as object) }))).toMatchObject([
      { action: 'record.read', patient: patient.id, fhir: 'QuestionnaireResponse', versions: true },
      { action: 'record.read', patient: patient.id, fhir: 'QuestionnaireResponse', version: '1' },
    ])
  })

  it('is of answers alone, as the statement of what this server can says', async () => {
    const { text } = await callEndpoint(app, fhirEndpoints.metadata)
    const resources = (JSON.parse(text) as CapabilityStatement).rest?.[0]?.resource ?? []
    const versioned = resources.filter(({ interaction = [] }) =>
      interaction.some(({ code }) => code === 'vread' || code === 'history-instance'),
    )
    expect(versioned).toMatchObject([{ type: 'QuestionnaireResponse', versioning: 'versioned' }])
    const url = '/api/fhir/R4/Patient/patient-1/_history'
    const headers = { authorization: `Bearer ${owner.token}` }
    expect((await app.server.inject({ url, headers })).statusCode).toBe(404)
  })
})
