import type { EndpointShape } from '@ulna/contract/http/endpoint'
import { describe, expect, it } from 'vitest'
import { callEndpoint, type TestAnswer } from '../../client.ts'
import { createPatient } from '../../factories/clinical.ts'
import { mergesOf } from '../../factories/merges.ts'
import { testPractice } from '../../test-practice.ts'
import { nameOf, samplesOf } from '../scene/endpoint-samples.ts'
import { leavesOf, numberNamedBy } from '../scene/json/leaves.ts'
import { mintToken } from '../scene/minted-session.ts'
import { stageScene } from '../scene/practice-scene.ts'

const { app, owner } = await testPractice({ alone: true })

/** What names a patient whose file became part of another and is answered all the same, each with why (decision 0059). */
const answered: Readonly<Record<string, string>> = {
  'GET /patient/:id': 'answers the file it became part of',
  'GET /fhir/R4/Patient/:id': 'says that it is not active any more, and where it went',
  'GET /settings/audit': 'who did what when, about a number',
  'GET /settings/audit/export': 'who did what when, about a number',
}

const scene = await stageScene(app, owner)
const kept = await createPatient(app, owner, { firstName: 'Quien', lastName: 'Queda' })
const by = { ...owner, token: await mintToken(app, owner) }
await mergesOf(app, by).merge(kept.id, scene.patientId)

const alias = String(scene.patientId)

type Input = ReturnType<typeof samplesOf>[number]

const isOfAlias = (input: Input): boolean =>
  leavesOf(input).some(([, value]) => (numberNamedBy(value) ?? '') === alias)

const namesAlias = (endpoint: EndpointShape): boolean => samplesOf(endpoint, scene).some(isOfAlias)

const callAll = async (
  endpoint: EndpointShape,
  asked: (input: Input) => boolean = () => true,
): Promise<readonly TestAnswer[]> => {
  const answers: TestAnswer[] = []
  for (const input of samplesOf(endpoint, scene).filter(asked))
    answers.push(await callEndpoint(app, endpoint, { ...input, token: await mintToken(app, owner) }))
  return answers
}

/** Whose file something is said to stand in. */
const owners = /"(?:patientId|ownerId)":(\d+)/g

describe('a file that became part of another', () => {
  it('is led to by every route that names its patient, but by those that are listed', async () => {
    const named = app.endpoints.filter(namesAlias)
    expect(named.length).toBeGreaterThan(25)
    const open: string[] = []
    for (const endpoint of named)
      for (const { status, text } of await callAll(endpoint, isOfAlias)) {
        if (status === 409) expect(text, nameOf(endpoint)).toContain('patient_merged')
        else open.push(nameOf(endpoint))
      }
    expect([...new Set(open)].sort()).toEqual(Object.keys(answered).sort())
  })

  it('has nothing that says it stands in it: what is read names the file it is in now', async () => {
    const reads = app.endpoints.filter(
      (one) => one.method === 'GET' && typeof one.access === 'object' && !one.events && !namesAlias(one),
    )
    const naming: string[] = []
    for (const endpoint of reads)
      for (const { status, text } of await callAll(endpoint)) {
        if (status >= 400 || nameOf(endpoint) in answered) continue
        if ([...text.matchAll(owners)].some(([, id]) => id === alias)) naming.push(nameOf(endpoint))
      }
    expect([...new Set(naming)].sort()).toEqual([])
  })
})
