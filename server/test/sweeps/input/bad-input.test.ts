import { errorCatalogue } from '@ulna/contract/errors'
import type { EndpointShape } from '@ulna/contract/http/endpoint'
import { describe, expect, it } from 'vitest'
import { callEndpoint, type TestAnswer } from '../../client.ts'
import { testPractice } from '../../test-practice.ts'
import { inCallOrder, nameOf, sampleOf } from '../scene/endpoint-samples.ts'
import { bodySchemaOf, readOperations } from '../scene/json/openapi-operations.ts'
import { alternativesOf, type JsonSchema, propertiesOf } from '../scene/json/schema.ts'
import { mintToken } from '../scene/minted-session.ts'
import { stageScene } from '../scene/practice-scene.ts'
import { fingerprintOfDatabase } from '../scene/row-fingerprint.ts'

const { app, owner } = await testPractice({ alone: true })
const scene = await stageScene(app, owner)
const token = await mintToken(app, owner)
const operationOf = await readOperations(app)

/** The sample's body with a value at a place that need not be there yet. */
const withValue = (
  body: unknown,
  [first = '', ...rest]: readonly string[],
  value: unknown,
): Record<string, unknown> => {
  const object = { ...(body as Record<string, unknown> | undefined) }
  if (value === undefined && rest.length === 0) {
    const { [first]: _, ...others } = object
    return others
  }
  return { ...object, [first]: rest.length === 0 ? value : withValue(object[first], rest, value) }
}

const send = async (endpoint: EndpointShape, body: unknown): Promise<TestAnswer> =>
  callEndpoint(app, endpoint, { ...sampleOf(endpoint, scene), body, token })

/** The refusal names the field with a key of the catalogue and a reason of the catalogue. */
const expectNamed = (answer: TestAnswer, field: string, what: string): void => {
  expect(answer.status, `${what} answered ${answer.status} ${answer.text}`).toBe(400)
  const own = answer.errors.find((error) => error.field === field || error.field?.startsWith(`${field}.`))
  expect(own, `${what} answered ${answer.text}`).toMatchObject({ code: '0002', message: 'invalid_request' })
  expect(Object.keys(errorCatalogue), what).toContain(own?.params?.reason)
}

const writes = (): EndpointShape[] => inCallOrder(app.endpoints).filter(({ body }) => body !== undefined)

type Mistake = readonly [what: string, value: unknown]

const wrongFor: Readonly<Record<string, readonly unknown[]>> = {
  string: [5, true, ['x'], { a: 1 }],
  integer: ['5', 1.5, true, [1], {}, 2 ** 53, -(2 ** 53)],
  number: ['5', true, [1], {}],
  boolean: ['true', 1, [], {}],
  object: ['x', 5, true, ['x']],
  array: ['x', 5, true],
}

const typesOf = (schema: JsonSchema): string[] =>
  alternativesOf(schema)
    .flatMap(({ type }) => type ?? [])
    .map(String)

const fitsAny = (types: readonly string[], value: unknown): boolean => {
  const kind = Array.isArray(value) ? 'array' : typeof value
  return (
    types.includes(kind) ||
    (kind === 'number' &&
      (types.includes('number') || (types.includes('integer') && Number.isSafeInteger(value))))
  )
}

const wrongTypes = (schema: JsonSchema): Mistake[] => {
  const types = typesOf(schema)
  return types.flatMap((type) =>
    (wrongFor[type] ?? [])
      .filter((value) => !fitsAny(types, value))
      .map((value): Mistake => [`not ${type}: ${JSON.stringify(value)}`, value]),
  )
}

const wrongValues = (schema: JsonSchema): Mistake[] =>
  alternativesOf(schema).flatMap((one): Mistake[] => [
    ...(one.maxLength !== undefined && one.maxLength < 100_000
      ? [['too long', 'x'.repeat(one.maxLength + 1)] as const]
      : []),
    ...(one.minLength !== undefined && one.minLength > 0
      ? [['too short', 'x'.repeat(one.minLength - 1)] as const]
      : []),
    ...(one.enum ? [['no option', 'nonsense'] as const, ['no option', ''] as const] : []),
    ...(one.exclusiveMinimum === 0 ? [['zero', 0] as const, ['negative', -1] as const] : []),
    ...(one.format === 'email' ? [['no address', 'nobody'] as const] : []),
  ])

/** A wrong value that is right for another reason: an empty text that means "nothing". */
const isWelcome = (place: string, value: unknown): boolean => value === '' && /(birthDate|email)$/.test(place)

/** Null says something there: nobody in particular. */
const takesNull = (schema: JsonSchema | undefined): boolean =>
  schema?.anyOf?.some(({ type }) => type === 'null') ?? false

describe('bad input', () => {
  it('of a wrong type, too long or out of range is refused with the field, everywhere, and changes nothing', async () => {
    const before = await fingerprintOfDatabase(app)
    let tried = 0
    for (const endpoint of writes()) {
      for (const [path, schema] of propertiesOf(bodySchemaOf(operationOf(endpoint)) ?? {})) {
        for (const [what, value] of [...wrongTypes(schema), ...wrongValues(schema)]) {
          const place = `${nameOf(endpoint)} ${path.join('.')}`
          if (isWelcome(place, value)) continue
          const answer = await send(endpoint, withValue(sampleOf(endpoint, scene).body, path, value))
          expectNamed(answer, path.join('.'), `${place} ${what}`)
          tried += 1
        }
      }
    }
    expect(tried).toBeGreaterThan(250)
    expect(await fingerprintOfDatabase(app)).toEqual(before)
  })

  it('that leaves a required field out, or empty, is refused with the field', async () => {
    const before = await fingerprintOfDatabase(app)
    for (const endpoint of writes()) {
      const { required = [], properties = {} } = bodySchemaOf(operationOf(endpoint)) ?? {}
      for (const name of required) {
        for (const value of takesNull(properties[name]) ? [undefined] : [undefined, null]) {
          expectNamed(
            await send(endpoint, withValue(sampleOf(endpoint, scene).body, [name], value)),
            name,
            `${nameOf(endpoint)} ${name} ${value}`,
          )
        }
      }
    }
    expect(await fingerprintOfDatabase(app)).toEqual(before)
  })

  it('in several fields is told of all of them at once', async () => {
    for (const endpoint of writes()) {
      const { properties = {} } = bodySchemaOf(operationOf(endpoint)) ?? {}
      const typed = Object.entries(properties).filter(
        ([, schema]) => typesOf(schema).length === 1 && !typesOf(schema).includes('array'),
      )
      if (typed.length === 0) continue
      const body = Object.fromEntries(typed.map(([name]) => [name, ['wrong']]))
      const { errors } = await send(endpoint, body)
      expect(
        errors.map(({ field }) => field),
        nameOf(endpoint),
      ).toEqual(expect.arrayContaining(typed.map(([name]) => name)))
    }
  })

  it('with whole numbers no column can hold never gets through to the database', async () => {
    for (const endpoint of writes()) {
      for (const [path, schema] of propertiesOf(bodySchemaOf(operationOf(endpoint)) ?? {})) {
        if (!typesOf(schema).includes('integer')) continue
        for (const value of [2 ** 31, 2 ** 53 - 1, -(2 ** 31) - 1, -(2 ** 53) + 1]) {
          const answer = await send(endpoint, withValue(sampleOf(endpoint, scene).body, path, value))
          expect(
            [400, 404, 409, 413],
            `${nameOf(endpoint)} ${path.join('.')} ${value} answered ${answer.status} ${answer.text}`,
          ).toContain(answer.status)
        }
      }
    }
  })

  const days = [
    '2026-02-30',
    '2026-13-01',
    '0000-01-01',
    '26-1-1',
    '2026-01-01T25:00:00Z',
    '2026-01-01T10:00:00',
    '2026-01-01T10:00:00+20:00',
    '2026-01-01T10:00:00+15:00',
    '-2026-01-01',
    '+012026-01-01T00:00:00Z',
    '0001-01-01T00:00:00+14:00',
    'now',
    'infinity',
    'today',
    '',
  ]

  it('that is no day or instant is refused with the field', async () => {
    for (const endpoint of writes()) {
      const { body } = sampleOf(endpoint, scene)
      for (const [path] of propertiesOf(bodySchemaOf(operationOf(endpoint)) ?? {})) {
        const name = path.at(-1) ?? ''
        if (!['date', 'start', 'end', 'birthDate', 'caseClosedOn', 'until'].includes(name)) continue
        for (const day of days.filter((one) => !isWelcome(name, one))) {
          const answer = await send(endpoint, withValue(body, path, day))
          expectNamed(answer, path.join('.'), `${nameOf(endpoint)} ${path.join('.')} ${day}`)
        }
      }
    }
  })
})
