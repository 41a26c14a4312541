import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { openTlsPage } from '../../../test/tls/tls-page.ts'
import type { Reading } from './monitoring.conditions.ts'
import { judgeReading } from './monitoring.service.ts'

const operators = ['ana@clinic.test', 'it@clinic.test']
const page = await openTlsPage(10)
const appUrl = `https://localhost:${page.port}`
const app = await buildTestApp({ operators })
/** Another process of the same installation. */
const beside = await buildTestApp({ on: app, operators })
/** One whose address has a certificate. */
const secure = await buildTestApp({ on: app, operators, appUrl })
afterAll(async () => {
  await beside.close()
  await secure.close()
  await app.close()
  await page.close()
})

const watch = async (of: TestApp = app): Promise<void> => {
  await of.jobs['monitoring.watch']?.({}, { jobId: '1' })
}
const watchAndSend = async (of: TestApp = app): Promise<void> => {
  await watch(of)
  await app.runJobs()
}
const told = async (since: number) =>
  (await app.mails()).slice(since).map(({ to, subject }) => `${to?.[0]?.address} ${subject}`)
const toBoth = (subject: string): string[] => operators.map((to) => `${to} Ulna: ${subject}`)

const noted = async (): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select name from operator_alerts order by 1`.execute(
    app.owner.queries,
  )
  return rows.map(({ name }) => name)
}
const passDays = (days: number) =>
  sql`update operator_alerts set told_at = told_at - make_interval(days => ${days})`.execute(
    app.owner.queries,
  )

/** Work as the queue holds it that failed so often, and that nobody does for now. */
const failedWork = (name: string, attempts: number, error = 'Mail job-1 was not handed over: ESOCKET CONN') =>
  sql`with added as (select (graphile_worker.add_job(${name}, run_at => now() + interval '1 hour')).id)
    select id from added`
    .execute(app.owner.queries)
    .then(({ rows }) =>
      sql`update graphile_worker._private_jobs set attempts = ${attempts}, last_error = ${error}
        where id = ${(rows[0] as { id: string }).id}`.execute(app.owner.queries),
    )
const emptyQueue = () => sql`delete from graphile_worker._private_jobs`.execute(app.owner.queries)

beforeEach(async () => {
  await emptyQueue()
  await sql`delete from operator_alerts`.execute(app.owner.queries)
})

describe('I11 whoever runs the installation', () => {
  const failThree = async (): Promise<void> => {
    for (const name of ['accounts.send_link', 'contact.message', 'reminders.appointment_mail'])
      await failedWork(name, 3)
  }

  it('is told once that mail does not get out, again every week while it is so, and once that it does', async () => {
    await failThree()
    const { length } = await app.mails()
    await watchAndSend()
    await watchAndSend()
    expect((await told(length)).sort()).toEqual(toBoth('El correo no sale'))
    await passDays(6)
    await watchAndSend()
    expect(await told(length)).toHaveLength(2)
    await passDays(2)
    await watchAndSend()
    await watchAndSend()
    expect(await told(length)).toHaveLength(4)
    await emptyQueue()
    await watchAndSend()
    await watchAndSend()
    expect((await told(length + 4)).sort()).toEqual(toBoth('resuelto — El correo no sale'))
    expect(await noted()).toEqual([])
  })

  it('is told once by two processes that look at the same moment', async () => {
    await failThree()
    const { length } = await app.mails()
    await Promise.all([watch(), watch(beside), watch(), watch(beside)])
    await app.runJobs()
    const subjects = (await told(length)).filter((line) => line.endsWith('El correo no sale'))
    expect(subjects.sort()).toEqual(toBoth('El correo no sale'))
    await emptyQueue()
    await Promise.all([watch(), watch(), watch(beside)])
    await app.runJobs()
    expect((await told(length)).filter((line) => line.includes('resuelto — El correo')).sort()).toEqual(
      toBoth('resuelto — El correo no sale'),
    )
  })

  it('is not told of mails whose mailbox there is not, nor of what was given up long ago', async () => {
    for (let at = 0; at < 4; at += 1)
      await failedWork(
        'reminders.appointment_mail',
        5,
        'Mail job-7 was not handed over: EENVELOPE RCPT TO 550 5.1.1',
      )
    for (let at = 0; at < 4; at += 1) await failedWork('accounts.notice', 25)
    await sql`update graphile_worker._private_jobs set updated_at = now() - interval '2 days' where attempts = 25`.execute(
      app.owner.queries,
    )
    await watch()
    expect(await noted()).toEqual([])
  })

  it('is told 14 days before the certificate of the page ends, and not that it is over where nobody answers', async () => {
    const { length } = await app.mails()
    await watchAndSend(secure)
    await watchAndSend(secure)
    expect((await told(length)).sort()).toEqual(toBoth('El certificado de la página caduca pronto'))
    const gone = await buildTestApp({ on: app, operators, appUrl: 'https://localhost:9' })
    await watchAndSend(gone)
    await gone.close()
    expect(await noted()).toEqual(['certificate_ending'])
    await watchAndSend()
    expect(await noted()).toEqual([])
    expect(await told(length)).toHaveLength(4)
  })

  it('is told of a clock that is six seconds ahead, not of a machine that is slow', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6000 })
    await watch().finally(() => vi.useRealTimers())
    expect(await noted()).toEqual(['clock_wrong'])
    await watch()
    expect(await noted()).toEqual([])
  })

  it('is told of work that waits for half an hour without waiting for it', async () => {
    await sql`select graphile_worker.add_job('nobody.does_this')`.execute(app.owner.queries)
    await sql`update graphile_worker._private_jobs set run_at = now() - interval '31 minutes',
      created_at = now() - interval '31 minutes'`.execute(app.owner.queries)
    const { length } = await app.mails()
    await watch()
    expect(await noted()).toEqual([])
    await Promise.all([app.watchQueue(), beside.watchQueue(), app.watchQueue()])
    expect((await told(length)).sort()).toEqual(toBoth('Los trabajos en segundo plano no avanzan'))
    await emptyQueue()
    await Promise.all([app.watchQueue(), beside.watchQueue()])
    await app.runJobs()
    expect((await told(length + 2)).sort()).toEqual(
      toBoth('resuelto — Los trabajos en segundo plano no avanzan'),
    )
  })

  it('is told of a disk that is full, and not that it is over while one of the disks does not answer', async () => {
    const judge = (figures: Reading) => judgeReading(app, ['disk_full'], figures, async () => undefined)
    const disk = (free: number) => ({ of: 'data' as const, free, size: 100 })
    expect(await judge({ disks: [disk(9)] })).toEqual([{ name: 'disk_full', isOver: false }])
    expect(await judge({ disks: [disk(12)] })).toEqual([])
    expect(await judge({ disks: undefined })).toEqual([])
    expect(await judge({ disks: [disk(20)] })).toEqual([{ name: 'disk_full', isOver: true }])
  })
})

describe('what is noted of a condition', () => {
  it('is nothing where the mails that tell of it could not be queued', async () => {
    const failing = judgeReading(app, ['clock_wrong'], { clockAhead: 9000 }, async () => {
      throw new Error('no room')
    })
    await expect(failing).rejects.toThrow('no room')
    expect(await noted()).toEqual([])
    await judgeReading(app, ['clock_wrong'], { clockAhead: 9000 }, async () => undefined)
    expect(await noted()).toEqual(['clock_wrong'])
  })
})
