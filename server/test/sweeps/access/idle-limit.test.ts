import { needsFreshProof } from '@ulna/contract/http/endpoint'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { callEndpoint } from '../../client.ts'
import { dealt, sizes } from '../../faults/sizes.ts'
import { testPractice } from '../../test-practice.ts'
import { nameOf, sampleOf } from '../scene/endpoint-samples.ts'
import { mintToken } from '../scene/minted-session.ts'
import { stageScene } from '../scene/practice-scene.ts'

const { app, owner } = await testPractice({ alone: true })
const scene = await stageScene(app, owner)

/** What somebody might hope switches the check off (CVE-2026-25476 was such a parameter). */
const wishes: Readonly<Record<string, string>> = {
  skip_timeout_reset: '1',
  keepAlive: 'true',
  active: '1',
  remember: 'true',
  noTimeout: '1',
  background: '1',
}

const limits = [
  ['twelve hours without a person', sql`last_seen_at = now() - interval '12 hours 1 second'`],
  ['the end of the session', sql`expires_at = now() - interval '1 second'`],
] as const

describe('G8: one second after', () => {
  it.each(limits)(
    '%s every route that asks for a session answers 401, whatever the call adds',
    async (_, age) => {
      const token = await mintToken(app, owner)
      await sql`update sessions set ${age} where user_id = ${owner.userId}`.execute(app.owner.queries)
      const found: unknown[] = []
      const closed = app.endpoints.filter(({ access }) => access !== 'public')
      for (const endpoint of dealt(closed, sizes.share.visits)) {
        const input = sampleOf(endpoint, scene)
        const headers = { 'ulna-active': '1', 'x-keep-alive': '1', 'x-requested-with': 'XMLHttpRequest' }
        const plain = await callEndpoint(app, endpoint, { ...input, token })
        const wishful = await callEndpoint(app, endpoint, {
          ...input,
          token,
          headers,
          query: { ...input.query, ...wishes },
        })
        for (const { status, errors } of [plain, wishful])
          if (status !== 401 || errors[0]?.message !== 'session_invalid')
            found.push([nameOf(endpoint), status, errors[0]?.message])
      }
      expect(found).toEqual([])
    },
  )
})

describe('G13: five minutes and a second after the proof of identity', () => {
  it('every route that asks for a fresh one answers reauth_required, and no other does', async () => {
    const asking = app.endpoints.filter((endpoint) => needsFreshProof(endpoint))
    expect(asking.length).toBeGreaterThan(0)
    for (const endpoint of app.endpoints.filter(({ access }) => access !== 'public')) {
      const token = await mintToken(app, { ...owner, stale: true })
      const answer = await callEndpoint(app, endpoint, { ...sampleOf(endpoint, scene), token })
      expect([nameOf(endpoint), answer.errors[0]?.message === 'reauth_required']).toEqual([
        nameOf(endpoint),
        needsFreshProof(endpoint),
      ])
    }
  })
})
