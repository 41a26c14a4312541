import { errorCatalogue } from '@ulna/contract/errors'
import type { EndpointShape } from '@ulna/contract/http/endpoint'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sizes } from '../../faults/sizes.ts'
import { testPractice } from '../../test-practice.ts'
import type { SampleInput } from '../samples/sample.ts'
import { inCallOrder, nameOf, sampleOf } from '../scene/endpoint-samples.ts'
import { bodySchemaOf, readOperations } from '../scene/json/openapi-operations.ts'
import { alternativesOf, type JsonSchema, type Operation } from '../scene/json/schema.ts'
import { mintToken } from '../scene/minted-session.ts'
import { stageScene } from '../scene/practice-scene.ts'
import { sendText, type TextAnswer, urlFor } from '../scene/send-text.ts'

const { app, owner } = await testPractice({ alone: true })
const scene = await stageScene(app, owner)
const operationOf = await readOperations(app)

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '0',
    '-1',
    'null',
    "' or 1=1 --",
    '%',
    '_',
    '\\',
    '../../..',
    '{{7*7}}',
    '<img src=x>',
    '\u0000',
    '\uD800',
    'case_default',
    'med_hist_default',
  ),
)
const anyDay = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-30'), noInvalidDate: true })
  .map((day) => day.toISOString())
const anyNumber = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(0, -0, 1, 2 ** 31, 2 ** 53, 1e308))

/** Values of a schema, and now and then of none. */
const valuesOf = (schema: JsonSchema, name = ''): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 6, arbitrary: fitting(schema, name) }, { weight: 1, arbitrary: fc.jsonValue() })

const objectOf = ({
  properties = {},
  required = [],
  additionalProperties,
}: JsonSchema): fc.Arbitrary<unknown> => {
  const named = fc.record(
    Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, valuesOf(property, name)]),
    ),
    {
      requiredKeys: required.filter((name) => name in properties),
    },
  )
  if (!additionalProperties) return named
  const fields = fc.constantFrom(
    'case',
    'name',
    'painIntensity',
    'imc',
    'alcohol',
    'familyDiseases',
    'date',
    'nothing',
  )
  return fc.dictionary(fields, fc.oneof(anyText, anyNumber, fc.jsonValue()), { maxKeys: 4 })
}

const ids = (): fc.Arbitrary<number> =>
  fc.constantFrom(
    ...Object.values(scene).filter((value): value is number => typeof value === 'number'),
    1,
    Number.MAX_SAFE_INTEGER,
  )

const textOf = (schema: JsonSchema, name: string): fc.Arbitrary<unknown> => {
  if (/date|start|end|closedOn|until/i.test(name))
    return fc.oneof(
      anyDay,
      anyDay.map((day) => day.slice(0, 10)),
      anyText,
    )
  if (schema.format === 'email') return fc.emailAddress()
  return anyText
}

const fitting = (schema: JsonSchema, name: string): fc.Arbitrary<unknown> => {
  if (schema.anyOf)
    return fc.oneof(fc.constant(null), ...alternativesOf(schema).map((one) => valuesOf(one, name)))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  const makers: Readonly<Record<string, () => fc.Arbitrary<unknown>>> = {
    string: () => textOf(schema, name),
    integer: () => fc.oneof(ids(), fc.integer(), anyNumber),
    number: () => anyNumber,
    boolean: () => fc.boolean(),
    array: () => fc.array(valuesOf(schema.items ?? {}, name), { maxLength: 4 }),
    object: () => objectOf(schema),
  }
  return (makers[String(schema.type)] ?? (() => fc.jsonValue()))()
}

/** A path or query parameter: mostly one that fits, so that the handlers behind are reached. */
const parametersOf = (
  operation: Operation,
  place: 'path' | 'query',
  sample: Readonly<Record<string, string>> = {},
): fc.Arbitrary<Record<string, string>> => {
  const own = operation.parameters.filter((one) => one.in === place)
  const values = own.map(({ name }) => {
    const odd = fc.oneof(
      ids().map(String),
      anyDay,
      anyText.filter((text) => text.isWellFormed()),
    )
    const known = sample[name]
    return [
      name,
      known === undefined
        ? odd
        : fc.oneof({ weight: 4, arbitrary: fc.constant(known) }, { weight: 2, arbitrary: odd }),
    ] as const
  })
  const requiredKeys = place === 'path' ? own.map(({ name }) => name) : []
  return fc.record(Object.fromEntries(values), { requiredKeys })
}

const callsOf = (endpoint: EndpointShape): fc.Arbitrary<SampleInput> => {
  const operation = operationOf(endpoint)
  const sample = sampleOf(endpoint, scene)
  const schema = bodySchemaOf(operation)
  return fc.record({
    params: parametersOf(operation, 'path', sample.params),
    query: parametersOf(operation, 'query', sample.query),
    ...(schema ? { body: valuesOf(schema) } : {}),
  })
}

const keysOnWire = new Set(Object.keys(errorCatalogue))

const complaintsAbout = (endpoint: EndpointShape, answer: TextAnswer): string | null => {
  if (answer.status >= 500) return 'is a fault of the server'
  // A parameter that is empty or holds a slash leads to another path.
  if (!(String(answer.status) in operationOf(endpoint).responses) && answer.status !== 405)
    return 'is a status nobody documented'
  if (answer.status < 400) return null
  const known =
    answer.errors.length > 0 &&
    answer.errors.every(({ message, code }) => keysOnWire.has(message) && /^\d{4}$/.test(code))
  return known ? null : 'has no key of the catalogue'
}

const isFuzzed = ({ path }: EndpointShape): boolean => path !== '/auth/logout'

describe('E15: any request to any endpoint', () => {
  it('is answered with a documented status and a key of the catalogue, never with a fault', {
    timeout: sizes.patienceMs,
  }, async () => {
    for (const endpoint of inCallOrder(app.endpoints).filter(isFuzzed)) {
      const property = fc.asyncProperty(callsOf(endpoint), async (input) => {
        const body = 'body' in input ? JSON.stringify(input.body) : undefined
        const answer = await sendText(app, endpoint, {
          url: urlFor(endpoint, input),
          body,
          token: await mintToken(app, owner),
        })
        expect(
          complaintsAbout(endpoint, answer),
          `${nameOf(endpoint)} ${JSON.stringify(input)} ${answer.status} ${answer.text}`,
        ).toBe(null)
      })
      await fc.assert(property, { numRuns: sizes.fuzzRuns, endOnFailure: true })
    }
    expect(app.log).toEqual([])
  })
})
