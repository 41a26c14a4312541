import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createScratchDirectory } from '../scratch-directory.ts'
import { openSmtpInbox, type SmtpInbox } from '../smtp-inbox.ts'
import { reportFigures } from './figures.ts'
import { type Clinician, registerClinician, sendRequest } from './http-call.ts'
import { type OwnDatabase, openOwnDatabase } from './own-database.ts'
import { ServerProcess } from './server-process.ts'
import { sizes } from './sizes.ts'

let scratch: Awaited<ReturnType<typeof createScratchDirectory>>
let database: OwnDatabase
let inbox: SmtpInbox
let server: ServerProcess
let clinician: Clinician

beforeAll(async () => {
  database = await openOwnDatabase()
  scratch = await createScratchDirectory()
  inbox = await openSmtpInbox()
  server = new ServerProcess({
    DATA_DIR: scratch.directory,
    DATABASE_URL: database.url,
    SMTP_URL: inbox.url,
    MAIL_FROM: 'ulna@server.test',
  })
  await server.start()
  clinician = await registerClinician(server.baseUrl)
})

afterAll(async () => {
  await server.end('SIGKILL')
  await inbox.close()
  await database.drop()
  await scratch.remove()
})

/** A practice that confirms by mail, with as many patients as are booked, each with an address of their own. */
const preparePractice = async (): Promise<number[]> => {
  const { queries } = database.pool
  await sql`update practices set configurations = '{"agenda": {"confirmationMails": true}}'`.execute(queries)
  const { rows } = await sql<{ id: number }>`
    insert into patients (practice_id, first_name, last_name, file_id, email)
    select ${clinician.practiceId}, 'P', n::text, 'k' || n, 'p' || n || '@patients.test'
    from generate_series(1, ${sizes.mailsAway * 3}::int) n returning id`.execute(queries)
  return rows.map(({ id }) => id)
}

const hour = 3_600_000
let booked = 0

const book = async (patientId: number): Promise<number> => {
  booked += 1
  const start = Date.UTC(2035, 0, 1) + booked * hour
  const times = { start: new Date(start).toISOString(), end: new Date(start + hour).toISOString() }
  const body = { doctorId: clinician.doctorId, patientId, ...times }
  const reply = await sendRequest(server.baseUrl, clinician.token, {
    method: 'POST',
    path: '/appointment',
    body,
  })
  expect([reply.status, reply.error]).toEqual([201, undefined])
  return reply.ms
}

/** Books one after the other; answers the time that 95 of 100 stayed below, in milliseconds. */
const bookAll = async (patientIds: readonly number[]): Promise<number> => {
  const times: number[] = []
  for (const patientId of patientIds) times.push(await book(patientId))
  times.sort((a, b) => a - b)
  return Math.round((times[Math.floor(times.length * 0.95)] ?? 0) * 10) / 10
}

/** A mail server that takes calls and says nothing. */
const openSilence = async (port: number): Promise<{ close(): Promise<void> }> => {
  const calls = new Set<Socket>()
  const silence: Server = createServer((socket) => {
    calls.add(socket)
    socket.on('error', () => undefined)
  })
  silence.listen(port, '127.0.0.1')
  await once(silence, 'listening')
  return {
    close: async () => {
      for (const socket of calls) socket.destroy()
      await new Promise((resolve) => silence.close(resolve))
    },
  }
}

const countMails = async (condition: string): Promise<number> => {
  const { rows } = await sql
    .raw<{ count: number }>(`select count(*)::int as count from appointment_mails where ${condition}`)
    .execute(database.pool.queries)
  return rows[0]?.count ?? 0
}

interface Retry {
  readonly attempts: number
  /** Seconds between the attempt that failed and the next, at the least and at the most. */
  readonly least: number
  readonly most: number
}

/**
 * How long after an attempt that failed the next is due, by the clock of the database. It does not note when an attempt
 * failed: that was after it began, and before it is asked.
 */
const findRetries = async (): Promise<Retry[]> => {
  const { rows } = await sql<Retry>`
    select j.attempts, extract(epoch from j.run_at - m.attempted_at)::float8 as most,
      extract(epoch from j.run_at - clock_timestamp())::float8 as least
    from graphile_worker._private_jobs j
      join appointment_mails m on m.mail_id = (j.payload ->> 'mailId')::bigint
    where j.locked_at is null and j.attempts > 0 and m.attempted_at is not null and m.status <> 'sent'`.execute(
    database.pool.queries,
  )
  return rows
}

/** The schedule of jobs.ts: e^n seconds after the attempt n, of which a fifth more or less is no matter. */
const isOnSchedule = ({ attempts, least, most }: Retry): boolean =>
  most >= 0.8 * Math.exp(attempts) && least <= 1.2 * Math.exp(attempts)

/** Looks at what is due when, until so many mails that did not go out were attempted; answers all it saw. */
const watchRetries = async (mails: number): Promise<Retry[]> => {
  const seen: Retry[] = []
  await expect
    .poll(
      async () => {
        seen.push(...(await findRetries()))
        return countMails("status <> 'sent' and attempts > 0")
      },
      { timeout: sizes.patienceMs, interval: 200 },
    )
    .toBeGreaterThanOrEqual(mails)
  return [...seen, ...(await findRetries())]
}

/** Makes due what waits for its next attempt, for which two hours would have to pass. */
const passTheTime = async (): Promise<void> => {
  await sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null`.execute(
    database.pool.queries,
  )
  await sql`update appointment_mails set attempted_at = attempted_at - interval '2 hours'
    where status <> 'sent'`.execute(database.pool.queries)
}

const everyMailSent = async (): Promise<void> => {
  await expect
    .poll(
      async () => {
        await passTheTime()
        return countMails("status <> 'sent'")
      },
      { timeout: sizes.patienceMs, interval: 500 },
    )
    .toBe(0)
}

it(`A9 ${sizes.mailsAway * 2} bookings while the mail server refuses or says nothing are made all the same, and each patient gets one mail once it is back`, {
  timeout: sizes.patienceMs,
}, async () => {
  const patientIds = await preparePractice()
  const third = (index: number) => patientIds.slice(index * sizes.mailsAway, (index + 1) * sizes.mailsAway)
  const there = await bookAll(third(0))
  await everyMailSent()
  await inbox.close()
  const refusing = await bookAll(third(1))
  const whileRefusing = await watchRetries(sizes.mailsAway)
  const silence = await openSilence(inbox.port)
  const silent = await bookAll(third(2))
  const retries = [...whileRefusing, ...(await findRetries())]
  const before = inbox.received
  await silence.close()
  inbox = await openSmtpInbox({ port: inbox.port })
  await everyMailSent()
  const told = [...before, ...inbox.received].map(({ to }) => to.join())
  reportFigures('A9', {
    mails: patientIds.length,
    received: told.length,
    duplicates: told.length - new Set(told).size,
    p95Ms: { there, refusing, silent },
    retries: retries.length,
  })
  expect(whileRefusing.length).toBeGreaterThan(0)
  expect(retries.filter((retry) => !isOnSchedule(retry))).toEqual([])
  expect(told.sort()).toEqual(patientIds.map((_, index) => `p${index + 1}@patients.test`).sort())
})
