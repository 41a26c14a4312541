import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp } from '../../../test/build-test-app.ts'
import { registerOwner } from '../../../test/factories/people.ts'

let begun = 0
const start = (): void => {
  begun += 1
}
const place = { target: '/backups', isOnSameDisk: async () => false, start }
const operators = ['ana@clinic.test', 'it@clinic.test']
const app = await buildTestApp({
  operators,
  backups: { recipients: 1, ...place },
})
const keyless = await buildTestApp({
  on: app,
  backups: { recipients: 0, ...place },
})
afterAll(async () => {
  await keyless.close()
  await app.close()
})

const job = (name: string, of = app) => of.jobs[name]?.({}, { jobId: '1' })

/** The clock of the database cannot be moved: what happened is. */
const passHours = (hours: number) =>
  sql`with u as (update users set created_at = created_at - make_interval(hours => ${hours})),
    a as (update operator_alerts set told_at = told_at - make_interval(hours => ${hours}))
    update backups set at = at - make_interval(hours => ${hours}),
      started_at = started_at - make_interval(hours => ${hours})`.execute(app.owner.queries)

const noteGoodBackup = () =>
  sql`insert into backups (target, name, at, ended_at, state) values ('/x', '1', now(), now(), 'good')`.execute(
    app.owner.queries,
  )

const noteFailure = () =>
  sql`insert into backups (target, state, fault, ended_at) values ('/x', 'failed', 'backup_full', now())`.execute(
    app.owner.queries,
  )

const toldSince = async (before: number) =>
  (await app.mails()).slice(before).map(({ subject, to, text }) => ({ subject, to: to?.[0]?.address, text }))

beforeEach(async () => {
  begun = 0
  await sql`delete from backups`.execute(app.owner.queries)
  await sql`delete from operator_alerts`.execute(app.owner.queries)
  await sql`delete from recovery_keys`.execute(app.owner.queries)
})

describe('a backup begins by itself', () => {
  it('not before somebody has an account', async () => {
    await job('backups.nightly')
    expect(begun).toBe(0)
    await registerOwner(app)
    await job('backups.nightly')
    expect(begun).toBe(1)
  })

  it('not before somebody has a key, which may be the printed one', async () => {
    await job('backups.nightly', keyless)
    expect(begun).toBe(0)
    await sql`insert into recovery_keys (recipient) values ('age1printed')`.execute(app.owner.queries)
    await job('backups.nightly', keyless)
    expect(begun).toBe(1)
  })

  it('once a day, and an hour after one that failed', async () => {
    await noteGoodBackup()
    await job('backups.nightly')
    expect(begun).toBe(0)
    await passHours(24)
    await job('backups.nightly')
    expect(begun).toBe(1)
    await noteFailure()
    await job('backups.nightly')
    expect(begun).toBe(1)
    await passHours(1)
    await job('backups.nightly')
    expect(begun).toBe(2)
  })
})

describe('whoever runs the installation', () => {
  const watchAndSend = async () => {
    await job('backups.watch')
    await app.runJobs()
  }

  it('is told once that there has been no good backup for 26 hours, and why; a week later again', async () => {
    await noteGoodBackup()
    await passHours(25)
    await noteFailure()
    const { length } = await app.mails()
    await watchAndSend()
    expect(await toldSince(length)).toEqual([])
    await passHours(2)
    await watchAndSend()
    await watchAndSend()
    const told = await toldSince(length)
    expect(told.map(({ to }) => to).sort()).toEqual(operators)
    expect(told[0]?.subject).toBe('Ulna: falta una copia de seguridad')
    expect(told[0]?.text).toContain('No queda sitio donde se guardan las copias.')
    expect(told[0]?.text).toMatch(/Última: \d+ de \w+ de \d{4}/)
    await passHours(6 * 24)
    await watchAndSend()
    expect(await toldSince(length)).toHaveLength(2)
    await passHours(25)
    await watchAndSend()
    expect(await toldSince(length)).toHaveLength(4)
  })

  it('is told where there never was one, and once when there is one again', async () => {
    await passHours(48)
    const { length } = await app.mails()
    await watchAndSend()
    const [told] = await toldSince(length)
    expect(told?.text).toContain('todavía no hay clave de recuperación')
    expect(told?.text).not.toContain('Última')
    await noteGoodBackup()
    await watchAndSend()
    await watchAndSend()
    const again = (await toldSince(length)).slice(2)
    expect(again.map(({ subject }) => subject)).toEqual(
      Array(2).fill('Ulna: vuelve a haber copias de seguridad'),
    )
  })
})
