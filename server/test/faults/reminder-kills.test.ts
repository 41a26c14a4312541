import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createScratchDirectory } from '../scratch-directory.ts'
import { openSmtpInbox, type SmtpInbox } from '../smtp-inbox.ts'
import { reportFigures } from './figures.ts'
import { registerClinician } from './http-call.ts'
import { type OwnDatabase, openOwnDatabase } from './own-database.ts'
import { ServerProcess } from './server-process.ts'
import { sizes } from './sizes.ts'

let scratch: Awaited<ReturnType<typeof createScratchDirectory>>
let inbox: SmtpInbox
let database: OwnDatabase
let workers: readonly ServerProcess[]

beforeAll(async () => {
  database = await openOwnDatabase()
  scratch = await createScratchDirectory()
  inbox = await openSmtpInbox()
  const variables = {
    DATA_DIR: scratch.directory,
    DATABASE_URL: database.url,
    SMTP_URL: inbox.url,
    MAIL_FROM: 'ulna@server.test',
  }
  workers = [new ServerProcess(variables), new ServerProcess(variables)]
  await workers[0]?.start()
})

afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.end('SIGKILL')))
  await inbox.close()
  await database.drop()
  await scratch.remove()
})

/** Appointments tomorrow of as many patients; every twentieth is cancelled when its reminder waits in the queue already. */
const bookMany = async (practiceId: number, doctorId: number): Promise<void> => {
  await sql`insert into patients (practice_id, first_name, last_name, file_id, email)
    select ${practiceId}, 'P', n::text, 'k' || n, 'p' || n || '@patients.test'
    from generate_series(1, ${sizes.reminders}::int) n`.execute(database.pool.queries)
  await sql`insert into appointments (practice_id, doctor_id, patient_id, patient_wire_name, user_id, start_at, end_at, allow_overlap)
    select p.practice_id, d.id, p.id, p.wire_name, d.user_id, now() + interval '20 hours', now() + interval '21 hours', true
    from patients p join doctors d on d.practice_id = p.practice_id and d.id = ${doctorId}
    where p.practice_id = ${practiceId}`.execute(database.pool.queries)
  await sql`update practices set configurations = '{"agenda": {"reminderHours": 24}}' where id = ${practiceId}`.execute(
    database.pool.queries,
  )
}

const count = async (condition: string): Promise<number> => {
  const { rows } = await sql
    .raw<{ count: number }>(`select count(*)::int as count from appointment_mails where ${condition}`)
    .execute(database.pool.queries)
  return rows[0]?.count ?? 0
}

/** The minute has come, twice at once. */
const scan = async (): Promise<void> => {
  for (let times = 0; times < 2; times += 1)
    await sql`select graphile_worker.add_job('reminders.scan', max_attempts => 1)`.execute(
      database.pool.queries,
    )
}

const cancelSome = async (): Promise<readonly string[]> => {
  const { rows } = await sql<{ email: string }>`
    update appointments a set status = 'cancelled' from patients p, appointment_mails m
    where p.practice_id = a.practice_id and p.id = a.patient_id and m.practice_id = a.practice_id
      and m.appointment_id = a.id and m.status = 'queued' and m.attempts = 0 and p.last_name::int % 20 = 0
    returning p.email`.execute(database.pool.queries)
  return rows.map(({ email }) => email)
}

/** Makes what a killed process took anybody's again, for which some time would have to pass. */
const passTheTime = async (): Promise<void> => {
  await sql`update graphile_worker._private_jobs set locked_at = locked_at - interval '20 minutes', run_at = now()`.execute(
    database.pool.queries,
  )
  await sql`update appointment_mails set attempted_at = attempted_at - interval '20 minutes'
    where status = 'queued'`.execute(database.pool.queries)
}

const settle = async (): Promise<void> => {
  await Promise.all(workers.map((worker) => worker.end('SIGKILL')))
  await passTheTime()
  await Promise.all(workers.map((worker) => worker.start()))
  await expect.poll(() => count("status = 'queued'"), { timeout: sizes.patienceMs, interval: 200 }).toBe(0)
}

const killWhileTheySend = async (): Promise<void> => {
  const share = Math.floor((sizes.reminders * 0.9) / sizes.workerKills)
  for (let kill = 0; kill < sizes.workerKills; kill += 1) {
    const enough = Math.min((kill + 1) * share, inbox.received.length + share)
    await expect
      .poll(() => inbox.received.length, { timeout: sizes.patienceMs, interval: 5 })
      .toBeGreaterThanOrEqual(enough)
    await sleep(Math.random() * 40)
    const worker = workers[kill % 2]
    await worker?.end('SIGKILL')
    await worker?.start()
  }
}

it(`B9 reminders of two workers of which one is killed ${sizes.workerKills} times: none is missing, none goes to a cancelled appointment`, {
  timeout: sizes.patienceMs,
}, async () => {
  const clinician = await registerClinician(workers[0]?.baseUrl ?? '')
  await bookMany(clinician.practiceId, clinician.doctorId)
  await workers[1]?.start()
  await scan()
  await expect.poll(() => count('true'), { timeout: sizes.patienceMs, interval: 5 }).toBeGreaterThan(0)
  const cancelled = await cancelSome()
  await killWhileTheySend()
  await settle()

  const told = inbox.received.map(({ to }) => to.join())
  const ids = inbox.received.map(({ mail }) => mail.messageId)
  const rows = await count("status = 'sent'")
  reportFigures('B9', {
    n: sizes.workerKills,
    reminders: sizes.reminders,
    cancelled: cancelled.length,
    received: told.length,
    duplicates: told.length - new Set(told).size,
  })
  expect(await count('true')).toBe(sizes.reminders)
  expect(rows + (await count("status = 'skipped' and reason = 'cancelled'"))).toBe(sizes.reminders)
  expect(told.filter((address) => cancelled.includes(address))).toEqual([])
  expect(new Set(told).size).toBe(sizes.reminders - cancelled.length)
  expect(told.length - new Set(told).size).toBeLessThanOrEqual(sizes.mailsTwice)
  // Who gets one twice all the same sees one mail.
  expect(new Set(ids).size).toBe(new Set(told).size)
})
