import { accountEndpoints } from '@ulna/contract/accounts/accounts'
import { mostToldIds, type NewsTopic, newsEndpoints, newsTopics } from '@ulna/contract/news/news'
import { practiceEndpoints } from '@ulna/contract/practices/practices'
import { memberEndpoints } from '@ulna/contract/practices/practices.members'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { callEndpoint } from '../../../test/client.ts'
import { follow, type TestFollower } from '../../../test/event-stream.ts'
import { addMember, joinPractice, registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { sizes } from '../../../test/faults/sizes.ts'
import { mintToken } from '../../../test/sweeps/scene/minted-session.ts'
import { listen } from '../../../test/sweeps/scene/raw-request.ts'
import { transaction } from '../../platform/database/database.ts'
import { announce } from '../../platform/news/news.ts'
import { tokenHash } from '../../platform/tokens.ts'

let here: TestApp
let there: TestApp
let ports: { readonly here: number; readonly there: number }
let owner: TestPerson
let followers: TestFollower[] = []

beforeAll(async () => {
  here = await buildTestApp()
  there = await buildTestApp({ on: here })
  ports = { here: await listen(here.server), there: await listen(there.server) }
  owner = await registerOwner(here)
})
afterEach(() => {
  for (const follower of followers) follower.leave()
  followers = []
})
afterAll(async () => {
  await there.close()
  await here.close()
})

const followAs = async (
  token: string,
  port = ports.here,
  headers: Readonly<Record<string, string>> = {},
): Promise<TestFollower> => {
  const follower = await follow(port, { authorization: `Bearer ${token}`, ...headers })
  followers.push(follower)
  if (follower.status === 200) await follower.heard('ready')
  return follower
}

/** Tells as a use case does: in a transaction of the practice. */
const tell = (app: TestApp, practiceId: number, ids: readonly number[], topic: NewsTopic = 'appointments') =>
  transaction(app.pool.queries, { practiceId, userId: owner.userId }, 'read write', (tx) =>
    announce(tx, practiceId, { topic, ids }),
  )

describe('the stream of a practice', () => {
  it('tells that it is ready, then every change by its ids, in the order in which they were committed', async () => {
    const follower = await followAs(await mintToken(here, owner))
    const sent = Array.from({ length: 50 }, (_, index) => index + 1)
    for (const number of sent) await tell(number % 2 === 0 ? here : there, owner.practiceId, [number])
    await follower.heard('change', sent.length)
    expect(follower.changes).toEqual(sent.map((id) => ({ topic: 'appointments', ids: [id], many: false })))
    expect(follower.news.map(({ id }) => Number(id))).toEqual([1, ...sent.map((id) => id + 1)])
    expect(follower.text).toMatch(/^retry: \d+\n/)
  })

  it('tells of every topic, and of nothing that was not committed', async () => {
    const follower = await followAs(await mintToken(here, owner))
    const scope = { practiceId: owner.practiceId, userId: owner.userId }
    const failing = transaction(here.pool.queries, scope, 'read write', async (tx) => {
      await announce(tx, owner.practiceId, { topic: 'appointments', ids: [666] })
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    for (const topic of newsTopics) await tell(here, owner.practiceId, [7], topic)
    await follower.heard('change', newsTopics.length)
    expect(follower.changes).toEqual(newsTopics.map((topic) => ({ topic, ids: [7], many: false })))
  })

  it('says only that much changed where the ids would not fit into a notice of the database', async () => {
    const follower = await followAs(await mintToken(here, owner))
    const ids = (count: number) =>
      Array.from({ length: count }, (_, index) => Number.MAX_SAFE_INTEGER - index)
    await tell(here, owner.practiceId, ids(mostToldIds))
    await tell(here, owner.practiceId, ids(mostToldIds + 1))
    await tell(here, owner.practiceId, ids(10_000))
    await tell(here, owner.practiceId, [])
    await tell(here, owner.practiceId, [5, 5, 5])
    await follower.heard('change', 4)
    expect(follower.changes).toEqual([
      { topic: 'appointments', ids: ids(mostToldIds), many: false },
      { topic: 'appointments', ids: [], many: true },
      { topic: 'appointments', ids: [], many: true },
      { topic: 'appointments', ids: [5], many: false },
    ])
  })

  it('is no file and no page, and nobody on the way keeps or collects it', async () => {
    const { headers } = await followAs(await mintToken(here, owner), ports.here, {
      'accept-encoding': 'br, gzip',
    })
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-accel-buffering': 'no',
    })
    expect(headers['content-encoding']).toBeUndefined()
  })
})

describe('G17: what a practice changes', () => {
  it('is told to nobody without a token, with a wrong one, or from a foreign page', async () => {
    const token = await mintToken(here, owner)
    expect((await follow(ports.here, {})).status).toBe(401)
    expect((await followAs('A'.repeat(43))).status).toBe(401)
    expect((await followAs(token, ports.here, { origin: 'https://evil.test' })).status).toBe(403)
    expect((await followAs(token, ports.here, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    const inUrl = await follow(ports.here, {}, `/api/events?token=${token}&access_token=${token}`)
    expect(inUrl.status).toBe(401)
    expect((await followAs(token, ports.here, { 'ulna-practice': '1' })).status).toBe(403)
  })

  it('is told to nobody of another practice, whatever they ask for', async () => {
    const stranger = await registerOwner(here)
    const token = await mintToken(here, stranger)
    const query = `?practiceId=${owner.practiceId}&topic=appointments&practice=${owner.practiceId}`
    const follower = await follow(ports.here, { authorization: `Bearer ${token}` }, `/api/events${query}`)
    followers.push(follower)
    await follower.heard('ready')
    for (const id of [1, 2, 3]) await tell(there, owner.practiceId, [id])
    await tell(there, stranger.practiceId, [4])
    await follower.heard('change')
    expect(follower.changes).toEqual([{ topic: 'appointments', ids: [4], many: false }])
  })

  it('is told to both members of a practice and once to each', async () => {
    const colleague = await addMember(here, owner.practiceId, 'practitioner', false)
    const one = await followAs(await mintToken(here, owner))
    const other = await followAs(await mintToken(here, colleague), ports.there)
    await tell(here, owner.practiceId, [11])
    await tell(there, owner.practiceId, [12])
    for (const follower of [one, other]) {
      await follower.heard('change', 2)
      expect(follower.changes).toHaveLength(2)
    }
  })

  interface Loss {
    readonly how: string
    /** Whose stream it is; `lose` is done on the other process. */
    person(): Promise<TestPerson>
    lose(person: TestPerson, token: string): Promise<unknown>
  }

  const colleague = (): Promise<TestPerson> => addMember(here, owner.practiceId, 'practitioner', true)
  const inDatabase = (statement: ReturnType<typeof sql>) => statement.execute(here.owner.queries)
  const setRules = (practiceId: number, access: object) =>
    inDatabase(
      sql`update practices set configurations = ${JSON.stringify({ access })}::jsonb where id = ${practiceId}`,
    )

  const losses: readonly Loss[] = [
    {
      how: 'signs out',
      person: colleague,
      lose: (_, token) => callEndpoint(there, accountEndpoints.logout, { token }),
    },
    {
      how: 'is removed from the practice',
      person: colleague,
      lose: async ({ userId, practiceId }) => {
        const { id } = await here.owner.queries
          .selectFrom('memberships')
          .select('id')
          .where('user_id', '=', userId)
          .where('practice_id', '=', practiceId)
          .executeTakeFirstOrThrow()
        const token = await mintToken(here, owner)
        const answer = await callEndpoint(there, memberEndpoints.remove, { token, params: { id } })
        expect(answer.status).toBe(200)
      },
    },
    {
      how: 'works in another practice from now on',
      person: async () => {
        const person = await colleague()
        await joinPractice(here, {
          person,
          practiceId: (await registerOwner(here)).practiceId,
          role: 'practitioner',
          clinical: false,
        })
        return person
      },
      lose: async ({ userId, practiceId }, token) => {
        const { practice_id: id } = await here.owner.queries
          .selectFrom('memberships')
          .select('practice_id')
          .where('user_id', '=', userId)
          .where('practice_id', '!=', practiceId)
          .where('ended_at', 'is', null)
          .executeTakeFirstOrThrow()
        const answer = await callEndpoint(there, practiceEndpoints.setCurrent, { token, params: { id } })
        expect(answer.status).toBe(200)
      },
    },
    {
      how: 'is switched off',
      person: colleague,
      lose: ({ userId }) => inDatabase(sql`update users set disabled_at = now() where id = ${userId}`),
    },
    {
      how: 'was away for too long',
      person: colleague,
      lose: ({ userId }) =>
        inDatabase(
          sql`update sessions set last_seen_at = now() - interval '13 hours' where user_id = ${userId}`,
        ),
    },
    {
      how: 'has a token that runs out',
      person: colleague,
      lose: ({ userId }) =>
        inDatabase(sql`update access_tokens set expires_at = now()
          where session_id in (select id from sessions where user_id = ${userId})`),
    },
    {
      how: 'is kept out by the hours of the practice',
      person: async () => {
        const { practiceId } = await registerOwner(here)
        return addMember(here, practiceId, 'practitioner', true)
      },
      lose: ({ practiceId }) =>
        setRules(practiceId, { hours: { practitioner: [], assistant: [], admin: [] } }),
    },
    {
      how: 'is kept out by the network',
      person: () => registerOwner(here),
      lose: ({ practiceId }) => setRules(practiceId, { networks: ['10.0.0.0/8'] }),
    },
  ]

  it.each(losses)(
    'ends within five seconds for somebody who $how, and nothing follows',
    async ({ person, lose }) => {
      const somebody = await person()
      const token = await mintToken(here, somebody)
      const stays = await followAs(await mintToken(here, owner))
      const follower = await followAs(token)
      await lose(somebody, token)
      const took = await follower.ended()
      expect(took).toBeLessThan(sizes.endMs)
      expect(follower.news.at(-1)).toMatchObject({ event: 'end', data: { reason: 'refused' } })
      await tell(there, somebody.practiceId, [99])
      await tell(there, owner.practiceId, [100])
      await stays.heard('change')
      expect(follower.changes).toEqual([])
      const practice = { 'ulna-practice': String(somebody.practiceId) }
      expect([401, 403]).toContain((await followAs(token, ports.there, practice)).status)
    },
  )

  it('keeps no session alive: listening is not being there', async () => {
    const token = await mintToken(here, owner)
    const session = async () => {
      const { rows } = await sql`
        select s.* from sessions s join access_tokens t on t.session_id = s.id
        where t.hash = ${tokenHash(token)}`.execute(here.owner.queries)
      return rows
    }
    const before = await session()
    const follower = await followAs(token)
    const leaving = await colleague()
    const other = await followAs(await mintToken(here, leaving))
    await inDatabase(sql`update users set disabled_at = now() where id = ${leaving.userId}`)
    // All streams of the process were looked at by the time the other one has ended.
    await other.ended()
    expect(follower.hasEnded).toBe(false)
    expect(await session()).toEqual(before)
  })

  it('leaves nothing in the audit trail', async () => {
    const count = async () =>
      (
        await sql<{ rows: number }>`select count(*)::int as rows from audit_events`.execute(
          here.owner.queries,
        )
      ).rows
    const token = await mintToken(here, owner)
    const before = await count()
    await callEndpoint(here, newsEndpoints.follow, { token })
    expect(await count()).toEqual(before)
  })
})

describe('the connection that listens', () => {
  it('comes back by itself, tells everybody to read anew, and goes on', async () => {
    const one = await followAs(await mintToken(here, owner))
    const other = await followAs(await mintToken(here, await registerOwner(here)))
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'ulna notices'`.execute(here.owner.queries)
    for (const follower of [one, other]) await follower.heard('refetch')
    await tell(there, owner.practiceId, [21])
    await one.heard('change')
    expect(one.changes).toEqual([{ topic: 'appointments', ids: [21], many: false }])
    expect(other.changes).toEqual([])
  })

  it('is one for all streams of a process', async () => {
    for (let count = 0; count < 5; count += 1) await followAs(await mintToken(here, owner))
    const { rows } = await sql<{ open: number }>`select count(*)::int as open from pg_stat_activity
      where datname = current_database() and application_name = 'ulna notices'`.execute(here.owner.queries)
    // One of each of the two processes, at most.
    expect(rows[0]?.open).toBeLessThanOrEqual(2)
  })
})

describe('a session', () => {
  it('has so many streams and no more: the oldest ends when another is opened', async () => {
    const token = await mintToken(here, owner)
    const opened: TestFollower[] = []
    for (let count = 0; count < 11; count += 1) opened.push(await followAs(token))
    const [oldest, ...others] = opened
    await oldest?.ended()
    expect(oldest?.news.at(-1)).toMatchObject({ event: 'end', data: { reason: 'replaced' } })
    await tell(here, owner.practiceId, [31])
    for (const follower of others) await follower.heard('change')
  })
})

describe('a server that stops', () => {
  it('ends its streams and does not wait for anybody who listens', async () => {
    const stopping = await buildTestApp({ on: here })
    const port = await listen(stopping.server)
    const follower = await followAs(await mintToken(here, owner), port)
    const silent = await followAs(await mintToken(here, owner), port)
    silent.stopReading()
    await stopping.close()
    await follower.ended()
    expect(follower.news.at(-1)).toMatchObject({ event: 'end', data: { reason: 'closing' } })
  })
})
