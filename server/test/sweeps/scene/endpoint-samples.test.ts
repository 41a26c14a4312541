import { expect, it } from 'vitest'
import { callEndpoint, type TestAnswer } from '../../client.ts'
import { testPractice } from '../../test-practice.ts'
import { beyondToken, inCallOrder, nameOf, samplesOf } from './endpoint-samples.ts'
import { readOperations } from './json/openapi-operations.ts'
import { mintToken } from './minted-session.ts'
import { stageScene } from './practice-scene.ts'

const { app, owner } = await testPractice({ alone: true })
const scene = await stageScene(app, owner)

const mediaTypeOf = ({ headers }: TestAnswer): string =>
  String(headers['content-type']).split(';', 1)[0] ?? ''

it('every endpoint has a sample call that succeeds, with a type of content that the API’s document names', async () => {
  const operationOf = await readOperations(app)
  const failed: unknown[] = []
  for (const endpoint of inCallOrder(app.endpoints)) {
    if (nameOf(endpoint) in beyondToken) continue
    const { content = {} } = operationOf(endpoint).responses[String(endpoint.status ?? 200)] ?? {}
    for (const input of samplesOf(endpoint, scene)) {
      const token = await mintToken(app, owner)
      const answer = await callEndpoint(app, endpoint, { ...input, token })
      const type = mediaTypeOf(answer)
      if (answer.status !== (endpoint.status ?? 200) || !(type in content))
        failed.push([nameOf(endpoint), answer.status, type, answer.text])
    }
  }
  expect(failed).toEqual([])
})

/** Names that end in id and are no reference to a thing of a practice. */
const noReference = new Set(['fileId', 'socialId', 'recordClassId', 'classId'])

const idNames = (schema: unknown): string[] => {
  const names = new Set<string>()
  JSON.stringify(schema, (key, value) => {
    if (/(^id|Id)$/.test(key) && !noReference.has(key)) names.add(key)
    return value as unknown
  })
  return [...names]
}

it('samples name every id their endpoint takes', async () => {
  const operationOf = await readOperations(app)
  const missing: string[] = []
  for (const endpoint of app.endpoints) {
    const { parameters, requestBody } = operationOf(endpoint)
    const given = JSON.stringify(samplesOf(endpoint, scene))
    const taken = [
      ...idNames(requestBody),
      ...idNames(Object.fromEntries(parameters.map(({ name }) => [name, null]))),
    ]
    for (const name of taken) if (!given.includes(`"${name}"`)) missing.push(`${nameOf(endpoint)} ${name}`)
  }
  expect(missing).toEqual([])
})
