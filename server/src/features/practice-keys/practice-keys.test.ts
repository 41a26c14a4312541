import type { MadePracticeKey, PracticeKey } from '@ulna/contract/practice-keys/practice-keys'
import { mostPracticeKeys, practiceKeyEndpoints } from '@ulna/contract/practice-keys/practice-keys'
import { keyScopes } from '@ulna/contract/practice-keys/practice-keys.scopes'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { callEndpoint, type TestAnswer } from '../../../test/client.ts'
import { follow } from '../../../test/event-stream.ts'
import { addMember, registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { mintKey } from '../../../test/sweeps/scene/keys.ts'
import { mintToken } from '../../../test/sweeps/scene/minted-session.ts'
import { listen } from '../../../test/sweeps/scene/raw-request.ts'
import { testServer } from '../../../test/test-practice.ts'

let owner: TestPerson

const app = await testServer({ alone: true })
beforeEach(async () => {
  owner = await registerOwner(app, { firstName: 'Laura', lastName: 'Restrepo' })
})

const wish = { name: 'Panel de gestión', scopes: ['patients', 'agenda'], lifetime: 90 }

const create = (body: object = wish, by = owner): Promise<TestAnswer> =>
  callEndpoint(app, practiceKeyEndpoints.create, { token: by.token, body })

const made = async (by = owner): Promise<MadePracticeKey> => {
  const { status, text, payload } = await create(wish, by)
  if (status !== 201) throw new Error(text)
  return payload
}

const list = async (by = owner): Promise<PracticeKey[]> =>
  (await callEndpoint(app, practiceKeyEndpoints.list, { token: by.token })).payload

const revoke = (id: number, by = owner): Promise<TestAnswer> =>
  callEndpoint(app, practiceKeyEndpoints.revoke, { token: by.token, params: { id } })

const outcome = ({ status, errors }: TestAnswer): string => errors[0]?.message ?? String(status)

const daysBetween = (one: string, other: string): number => (Date.parse(other) - Date.parse(one)) / 86_400_000

describe('a key of the practice', () => {
  it('is told once, and what is kept does not open anything', async () => {
    const { secret, ...key } = await made()
    expect(secret).toMatch(new RegExp(`^ulna_${owner.practiceId}_[\\w-]{43}$`))
    expect(key).toMatchObject({
      ...{ name: wish.name, scopes: wish.scopes, state: 'active', createdBy: 'Laura Restrepo' },
      ...{ lastUsedAt: null, revokedAt: null, revokedBy: null },
      beginning: secret.slice(0, -39),
    })
    expect(daysBetween(key.createdAt, key.expiresAt)).toBe(90)
    expect(await list()).toEqual([key])
    const { rows } = await sql<{ row: string }>`select t::text as row from practice_keys t`.execute(
      app.owner.queries,
    )
    expect(rows.filter(({ row }) => row.includes(secret.slice(-39)))).toEqual([])
    const trail = await sql<{ detail: string; subject_id: number }>`
      select detail, subject_id from audit_events where practice_id = ${owner.practiceId}
        and action = 'practice_key.create'`.execute(app.owner.queries)
    expect(trail.rows).toEqual([
      { subject_id: key.id, detail: JSON.stringify({ scopes: wish.scopes, days: 90 }) },
    ])
    expect(app.log.join('\n')).not.toContain(secret)
  })

  it('is an owner’s to make, to see and to revoke, with a fresh proof where it changes', async () => {
    const { id } = await made()
    const admin = await addMember(app, owner.practiceId, 'admin', true)
    expect(outcome(await create(wish, admin))).toBe('owner_role_required')
    expect(outcome(await revoke(id, admin))).toBe('owner_role_required')
    const seen = await callEndpoint(app, practiceKeyEndpoints.list, { token: admin.token })
    expect(outcome(seen)).toBe('owner_role_required')
    const stale = { ...owner, token: await mintToken(app, { ...owner, stale: true }) }
    expect(outcome(await create(wish, stale))).toBe('reauth_required')
    expect(outcome(await revoke(id, stale))).toBe('reauth_required')
    expect((await list(stale)).map((key) => key.id)).toEqual([id])
  })

  it('has a name, scopes that there are, each once, and one of three lifetimes', async () => {
    const faults = async (body: object): Promise<unknown> => {
      const { status, errors } = await create({ ...wish, ...body })
      return [status, errors[0]?.field]
    }
    expect(await faults({ name: ' ' })).toEqual([400, 'name'])
    expect(await faults({ name: 'a'.repeat(101) })).toEqual([400, 'name'])
    expect(await faults({ scopes: [] })).toEqual([400, 'scopes'])
    expect(await faults({ scopes: ['everything'] })).toEqual([400, 'scopes.0'])
    expect(await faults({ lifetime: 400 })).toEqual([400, 'lifetime'])
    const twice: MadePracticeKey = (await create({ ...wish, scopes: ['agenda', 'agenda'] })).payload
    expect(twice.scopes).toEqual(['agenda'])
    const year: MadePracticeKey = (await create({ ...wish, scopes: [...keyScopes], lifetime: 365 })).payload
    expect(daysBetween(year.createdAt, year.expiresAt)).toBe(365)
  })

  it('is listed with those that ended, the newest first, each saying how', async () => {
    const { id: expired } = await mintKey(app, { ...owner, expired: true })
    const first = await made()
    const second = await made()
    const answer = await revoke(second.id)
    expect(answer.payload).toMatchObject({ id: second.id, state: 'revoked', revokedBy: 'Laura Restrepo' })
    const keys = await list()
    expect(keys.map(({ id, state }) => [id, state])).toEqual([
      [second.id, 'revoked'],
      [first.id, 'active'],
      [expired, 'expired'],
    ])
    expect((await revoke(expired)).payload).toMatchObject({ state: 'expired', revokedAt: null })
    expect((await revoke(second.id)).payload).toEqual(keys[0])
    const neighbour = await registerOwner(app)
    expect(outcome(await revoke(first.id, neighbour))).toBe('not_found')
    expect(await list(neighbour)).toEqual([])
  })

  it('is one of so many at most that count at the same time', async () => {
    for (let turn = 1; turn < mostPracticeKeys; turn += 1) await mintKey(app, owner)
    await mintKey(app, { ...owner, expired: true })
    await mintKey(app, { ...owner, revoked: true })
    const last = await made()
    const refused = await create()
    expect([outcome(refused), refused.errors[0]?.params]).toEqual([
      'too_many_keys',
      { max: mostPracticeKeys },
    ])
    await revoke(last.id)
    expect((await create()).status).toBe(201)
  })

  it('is told to the owners by mail, whoever of them made it, and to nobody else', async () => {
    const other = await addMember(app, owner.practiceId, 'owner', false)
    await addMember(app, owner.practiceId, 'admin', true)
    await app.runJobs()
    const before = (await app.mails()).length
    const { secret } = await made()
    await app.runJobs()
    const mails = (await app.mails()).slice(before)
    expect(mails.map(({ to }) => to?.[0]?.address).sort()).toEqual([owner.username, other.username].sort())
    for (const mail of mails) {
      expect(mail.subject).toContain(wish.name)
      expect(mail.text).toContain('Laura Restrepo')
      expect(mail.text).not.toContain(secret.slice(-39))
    }
  })

  it('is told to open pages by its number when it is made and when it ends', async () => {
    const follower = await follow(await listen(app.server), { authorization: `Bearer ${owner.token}` })
    await follower.heard('ready')
    const { id } = await made()
    await revoke(id)
    await follower.heard('change', 2)
    expect(follower.changes).toEqual([1, 2].map(() => ({ topic: 'practice-keys', ids: [id], many: false })))
    follower.leave()
  })
})
