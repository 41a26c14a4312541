import type { EndpointShape } from '@ulna/contract/http/endpoint'
import { describe, expect, it } from 'vitest'
import { testPractice } from '../../test-practice.ts'
import { inCallOrder, nameOf, sampleOf } from '../scene/endpoint-samples.ts'
import { mintToken } from '../scene/minted-session.ts'
import { stageScene } from '../scene/practice-scene.ts'
import { fingerprintOfDatabase } from '../scene/row-fingerprint.ts'
import { sendText, urlFor } from '../scene/send-text.ts'

const { app, owner } = await testPractice({ alone: true })
const scene = await stageScene(app, owner)
const token = await mintToken(app, owner)

/** Members of a JSON object that reach for a prototype, as a caller may write them. */
const poisons = [
  '"__proto__":{"polluted":"yes"}',
  '"__proto__":{"toString":"yes","polluted":"yes"}',
  '"\\u005f\\u005fproto\\u005f\\u005f":{"polluted":"yes"}',
  '"__pr\\u006fto__":{"polluted":"yes"}',
  '"constructor":{"prototype":{"polluted":"yes"}}',
  '"\\u0063onstructor":{"prototype":{"polluted":"yes"}}',
  '"data":{"__proto__":{"polluted":"yes"}}',
  '"data":{"constructor":{"prototype":{"polluted":"yes"}}}',
  '"data":{"alcohol":{"enabled":true,"__proto__":{"polluted":"yes"}}}',
  '"list":[{"__proto__":{"polluted":"yes"}}]',
  '"__proto__":null',
] as const

const queries = [
  '__proto__[polluted]=yes',
  '__proto__.polluted=yes',
  'constructor[prototype][polluted]=yes',
  'constructor.prototype.polluted=yes',
  '__proto__=polluted&__proto__=yes',
]

const isPolluted = (): boolean => 'polluted' in {} || 'polluted' in [] || {}.toString() !== '[object Object]'

/** The sample's body with one more member in front, where a key that stands twice does not hide it. */
const poisoned = (endpoint: EndpointShape, poison: string): string => {
  const body = { ...(sampleOf(endpoint, scene).body as Record<string, unknown> | undefined) }
  if (poison.startsWith('"data"')) delete body.data
  const rest = JSON.stringify(body).slice(1)
  return `{${poison}${rest === '}' ? '' : ','}${rest}`
}

describe('E3: prototype pollution', () => {
  it('is refused in every body and changes nothing', async () => {
    const before = await fingerprintOfDatabase(app)
    const takers = inCallOrder(app.endpoints).filter(({ method, upload }) => method !== 'GET' && !upload)
    for (const endpoint of takers) {
      for (const poison of poisons) {
        const url = urlFor(endpoint, sampleOf(endpoint, scene))
        const { status } = await sendText(app, endpoint, { url, body: poisoned(endpoint, poison), token })
        expect(status, `${nameOf(endpoint)} ${poison}`).toBe(400)
        expect(isPolluted()).toBe(false)
      }
    }
    expect(await fingerprintOfDatabase(app)).toEqual(before)
  })

  it('has no effect in any query', async () => {
    for (const endpoint of app.endpoints.filter(({ method }) => method === 'GET')) {
      const url = urlFor(endpoint, sampleOf(endpoint, scene))
      const plain = await sendText(app, endpoint, { url, token })
      for (const query of queries) {
        const { status } = await sendText(app, endpoint, {
          url: `${url}${url.includes('?') ? '&' : '?'}${query}`,
          token,
        })
        expect(status, `${nameOf(endpoint)} ${query}`).toBe(plain.status)
        expect(isPolluted()).toBe(false)
      }
    }
  })
})
