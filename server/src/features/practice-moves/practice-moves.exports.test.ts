import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type PracticeExport, practiceMoveEndpoints } from '@ulna/contract/practice-moves/practice-moves'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp } from '../../../test/build-test-app.ts'
import { callEndpoint, type TestAnswer } from '../../../test/client.ts'
import { createPatient } from '../../../test/factories/clinical.ts'
import { filesOf, importPractice } from '../../../test/factories/moves.ts'
import { registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { createScratchDirectory } from '../../../test/scratch-directory.ts'
import { listen } from '../../../test/sweeps/scene/raw-request.ts'
import { testServer } from '../../../test/test-practice.ts'

const app = await testServer({ alone: true })
const scratch = await createScratchDirectory()
afterAll(() => scratch.remove())

let owner: TestPerson
beforeEach(async () => {
  owner = await registerOwner(app)
  await createPatient(app, owner, { firstName: 'Mariana' })
})

const begin = (body: { recipient?: string | null } = {}): Promise<TestAnswer> =>
  callEndpoint(app, practiceMoveEndpoints.begin, { token: owner.token, body })
const list = async (): Promise<PracticeExport[]> =>
  (await callEndpoint(app, practiceMoveEndpoints.list, { token: owner.token })).payload
const link = (id: number): Promise<TestAnswer> =>
  callEndpoint(app, practiceMoveEndpoints.link, { token: owner.token, params: { id } })
const remove = (id: number): Promise<TestAnswer> =>
  callEndpoint(app, practiceMoveEndpoints.remove, { token: owner.token, params: { id } })
const fetchFrom = (url: string) => app.server.inject({ method: 'GET', url })

const ready = async (body = {}): Promise<PracticeExport> => {
  await begin(body)
  await app.runJobs()
  const [made] = await list()
  if (!made) throw new Error('there is no export')
  return made
}

const urlOf = async (id: number): Promise<string> => ((await link(id)).payload as { url: string }).url

describe('an archive that an owner asks for on the page', () => {
  it('is made in the background, is fetched by a link, and arrives elsewhere', async () => {
    expect(await begin()).toMatchObject({
      status: 201,
      payload: { state: 'waiting', by: expect.any(String) },
    })
    await app.runJobs()
    const [made] = await list()
    expect(made).toMatchObject({ state: 'ready', encrypted: false, missing: 0, faults: 0 })
    const answer = await fetchFrom(await urlOf(made?.id ?? 0))
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="ulna-\d+-\d+\.zip"$/)
    expect(answer.rawPayload).toHaveLength(made?.size ?? 0)
    expect(createHash('sha256').update(answer.rawPayload).digest('hex')).toBe(made?.sha256)
    const file = path.join(scratch.directory, 'fetched.zip')
    await writeFile(file, answer.rawPayload)
    const there = await buildTestApp()
    const arrived = await importPractice(there, file)
    await there.close()
    expect(arrived).toMatchObject({ practice: { id: owner.practiceId }, fingerprint: made?.fingerprint })
  })

  it('is encrypted for the key that was named, and for no text that is none', async () => {
    const recipient = await identityToRecipient(await generateIdentity())
    const made = await ready({ recipient })
    expect(made).toMatchObject({ state: 'ready', encrypted: true })
    const { rawPayload } = await fetchFrom(await urlOf(made.id))
    expect(rawPayload.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
    expect(await begin({ recipient: 'my key' })).toMatchObject({ status: 400 })
    // Well formed, and nobody's key: its checksum is wrong.
    const wrong = `${recipient.slice(0, -1)}${recipient.endsWith('q') ? 'p' : 'q'}`
    expect(await begin({ recipient: wrong })).toMatchObject({ status: 400 })
  })

  it('is fetched once by each link, and the newest link is the only one', async () => {
    const { id } = await ready()
    const [first, second] = [await urlOf(id), await urlOf(id)]
    expect((await fetchFrom(first)).statusCode).toBe(404)
    expect((await fetchFrom(second)).statusCode).toBe(200)
    expect((await fetchFrom(second)).statusCode).toBe(404)
    expect((await fetchFrom(`${await urlOf(id)}x`)).statusCode).toBe(404)
  })

  it('counts as fetched once all of it was sent, and not when the download broke off', async () => {
    const { id } = await ready()
    // More than what lies between two ends of a connection.
    const large = Buffer.alloc(40 * 1024 * 1024)
    const { rows } = await sql<{ key: string }>`
      update practice_exports set size = ${large.length} where id = ${id} returning storage_key as key`.execute(
      app.owner.queries,
    )
    await filesOf(app).put(rows[0]?.key ?? '', large)
    const origin = `http://127.0.0.1:${await listen(app.server)}`
    const isFetched = async (): Promise<boolean> => {
      const found =
        await sql`select 1 from practice_exports where id = ${id} and fetched_at is not null`.execute(
          app.owner.queries,
        )
      return found.rows.length > 0
    }
    const broken = new AbortController()
    const answer = await fetch(`${origin}${await urlOf(id)}`, { signal: broken.signal })
    await answer.body?.getReader().read()
    broken.abort()
    await sleep(500)
    expect(await isFetched()).toBe(false)
    const whole = await fetch(`${origin}${await urlOf(id)}`)
    expect((await whole.arrayBuffer()).byteLength).toBe(large.length)
    await expect.poll(isFetched).toBe(true)
  })

  it('is fetched by nobody whose ten minutes are over, or who is no owner any more', async () => {
    const { id } = await ready()
    const late = await urlOf(id)
    await sql`update practice_exports set link_until = now() - interval '1 s' where id = ${id}`.execute(
      app.owner.queries,
    )
    expect((await fetchFrom(late)).statusCode).toBe(404)
    const lost = await urlOf(id)
    await sql`update memberships set role = 'admin' where user_id = ${owner.userId}`.execute(
      app.owner.queries,
    )
    expect((await fetchFrom(lost)).statusCode).toBe(404)
    expect((await link(id)).errors[0]?.message).toBe('owner_role_required')
  })

  it('goes when it is removed, or after three days, with its bytes', async () => {
    const { id } = await ready()
    const url = await urlOf(id)
    expect((await remove(id)).status).toBe(200)
    expect((await fetchFrom(url)).statusCode).toBe(404)
    expect((await remove(id)).status).toBe(404)
    const { id: next } = await ready()
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(app.owner.queries)
    await app.runJobs()
    expect((await list()).find((one) => one.id === next)?.state).toBe('removed')
  })

  it('goes in its time also where whoever made it was killed before anything named its bytes', async () => {
    const { id } = await ready()
    const { rows } = await sql<{ key: string }>`
      select storage_key as key from practice_exports where id = ${id}`.execute(app.owner.queries)
    const key = rows[0]?.key ?? ''
    expect(await filesOf(app).sizeOf(key)).toBeGreaterThan(0)
    await sql`delete from practice_exports where id = ${id}`.execute(app.owner.queries)
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(app.owner.queries)
    await app.runJobs()
    expect(await filesOf(app).sizeOf(key)).toBeUndefined()
  })

  it('leaves a row for each step in the trail', async () => {
    const { id } = await ready()
    await fetchFrom(await urlOf(id))
    await remove(id)
    const { rows } = await sql<{ action: string }>`
      select action from audit_events where practice_id = ${owner.practiceId} and action like 'practice.export%'
      order by at`.execute(app.owner.queries)
    expect(rows.map(({ action }) => action)).toEqual([
      'practice.export_asked',
      'practice.export',
      'practice.export_link',
      'practice.export_fetch',
      'practice.export_remove',
    ])
  })

  it('is gone on with when whoever made it was killed, and said to have failed where the store is away', async () => {
    const { payload }: { payload: PracticeExport } = await begin()
    await sql`update practice_exports set state = 'running', touched_at = now() - interval '3 minutes'
      where id = ${payload.id}`.execute(app.owner.queries)
    await app.runJobs()
    expect((await list())[0]).toMatchObject({ id: payload.id, state: 'ready' })
    const { payload: another }: { payload: PracticeExport } = await begin()
    await sql`update practices set name = '' where false`.execute(app.owner.queries)
    await sql`update practice_exports set recipient = 'age1nobody' where id = ${another.id}`.execute(
      app.owner.queries,
    )
    await app.runJobs()
    expect((await list())[0]).toMatchObject({ id: another.id, state: 'failed' })
  })
})

it('an archive of the practice is made once a day, and one that failed counts for nothing', async () => {
  const limited = await buildTestApp({ rateLimits: true })
  const by = await registerOwner(limited)
  const ask = () => callEndpoint(limited, practiceMoveEndpoints.begin, { token: by.token, body: {} })
  expect((await ask()).status).toBe(201)
  expect((await ask()).status).toBe(429)
  await sql`update practice_exports set recipient = 'age1nobody'`.execute(limited.owner.queries)
  await limited.runJobs()
  expect((await ask()).status).toBe(201)
  await limited.runJobs()
  expect((await ask()).status).toBe(429)
  await limited.close()
})
