import { statfs } from 'node:fs/promises'
import path from 'node:path'
import { type MonitoringStand, monitoringEndpoints } from '@ulna/contract/monitoring/monitoring'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { buildTestApp } from '../../../test/build-test-app.ts'
import { callEndpoint } from '../../../test/client.ts'
import { addMember, registerOwner } from '../../../test/factories/people.ts'
import { createScratchDirectory } from '../../../test/scratch-directory.ts'
import { openTlsPage } from '../../../test/tls/tls-page.ts'
import { aheadOf, certificateEnd, readDisks, readingOf } from './monitoring.reading.ts'

const scratch = await createScratchDirectory()
const page = await openTlsPage(40)
const watched = {
  isEmbedded: true,
  isMailSent: true,
  folders: { data: scratch.directory, backups: path.join(scratch.directory, 'not/made/yet') },
}
const app = await buildTestApp({ watched, appUrl: `https://localhost:${page.port}` })
const operator = await registerOwner(app)
const named = await buildTestApp({ on: app, operators: ['it@clinic.test'] })
afterAll(async () => {
  await named.close()
  await app.close()
  await page.close()
  await scratch.remove()
})

const read = (token: string | null, of = app) => callEndpoint(of, monitoringEndpoints.read, { token })

describe('the state of an installation', () => {
  it('is for whoever runs it: no owner, no member, nobody without a session or without a second factor', async () => {
    expect((await read(operator.token)).status).toBe(200)
    const owner = await registerOwner(app)
    const member = await addMember(app, operator.practiceId, 'admin', true)
    for (const { token } of [owner, member])
      expect((await read(token)).errors[0]?.message).toBe('operator_required')
    expect((await read(null)).status).toBe(401)
    expect((await read(operator.token, named)).errors[0]?.message).toBe('operator_required')
    await sql`update users set email = 'it@clinic.test', email_verified_at = null where id = ${owner.userId}`.execute(
      app.owner.queries,
    )
    expect((await read(owner.token, named)).errors[0]?.message).toBe('operator_mail_unproven')
    await sql`update users set email_verified_at = now() where id = ${owner.userId}`.execute(
      app.owner.queries,
    )
    expect((await read(owner.token, named)).errors[0]?.message).toBe('operator_factor_missing')
    await sql`update users set totp_confirmed_at = now() where id = ${owner.userId}`.execute(
      app.owner.queries,
    )
    expect((await read(owner.token, named)).status).toBe(200)
  })

  it('tells what the database, its queue, the disks and the certificate say', async () => {
    await sql`select graphile_worker.add_job(name) from unnest(array['accounts.send_link', 'files.scan']) name`.execute(
      app.owner.queries,
    )
    await sql`update graphile_worker._private_jobs set run_at = now() - interval '90 seconds',
      created_at = now() - interval '90 seconds'`.execute(app.owner.queries)
    await sql`select graphile_worker.add_job('practices.invitation_mail', run_at => now() + interval '1 hour')`.execute(
      app.owner.queries,
    )
    await sql`update graphile_worker._private_jobs set attempts = 4, last_error = 'Mail job-1 was not handed over'
      where run_at > now()`.execute(app.owner.queries)
    const stand: MonitoringStand = (await read(operator.token)).payload
    const { rows } = await sql<{ schema: string; postgres: string; most: number; size: number }>`
      select (select max(name) from kysely_migration) as schema, current_setting('server_version') as postgres,
        current_setting('max_connections')::int as most, pg_database_size(current_database())::float8 as size`.execute(
      app.owner.queries,
    )
    const [facts] = rows
    expect(stand.versions).toEqual({
      ...{ product: '0.0.0-test', node: process.versions.node },
      ...{ schema: facts?.schema, postgres: facts?.postgres },
    })
    expect(stand.database).toMatchObject({ embedded: true, mostConnections: facts?.most })
    expect(stand.database.standbys).toEqual({ following: 0, synchronous: 0, behind: 0 })
    expect(stand.database.connections).toBeGreaterThan(0)
    expect(stand.database.size / (facts?.size ?? 0)).toBeCloseTo(1, 1)
    expect(stand.queue).toMatchObject({
      waiting: 2,
      failing: [{ work: 'practices.invitation_mail', jobs: 1 }],
    })
    expect(stand.queue.oldest).toBeGreaterThanOrEqual(90)
    expect(stand.mail).toEqual({ sent: true, waiting: 1, failing: 1 })
    expect(stand.certificateEndsAt).toBe(page.endsAt)
    expect(stand.clockAhead).toBe(0)
    const { blocks, bsize } = await statfs(scratch.directory)
    expect(stand.disks.map(({ of, size }) => [of, size])).toEqual([
      ['data', blocks * bsize],
      ['backups', blocks * bsize],
    ])
    for (const { free, size } of stand.disks) expect(free).toBeLessThanOrEqual(size)
    expect(stand).toMatchObject({ trail: { broken: 0 }, alerts: [], faults: [] })
  })

  it('lists what is wrong since when', async () => {
    await sql`insert into operator_alerts (name, told_at) values ('disk_full', now())`.execute(
      app.owner.queries,
    )
    const { alerts }: MonitoringStand = (await read(operator.token)).payload
    expect(alerts).toEqual([{ name: 'disk_full', since: expect.stringMatching(/^\d{4}-.*Z$/) }])
    await sql`delete from operator_alerts`.execute(app.owner.queries)
  })
})

describe('the end of a certificate', () => {
  it('is known where the name in it fits and where it does not, and of nobody who has none', async () => {
    expect(await certificateEnd(`https://localhost:${page.port}`)).toBe(page.endsAt)
    expect(await certificateEnd(`https://127.0.0.1:${page.port}`)).toBe(page.endsAt)
    expect(await certificateEnd(`http://localhost:${page.port}`)).toBeNull()
    expect(await certificateEnd('https://localhost:9')).toBeNull()
  })
})

describe('a clock', () => {
  it.each([
    ['is right where an answer took long', 5000, 0, 9000, 0],
    ['is ahead by what it was ahead before it asked', 1000, 7000, 7005, 6000],
    ['is behind by what it was behind when it heard', 9000, 1000, 1005, -7995],
  ])('%s', (_, now, before, after, ahead) => {
    expect(aheadOf(now, before, after)).toBe(ahead)
  })
})

describe('disks', () => {
  it('are unknown together where one of them does not answer', async () => {
    const place = {
      ...{ version: '1', isEmbedded: true, isMailSent: true, appUrl: () => 'http://localhost' },
      folders: { data: scratch.directory, backups: path.join(scratch.directory, 'x'.repeat(300)) },
    }
    const disks = await readDisks(place)
    expect(disks.map(({ of }) => of)).toEqual(['data'])
    const stand: MonitoringStand = (await read(operator.token)).payload
    expect(readingOf({ ...stand, disks }, place).disks).toBeUndefined()
    expect(readingOf(stand, { ...place, folders: watched.folders }).disks).toEqual(stand.disks)
  })
})
