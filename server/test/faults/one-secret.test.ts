import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { caseInput } from '../factories/clinical.ts'
import { createScratchDirectory } from '../scratch-directory.ts'
import {
  type Clinician,
  loginRequest,
  type Reply,
  registerClinician,
  sendRequest,
  waitedForTurn,
} from './http-call.ts'
import { type OwnDatabase, openOwnDatabase } from './own-database.ts'
import { runCommand } from './server-command.ts'
import { ServerProcess } from './server-process.ts'

const [first, second, third] = ['first', 'second', 'third'].map((name) => `${name}-secret-${randomUUID()}`)

let database: OwnDatabase
let scratch: Awaited<ReturnType<typeof createScratchDirectory>>
const started: ServerProcess[] = []

/** Processes of one installation, each with a folder of its own. */
const settings = (name: string, secret: string | undefined, former?: string): Record<string, string> => ({
  DATABASE_URL: database.url,
  DATA_DIR: path.join(scratch.directory, name),
  ...(secret === undefined ? {} : { APP_SECRET: secret }),
  ...(former === undefined ? {} : { FORMER_APP_SECRETS: former }),
})

const startServer = async (
  name: string,
  secret: string | undefined,
  former?: string,
): Promise<ServerProcess> => {
  const server = new ServerProcess(settings(name, secret, former))
  started.push(server)
  await server.start()
  return server
}

const verify = (secret: string | undefined, former?: string) =>
  runCommand('verify', settings('verify', secret, former))

beforeAll(async () => {
  // A hoster gives it out so: the role that owns the tables is above nothing, and what forces rows on others forces it.
  database = await openOwnDatabase({ plainOwner: true })
  scratch = await createScratchDirectory()
})

afterAll(async () => {
  await Promise.all(started.map((server) => server.end('SIGKILL')))
  await database.drop()
  await scratch.remove()
})

const ask = (server: ServerProcess, where: string, token?: string): Promise<Reply> =>
  sendRequest(server.baseUrl, token, { method: 'GET', path: where })

/** How many of so many calls at the same time, more than the pool has connections, were answered how. */
const statuses = async (server: ServerProcess, token: string, calls = 40): Promise<number[]> => {
  const replies = await Promise.all(
    Array.from({ length: calls }, () => ask(server, '/patient?limit=20', token)),
  )
  const served = replies.filter((reply) => !waitedForTurn(reply))
  return [...new Set(served.map(({ status }) => status))].sort()
}

const readyOf = async (server: ServerProcess): Promise<number> => (await ask(server, '/health/ready')).status

const post = async (server: ServerProcess, token: string, where: string, body: unknown): Promise<Reply> => {
  const reply = await sendRequest(server.baseUrl, token, { method: 'POST', path: where, body })
  expect(reply.status, JSON.stringify(reply)).toBe(201)
  return reply
}

let one: ServerProcess
let two: ServerProcess
let clinician: Clinician
let totp: TOTP
let sealId: string
let patientId: number
/** The number of a paper that was issued with the first secret. */
let paper: string
const repeated = {
  method: 'POST',
  path: '/patient',
  key: randomUUID(),
  body: { firstName: 'Inés', lastName: 'Robledo' },
} as const
let before: Reply

const issuePaper = async (server: ServerProcess): Promise<string> =>
  String((await post(server, clinician.token, `/paper/patient/${patientId}`, { scope: 'file' })).payload.code)

/** A patient, a signed case on paper, an authenticator app and an answer that is kept. */
const work = async (): Promise<void> => {
  clinician = await registerClinician(one.baseUrl)
  const { token } = clinician
  before = await sendRequest(one.baseUrl, token, repeated)
  patientId = Number(before.payload.id)
  const record = await post(one, token, '/record', caseInput(patientId))
  const signed = await post(
    one,
    token,
    `/signature/saveOrUpdateByPatientIdAndRecordId/${patientId}/${String(record.payload.id)}`,
    { signed: true, typedName: 'Inés Robledo' },
  )
  sealId = (signed.payload.signatures as { sealId: string }[])[0]?.sealId ?? ''
  paper = await issuePaper(one)
  const { payload } = await sendRequest(one.baseUrl, token, { method: 'POST', path: '/auth/totp', body: {} })
  totp = new TOTP({ secret: Secret.fromBase32(String(payload.secret)) })
  const code = totp.generate()
  const confirmed = await sendRequest(one.baseUrl, token, {
    method: 'POST',
    path: '/auth/totp/confirm',
    body: { code },
  })
  expect(confirmed.status, JSON.stringify(confirmed)).toBeLessThan(300)
}

const signIn = (server: ServerProcess, code?: string): Promise<Reply> => {
  const { body, ...request } = loginRequest(clinician)
  return sendRequest(server.baseUrl, undefined, {
    ...request,
    body: { ...(body as object), ...(code === undefined ? {} : { code }) },
  })
}

/** What is said of a seal, or of a paper: its state, and which certificate it is signed with. */
const said = async (
  server: ServerProcess,
  code: string,
): Promise<[status: unknown, certificate: unknown]> => {
  const { payload } = await sendRequest(server.baseUrl, undefined, {
    method: 'POST',
    path: '/verify',
    body: { code },
  })
  return [payload.status, (payload.paper as { certificate: string } | null)?.certificate]
}

describe('I7 a secret is one for all processes of an installation', () => {
  it('refuses to start a process that has another one, in one sentence, and nobody else notices', async () => {
    ;[one, two] = await Promise.all([startServer('one', first), startServer('two', first)])
    await work()
    const stranger = startServer('stranger', undefined)
    await expect(stranger).rejects.toThrow(
      /ended with 1: [\s\S]*\nThis database belongs to an installation with another APP_SECRET[^\n]+secret:lost"\.\n$/,
    )
    for (const server of [one, two]) {
      expect(await statuses(server, clinician.token)).toEqual([200])
      expect(await readyOf(server)).toBe(200)
    }
    expect(await verify(first)).toMatchObject({ code: 0 })
    expect((await verify(second)).output).toMatch(/another APP_SECRET/)
  })

  it('says so itself when it is no more let into the database: 503 everywhere, ready too', async () => {
    const { rows } = await sql<{ role: string }>`
      select distinct usename as role from pg_stat_activity
      where datname = current_database() and application_name = 'ulna' and usename <> current_user`.execute(
      database.pool.queries,
    )
    const role = sql.id(rows[0]?.role ?? '')
    const alter = (how: 'login' | 'nologin') =>
      sql`alter role ${role} with ${sql.raw(how)}`.execute(database.pool.queries)
    await alter('nologin')
    // Those who are in stay in, and ready says what becomes of the next.
    expect(await readyOf(one)).toBe(503)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and usename <> current_user`.execute(database.pool.queries)
    expect(await statuses(one, clinician.token)).toEqual([503])
    await alter('login')
    await expect.poll(() => readyOf(one)).toBe(200)
  })

  it('is replaced by one that names the former: others answer 503, and all goes on with the new one', async () => {
    const successor = await startServer('successor', second, first)
    for (const server of [one, two]) {
      expect(await statuses(server, clinician.token)).toEqual([503])
      expect(await readyOf(server)).toBe(503)
      await server.end('SIGTERM')
    }
    expect(await statuses(successor, clinician.token)).toEqual([200])
    const again = await sendRequest(successor.baseUrl, clinician.token, repeated)
    expect([again.status, again.payload.id]).toEqual([201, before.payload.id])
    expect((await signIn(successor)).error).toBe('second_factor_required')
    // A code counts once, and the next one is taken already.
    expect((await signIn(successor, totp.generate({ timestamp: Date.now() + 30_000 }))).status).toBe(200)
    expect(await said(successor, sealId)).toEqual(['unchanged', undefined])
    const issued = await said(successor, paper)
    expect(issued[0]).toBe('unchanged')
    expect(await said(successor, await issuePaper(successor))).toEqual(issued)
    one = await startServer('one', second, first)
    await post(one, clinician.token, '/patient', { firstName: 'Tomás', lastName: 'Vela' })
    await expect(startServer('two', first)).rejects.toThrow(/another APP_SECRET/)
  })

  it('is proved after that as far as former secrets are named, and every row before and after', async () => {
    const whole = await verify(second, first)
    expect(whole.output).toMatch(/chain unbroken/)
    expect(whole.output).not.toMatch(/fault|unproved|no longer/)
    expect(whole.code).toBe(0)
    const partial = await verify(second)
    expect([partial.code, partial.output]).toEqual([1, expect.stringMatching(/rows? 1[^\n]*: unproved/)])
  })

  it('tells when a row from before was changed, or a seam was taken out', async () => {
    const tamper = async (change: string, mend: string) => {
      await sql.raw(change).execute(database.pool.queries)
      const found = await verify(second, first)
      await sql.raw(mend).execute(database.pool.queries)
      return found
    }
    const altered = await tamper(
      `update audit_events set ip = '203.0.113.7' where action = 'patient.create' and seq < 40`,
      `update audit_events set ip = '127.0.0.1' where action = 'patient.create' and seq < 40`,
    )
    expect([altered.code, altered.output]).toEqual([1, expect.stringMatching(/: altered/)])
    const unsewn = await tamper(
      'create table kept_seams as table audit_seams; delete from audit_seams',
      'insert into audit_seams table kept_seams; drop table kept_seams',
    )
    expect([unsewn.code, unsewn.output]).toEqual([1, expect.stringMatching(/: altered/)])
    expect((await verify(second, first)).code).toBe(0)
  })

  it('is given up when it is lost: what goes with it is said, and nothing happens unless somebody agrees', async () => {
    await expect(startServer('heir', third)).rejects.toThrow(/another APP_SECRET/)
    const asked = await runCommand('secret-lost', settings('verify', third))
    expect(asked.code).toBe(1)
    expect(asked.output).toMatch(
      /1 second factors[\s\S]*1 links of the chains of signatures[\s\S]*Nobody is there to agree/,
    )
    expect(await statuses(one, clinician.token)).toEqual([200])
    const done = await runCommand('secret-lost', settings('verify', third), ['--yes'])
    expect([done.code, done.output]).toEqual([0, expect.stringMatching(/Done\./)])
    expect([await statuses(one, clinician.token), await readyOf(one)]).toEqual([[503], 503])
    await one.end('SIGTERM')
  })

  it('goes on without it: nobody is kept out, and what can no longer be proved is anchored and said to be', async () => {
    const heir = await startServer('heir', third)
    expect((await signIn(heir)).status).toBe(200)
    expect(await said(heir, sealId)).toEqual(['unproved', undefined])
    const [status, certificate] = await said(heir, paper)
    expect([status, (await said(heir, await issuePaper(heir)))[1] === certificate]).toEqual([
      'unproved',
      false,
    ])
    await post(heir, clinician.token, '/patient', { firstName: 'Clara', lastName: 'Pons' })
    const found = await verify(third)
    expect(found.code, found.output).toBe(0)
    const day = new Date().toISOString().slice(0, 10)
    expect(found.output).toMatch(
      new RegExp(`rows can no longer be proved[^\\n]*anchored on ${day} and are unchanged`),
    )
    expect(found.output).toMatch(/1 signatures can no longer be proved/)
    expect(await runCommand('secret-lost', settings('verify', third), ['--yes'])).toMatchObject({
      code: 1,
      output: expect.stringMatching(/Nothing is lost/) as string,
    })
  })

  it('tells of anchored rows and signatures that were changed afterwards', async () => {
    await sql`update audit_events set ip = '203.0.113.7' where action = 'patient.create' and seq < 40`.execute(
      database.pool.queries,
    )
    await sql`update signatures set signer_name = 'Otra Persona'`.execute(database.pool.queries)
    const { code, output } = await verify(third)
    expect([code, output]).toEqual([1, expect.stringMatching(/rows? 1[^\n]*: altered[\s\S]*: anchor/)])
  })
})
