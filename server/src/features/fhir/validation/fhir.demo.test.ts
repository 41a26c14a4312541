import { fhirEndpoints, fhirResourceEndpoints } from '@ulna/contract/fhir/fhir'
import { type FhirType, fhirTypes, isSearched } from '@ulna/contract/fhir/fhir.resources'
import { systemEndpoints } from '@ulna/contract/system/system'
import type { FhirResource, Bundle as RawBundle } from 'fhir/r4'
import { describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../../test/client.ts'
import { sizes } from '../../../../test/faults/sizes.ts'
import { testServer } from '../../../../test/test-practice.ts'
import { faultsOf } from './fhir.validators.fixture.ts'
import { summaryFaults } from './ips.rules.fixture.ts'

type Bundle = RawBundle<FhirResource>

const app = await testServer({ alone: true })

const bundleOf = (text: string): Bundle => JSON.parse(text) as Bundle

const resourcesIn = ({ entry = [] }: Bundle): FhirResource[] =>
  entry.flatMap(({ resource }) => (resource ? [resource] : []))

/** Every page of what an address answers. */
const everyPage = async (token: string, first: string): Promise<FhirResource[]> => {
  const found: FhirResource[] = []
  for (let url: string | undefined = first; url !== undefined; ) {
    const response = await app.server.inject({ url, headers: { authorization: `Bearer ${token}` } })
    expect([url, response.statusCode]).toEqual([url, 200])
    const bundle = bundleOf(response.body)
    const { entry: _, ...page } = bundle
    expect(faultsOf(page)).toEqual([])
    found.push(...resourcesIn(bundle))
    const next = bundle.link?.find(({ relation }) => relation === 'next')?.url
    url = next && new URL(next).pathname + new URL(next).search
  }
  return found
}

describe('D19: the demo practice as FHIR', () => {
  it('is valid, every resource of its files and every summary; all of them together have every kind', async () => {
    const { token } = (await callEndpoint(app, systemEndpoints.loadDemo, {})).metadata as {
      token: string
    }
    const patients = await everyPage(token, '/api/fhir/R4/Patient?_count=30')
    expect(patients.length).toBeGreaterThan(30)
    const types = new Set<string>()
    // Forms and practitioners stand in every file.
    const seen = new Set<string>()
    for (const { id } of patients.slice(0, sizes.fhirPatients)) {
      const file = await everyPage(token, `/api/fhir/R4/Patient/${id}/$everything`)
      for (const one of file) {
        types.add(one.resourceType)
        const text = JSON.stringify(one)
        if (seen.has(text)) continue
        seen.add(text)
        expect([one.resourceType, one.id, faultsOf(one)]).toEqual([one.resourceType, one.id, []])
      }
      const { text } = await callEndpoint(app, fhirEndpoints.summary, { token, params: { id: id ?? '' } })
      const summary = bundleOf(text)
      expect([id, faultsOf(summary), summaryFaults(summary)]).toEqual([id, [], []])
    }
    if (sizes.fhirPatients < patients.length) return
    // Bytes are read one by one, and nobody signs a consent in the demo.
    const withoutAny = (['Binary', 'Consent'] satisfies FhirType[]).map(String)
    expect(fhirTypes.filter((type) => !types.has(type))).toEqual(
      fhirTypes.filter((type) => withoutAny.includes(type)),
    )
  })

  it('says of itself what it can, validly: each kind that the statement names is searched', async () => {
    const { text } = await callEndpoint(app, fhirEndpoints.metadata)
    const statement = JSON.parse(text) as FhirResource
    expect(faultsOf(statement)).toEqual([])
    const named = (statement as { rest?: { resource?: { type: string }[] }[] }).rest?.[0]?.resource
    expect(named?.map(({ type }) => type)).toEqual(fhirTypes)
    expect(Object.keys(fhirResourceEndpoints)).toHaveLength(
      fhirTypes.length + fhirTypes.filter(isSearched).length,
    )
  })
})
