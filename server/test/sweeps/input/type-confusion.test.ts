import type { EndpointShape } from '@ulna/contract/http/endpoint'
import { describe, expect, it } from 'vitest'
import { dealt, sizes } from '../../faults/sizes.ts'
import { testPractice } from '../../test-practice.ts'
import { inCallOrder, nameOf, sampleOf, samplesOf } from '../scene/endpoint-samples.ts'
import { type LeafPath, leafAt, leavesOf, withLeaf } from '../scene/json/leaves.ts'
import { mintToken } from '../scene/minted-session.ts'
import { stageScene } from '../scene/practice-scene.ts'
import { fingerprintOfDatabase } from '../scene/row-fingerprint.ts'
import { asSent, sendText, urlFor } from '../scene/send-text.ts'

const { app, owner } = await testPractice({ alone: true })
const scene = await stageScene(app, owner)
const token = await mintToken(app, owner)

/** JSON texts in place of a value of each type; none of them is one of that type. */
const wrongTexts: Readonly<Record<string, readonly string[]>> = {
  string: ['5', 'true', '["text"]', '{"text":"text"}', '[]', '{}', '1e400', '{"toString":"x"}'],
  number: [
    '"5"',
    'true',
    '[5]',
    '{}',
    '{"valueOf":5}',
    '-1',
    '0.5',
    '1e400',
    '-1e400',
    '9007199254740993',
    '1e308',
    '"NaN"',
  ],
  boolean: ['"true"', '1', '0', '[true]', '{}', '"on"'],
}

/**
 * What a draft holds is as typed: any JSON is somebody's unfinished input. The check of a module says what is wrong
 * and refuses nothing. In a module -1 is a place of its own: out of sight.
 */
const isAsTyped = (endpoint: EndpointShape, path: LeafPath): boolean => {
  const name = nameOf(endpoint)
  if (name === 'POST /record_module/check') return true
  if (name === 'POST /record_module/import') return path.at(-1) === 'displayOrder'
  return name === 'PUT /draft/:patientId/:key' && path[0] === 'data'
}

/** Half a peso is a price; every other number on the wire is whole, and one alone may come as text: it is typed by hand. */
const isRight = (path: LeafPath, text: string): boolean =>
  (path.at(-1) === 'price' && text === '0.5') || (path.at(-1) === 'numSessions' && text === '"5"')

const wrongTextsOf = (path: LeafPath, value: unknown): string[] =>
  (wrongTexts[typeof value] ?? []).filter((one) => !isRight(path, one))

const placeholder = '"@value@"'
const withText = (body: unknown, path: LeafPath, text: string): string =>
  JSON.stringify(withLeaf(body, path, '@value@')).replace(placeholder, text)

const writes = (): EndpointShape[] =>
  inCallOrder(app.endpoints).filter((endpoint) => endpoint.body !== undefined)

const expectRefused = async (endpoint: EndpointShape, body: string, what: string): Promise<void> => {
  const { status, text } = await sendText(app, endpoint, {
    url: urlFor(endpoint, sampleOf(endpoint, scene)),
    body,
    token,
  })
  expect(status >= 400 && status < 500, `${nameOf(endpoint)} ${what} answered ${status} ${text}`).toBe(true)
}

describe('E4: a body', () => {
  it('with a value of another type is refused and changes nothing', async () => {
    const before = await fingerprintOfDatabase(app)
    for (const endpoint of writes()) {
      const { body = {} } = sampleOf(endpoint, scene)
      const leaves = leavesOf(body).filter(([path]) => !isAsTyped(endpoint, path))
      for (const [at, [path, value]] of leaves.entries()) {
        for (const text of dealt(wrongTextsOf(path, value), sizes.share.inputs, at))
          await expectRefused(endpoint, withText(body, path, text), `${path.join('.')} ${text}`)
      }
    }
    expect(await fingerprintOfDatabase(app)).toEqual(before)
  })

  it('with a key that stands twice is refused, in every object of it', async () => {
    const before = await fingerprintOfDatabase(app)
    for (const endpoint of writes()) {
      const { body = {} } = sampleOf(endpoint, scene)
      // What stands in a list has a place and no key.
      for (const [path] of leavesOf(body).filter(
        ([path]) => !Array.isArray(leafAt(body, path.slice(0, -1))),
      )) {
        const key = String(path.at(-1))
        for (const spelling of [key, escapedStart(key)]) {
          const text = JSON.stringify(body).replace(`"${key}":`, () => `"${spelling}":null,"${key}":`)
          await expectRefused(endpoint, text, `${spelling} and ${key}`)
        }
      }
    }
    expect(await fingerprintOfDatabase(app)).toEqual(before)
  })

  const noObjects = [
    '',
    'null',
    'true',
    '5',
    '"text"',
    '[]',
    '[{}]',
    '{',
    '{"a":}',
    "{'a':1}",
    '{"a":NaN}',
    '{"a":1,}',
    'undefined',
    '\u0000',
    `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
  ]

  it('that is no object of JSON is refused', async () => {
    for (const [at, endpoint] of writes()
      .filter(({ method }) => method !== 'DELETE')
      .entries()) {
      for (const text of dealt(noObjects, sizes.share.inputs, at))
        await expectRefused(endpoint, text, text.slice(0, 20))
    }
  })
})

/** The same key for whoever parses it, another one for whoever compares texts. */
const escapedStart = (key: string): string =>
  `\\u${key.charCodeAt(0).toString(16).padStart(4, '0')}${key.slice(1)}`

/** Every query parameter of every sample, with the URL that the others leave. */
const queryParameters = (): { endpoint: EndpointShape; name: string; value: string; url: string }[] =>
  app.endpoints.flatMap((endpoint) =>
    samplesOf(endpoint, scene).flatMap((input) =>
      Object.entries(input.query ?? {}).map(([name, value]) => {
        const others = Object.entries(input.query ?? {}).filter(([other]) => other !== name)
        return {
          endpoint,
          name,
          value,
          url: urlFor(endpoint, { ...input, query: { ...Object.fromEntries(others), _: '' } }),
        }
      }),
    ),
  )

describe('E4: a query', () => {
  it('that names a parameter twice is refused', async () => {
    for (const { endpoint, name, value, url } of queryParameters()) {
      const twice = `${name}=${encodeURIComponent(value)}&${name}=x`
      const { status } = await sendText(app, endpoint, { url: `${url}&${twice}`, token })
      expect(status, `${nameOf(endpoint)} ${twice}`).toBe(400)
    }
  })

  it('that makes a list or an object of a parameter reads none', async () => {
    for (const { endpoint, name, url } of queryParameters()) {
      for (const odd of [`${name}[]=1`, `${name}[a]=1`, `${name}.a=1`]) {
        const plain = await sendText(app, endpoint, { url, token })
        const { status } = await sendText(app, endpoint, { url: `${url}&${odd}`, token })
        expect(status, `${nameOf(endpoint)} ${odd}`).toBe(plain.status)
      }
    }
  })
})

/** What is no id, as a path may carry it. */
const noIds = [
  '0',
  '-1',
  '1.5',
  '1e3',
  '01',
  '+1',
  ' 1',
  '1 ',
  'NaN',
  'Infinity',
  'null',
  'undefined',
  'true',
  '0x1',
  '1_000',
  '１',
  '١',
  '9'.repeat(17),
  '9'.repeat(290),
  '1;drop table patients',
  "1' or '1'='1",
  '1,2',
  '[1]',
  '{"id":1}',
  '__proto__',
  'constructor',
  'toString',
  '%00',
  '\u202E1',
  '🦴',
]

describe('E4: a path', () => {
  it('with something that is no id is refused', async () => {
    const before = await fingerprintOfDatabase(app)
    for (const endpoint of inCallOrder(app.endpoints)) {
      const input = sampleOf(endpoint, scene)
      for (const [name, value] of Object.entries(input.params ?? {}).filter(([, value]) =>
        /^\d+$/.test(value),
      )) {
        for (const wrong of noIds) {
          const params = { ...input.params, [name]: wrong }
          const { status, text } = await sendText(app, endpoint, {
            url: urlFor(endpoint, { ...input, params }),
            body: asSent(input.body),
            token,
          })
          expect(
            [400, 404],
            `${nameOf(endpoint)} ${name}=${wrong} (not ${value}) answered ${status} ${text}`,
          ).toContain(status)
        }
      }
    }
    expect(await fingerprintOfDatabase(app)).toEqual(before)
  })
})
