import { fhirEndpoints, fhirResourceEndpoints } from '@ulna/contract/fhir/fhir'
import type { EndpointShape } from '@ulna/contract/http/endpoint'
import type { FhirResource, Bundle as RawBundle } from 'fhir/r4'
import { beforeAll, describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../test/client.ts'
import {
  caseInput,
  createPatient,
  followUpInput,
  historyInput,
  writeRecord,
} from '../../../test/factories/clinical.ts'
import { handOverCalls } from '../../../test/factories/hand-overs.ts'
import { giveSigningKey } from '../../../test/factories/papers.ts'
import { registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { signByTyping } from '../../../test/factories/signatures.ts'
import { testServer } from '../../../test/test-practice.ts'
import { faultsOf } from './validation/fhir.validators.fixture.ts'
import { namedPractitioners, summaryFaults } from './validation/ips.rules.fixture.ts'

type Bundle = RawBundle<FhirResource>

const app = await testServer({ alone: true })
const { sent, take } = handOverCalls(app)

let receiver: TestPerson
let id: string
/** The case as the sender numbers it. */
let caseThere: number
beforeAll(async () => {
  const sender = await registerOwner(app, { firstName: 'Laura', lastName: 'Restrepo' })
  receiver = await registerOwner(app, { firstName: 'Nora', lastName: 'Vidal' })
  await giveSigningKey(app, sender)
  const patient = await createPatient(app, sender)
  await writeRecord(
    app,
    sender,
    historyInput(patient.id, { currentMedication: 'Sintrom', allergies: 'Ninguna' }),
  )
  caseThere = (await writeRecord(app, sender, caseInput(patient.id, { painIntensity: 6 }))).id
  const visit = await writeRecord(app, sender, followUpInput(patient.id, caseThere))
  await signByTyping(app, sender, visit)
  const { patientId } = await take(receiver, await sent(sender, patient.id, receiver))
  id = `patient-${patientId}`
})

const read = async <R extends FhirResource>(
  endpoint: EndpointShape,
  params: { readonly id: string },
): Promise<R> => {
  const answer = await callEndpoint(app, endpoint, { token: receiver.token, params })
  expect([params.id, answer.status]).toEqual([params.id, 200])
  return JSON.parse(answer.text) as R
}

const everything = async (): Promise<FhirResource[]> => {
  const { entry = [] } = await read<Bundle>(fhirEndpoints.everything, { id })
  return entry.flatMap(({ resource }) => (resource ? [resource] : []))
}

describe('a file that was handed over, as FHIR', () => {
  it('names nobody who cannot be read: authors of elsewhere are practitioners without a role here', async () => {
    const file = await everything()
    expect(file.flatMap(faultsOf)).toEqual([])
    const present = file.map((one) => `${one.resourceType}/${one.id}`)
    const named = [...new Set(file.flatMap(namedPractitioners))]
    expect(named).not.toEqual([])
    expect(named.filter((one) => !present.includes(one))).toEqual([])
    const ids = named.map((one) => one.slice('Practitioner/'.length))
    for (const one of ids)
      expect(await read(fhirResourceEndpoints.readPractitioner, { id: one })).toMatchObject({
        active: false,
        name: [{ text: expect.stringContaining('Laura Restrepo') }],
      })
    expect(file.filter(({ resourceType }) => resourceType === 'PractitionerRole')).toEqual([])
  })

  it('names the case of an answer as it is numbered where it was written, and no case of anybody here', async () => {
    const other = await createPatient(app, receiver)
    const ours = await writeRecord(app, receiver, caseInput(other.id))
    const text = JSON.stringify(await everything())
    expect(text).not.toContain('EpisodeOfCare/')
    expect(ours.id).not.toBe(caseThere)
    expect(text).toContain(
      JSON.stringify({
        type: 'EpisodeOfCare',
        identifier: {
          system: 'https://ulna.example/fhir/NamingSystem/case-of-elsewhere',
          value: String(caseThere),
        },
      }),
    )
  })

  it('says of each record where it comes from, for whom it was written, and who signed it there', async () => {
    const provenances = (await everything()).filter((one) => one.resourceType === 'Provenance')
    expect(provenances).toHaveLength(3)
    for (const one of provenances) {
      expect(one.agent[0]?.onBehalfOf).toEqual({ display: expect.stringContaining('Laura Restrepo') })
      expect(one.entity).toMatchObject([{ role: 'source' }])
      expect(JSON.stringify(one.extension)).toContain('"url":"address"')
    }
    const signed = provenances.flatMap(({ signature = [] }) => signature)
    expect(signed).toMatchObject([{ who: { display: 'Mariana Gómez Lara' } }])
    expect(JSON.stringify(signed)).toContain(
      '"url":"https://ulna.example/fhir/StructureDefinition/seal-found"',
    )
  })

  it('was written in forms that are found by what its answers say of them', async () => {
    const responses = (await everything()).filter((one) => one.resourceType === 'QuestionnaireResponse')
    expect(responses).toHaveLength(3)
    for (const { questionnaire } of responses) {
      const [url, version] = (questionnaire ?? '').split('|')
      const { text } = await callEndpoint(app, fhirResourceEndpoints.searchQuestionnaire, {
        token: receiver.token,
        query: { url: url ?? '', version: version ?? '' },
      })
      const { total, entry } = JSON.parse(text) as Bundle
      expect([questionnaire, total]).toEqual([expect.stringContaining('form-handed.'), 1])
      expect(entry?.[0]?.resource).toMatchObject({ status: 'retired', url })
    }
  })

  it('has a summary that names nobody who is not in it, and tells what the history of elsewhere asked', async () => {
    const summary = await read<Bundle>(fhirEndpoints.summary, { id })
    expect([summaryFaults(summary), faultsOf(summary)]).toEqual([[], []])
    expect(namedPractitioners(summary)).not.toEqual([])
    const text = JSON.stringify(summary)
    expect(text).toContain('Sintrom')
    expect(text).toContain('no-known-allergies')
    expect(text).not.toContain('notasked')
  })
})
