import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { EndpointShape } from '@ulna/contract/http/endpoint'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type App, buildApp } from '../../../src/app.ts'
import { openPool } from '../../../src/platform/database/database.ts'
import { localFileStore } from '../../../src/platform/files/file-store.local.ts'
import { createLogger } from '../../../src/platform/logger.ts'
import { smtpMailer } from '../../../src/platform/mail/smtp-mailer.ts'
import { UploadBody } from '../../client.ts'
import { formBody, pdf } from '../../factories/files.ts'
import { reportFigures } from '../../faults/figures.ts'
import { dealt, sizes } from '../../faults/sizes.ts'
import { testPractice } from '../../test-practice.ts'
import type { SampleInput } from '../samples/sample.ts'
import { dependenciesOf } from '../scene/app-dependencies.ts'
import { inCallOrder, sampleOf } from '../scene/endpoint-samples.ts'
import { leavesOf, withLeaf } from '../scene/json/leaves.ts'
import { mintToken } from '../scene/minted-session.ts'
import { type PracticeScene, stageScene } from '../scene/practice-scene.ts'
import { askRaw, listen, sendBytes } from '../scene/raw-request.ts'
import { asSent, sendText, urlFor } from '../scene/send-text.ts'
import { hostileLines, isOneEvent } from './hostile-lines.ts'

const written: string[] = []
const logger = createLogger('trace', { write: (text) => void written.push(text) })

const { app, owner } = await testPractice({ alone: true })
let talkative: App
let port: number
let folder: string
const pool = openPool(app.database.appConnection, {
  size: 3,
  onIdleError: ({ message }) => logger.warn(`a database connection broke: ${message}`),
})

/** Says to whoever wants to hand in a mail what no server says. */
const rudeMailServer = createServer((socket) => {
  socket.on('error', () => undefined)
  socket.end(`550 ${hostileLines.join('')}\r\n`)
})

beforeAll(async () => {
  await new Promise<void>((resolve) => rudeMailServer.listen(0, '127.0.0.1', resolve))
  const { port: mailPort } = rudeMailServer.address() as { port: number }
  folder = await mkdtemp(path.join(tmpdir(), 'ulna-log-'))
  // A file where a folder should be: whatever is stored fails, and the error quotes the path.
  const blocked = path.join(folder, 'blocked \u001b[31m\n\u2028\u009b')
  await writeFile(blocked, '')
  talkative = await buildApp({
    ...dependenciesOf(app),
    pool,
    logger,
    files: localFileStore(blocked),
    mailer: smtpMailer({ url: `smtp://127.0.0.1:${mailPort}`, from: 'Ulna <ulna@server.test>' }),
    activationByMail: true,
    contactEmail: 'contact@server.test',
  })
  await talkative.server.ready()
  port = await listen(talkative.server)
})
afterAll(async () => {
  await talkative.server.close()
  await pool.close()
  rudeMailServer.close()
  await rm(folder, { recursive: true, force: true })
})

/** The sample with a hostile text wherever a caller writes one: body, query and path. */
const poisoned = (input: SampleInput, text: string): SampleInput => {
  const places = leavesOf({ body: input.body, query: input.query, params: input.params })
  return places.reduce<SampleInput>(
    (changed, [place, value]) =>
      typeof value === 'string' ? withLeaf(changed, place, `${value}${text}`) : changed,
    input,
  )
}

/** The same hostile text in one place after the other, so that the rest of the call gets as far as it can. */
const poisonedOnce = (input: SampleInput, text: string): SampleInput[] =>
  leavesOf({ body: input.body, query: input.query })
    .filter(([, value]) => typeof value === 'string')
    .map(([place, value]) => withLeaf(input, place, `${value}${text}`))

const textAt = (at: number): string => hostileLines[at % hostileLines.length] ?? ''

const callEach = async (scene: PracticeScene, endpoints: readonly EndpointShape[]): Promise<void> => {
  for (const [at, endpoint] of endpoints.entries()) {
    const input = sampleOf(endpoint, scene)
    const text = textAt(at)
    for (const one of [poisoned(input, text), ...dealt(poisonedOnce(input, text), sizes.share.samples, at)]) {
      const token = await mintToken(app, owner)
      await sendText(talkative, endpoint, { url: urlFor(endpoint, one), body: asSent(one.body), token })
    }
    const broken = { url: urlFor(endpoint, input), body: `{"a":"${text}`, token: await mintToken(app, owner) }
    if (endpoint.method !== 'GET') await sendText(talkative, endpoint, broken)
  }
}

/** Every write of these tables fails, with an error that quotes what was written. */
const quoteRows = async (tables: readonly string[]): Promise<void> => {
  await sql
    .raw(
      `create or replace function quote_row() returns trigger language plpgsql as $$
         begin raise exception E'row of %:\\n% \\x1b[31m', tg_table_name, new using detail = new::text, hint = new::text; end $$`,
    )
    .execute(app.owner.queries)
  for (const table of tables)
    await sql
      .raw(
        `create trigger quote_row before insert or update on ${table} for each row execute function quote_row()`,
      )
      .execute(app.owner.queries)
}

const expectLines = (from: number, least: number): void => {
  const events = written.slice(from)
  expect(events.length).toBeGreaterThanOrEqual(least)
  expect(events.filter((one) => !isOneEvent(one))).toEqual([])
}

describe('E12 one event is one line that can be read', () => {
  it.each(hostileLines.map((text) => [JSON.stringify(text), text] as const))(
    'as a message, in an error and its causes, and in a value: %s',
    (_, text) => {
      const before = written.length
      logger.warn(`jobs: ${text}`)
      const cause = new Error(text)
      cause.name = text
      const error = Object.assign(new Error(`\n    at ${text}`, { cause }), {
        code: text,
        table: text,
        constraint: text,
      })
      logger.error({ err: error, ip: text, nested: { [text]: [text] } }, text)
      logger.child({ reqId: text }).info({ [`a${text.length}`]: text }, '%s', text)
      expectLines(before, 3)
      // Nothing is lost by it: whoever reads the line as JSON reads what was said.
      expect(written.slice(before).map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
        `jobs: ${text}`,
        text,
        text,
      ])
    },
  )

  it('whatever a caller writes into path, query, body, form and file name of any endpoint', async () => {
    const before = written.length
    const endpoints = inCallOrder(talkative.endpoints)
    const scene = await stageScene(app, owner)
    await callEach(scene, dealt(endpoints, sizes.share.endpoints, 3))
    const upload = talkative.endpoints.find(({ path: where }) => where.includes('upload'))
    if (upload === undefined) throw new Error('nothing takes a file')
    for (const text of hostileLines) {
      const body = formBody(pdf(), { name: `informe ${text}.pdf`, type: `application/pdf` })
      expect(body).toBeInstanceOf(UploadBody)
      const input = { ...sampleOf(upload, scene), body }
      await sendText(talkative, upload, {
        url: urlFor(upload, input),
        body,
        token: await mintToken(app, owner),
      })
    }
    expectLines(before, 10)
  })

  it('whatever stands in headers and addresses, also where it is not even HTTP', async () => {
    const before = written.length
    const authorization = `Bearer ${await mintToken(app, owner)}`
    const names = [
      'user-agent',
      'referer',
      'origin',
      'cookie',
      'x-request-id',
      'ulna-practice',
      'x-forwarded-for',
      'accept-language',
      'idempotency-key',
      'if-match',
      'authorization',
    ]
    for (const text of hostileLines) {
      // What a header may hold at all: one byte a sign.
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what a header may not hold
      const value = Buffer.from(text.replaceAll(/[\u0000-\u001f\u007f]/g, ' ')).toString('latin1')
      for (const name of names)
        await askRaw(port, { path: '/api/patient/999999', headers: { authorization, [name]: value } })
      await askRaw(port, { path: `/api/${encodeURIComponent(text)}?${encodeURIComponent(text)}=1` })
      await askRaw(port, { path: `/api/patient/%zz${encodeURIComponent(text)}` })
      await sendBytes(
        port,
        `GET /api/${text} HTTP/1.1\r\nhost: x\r\nuser-agent: ${text}\r\nconnection: close\r\n\r\n`,
      )
      await sendBytes(port, `${text}\r\n\r\n`)
    }
    // Whoever is signed in and finds nothing leaves a line.
    expectLines(before, hostileLines.length * 5)
  })

  it('where a mail cannot be handed in, and the mail server says what it likes', async () => {
    const before = written.length
    for (const text of hostileLines)
      await talkative.server.inject({
        method: 'POST',
        url: '/api/auth/register',
        payload: {
          email: `laura.${text.length}.${Math.random()}@example.test`,
          password: 'una contraseña larga',
          firstName: text,
          lastName: text,
        },
      })
    const mailer = smtpMailer({
      url: `smtp://127.0.0.1:${(rudeMailServer.address() as { port: number }).port}`,
      from: 'Ulna <ulna@server.test>',
    })
    const refused = await mailer
      .send({ to: 'laura@example.test', subject: 'x', text: 'x' } as Parameters<typeof mailer.send>[0])
      .catch((err: Error) => err)
    logger.warn({ err: refused }, 'a mail was not sent')
    logger.warn(`jobs: ${(refused as Error).message}`)
    mailer.close?.()
    // What the mail server says is not repeated.
    expect((refused as Error).message).toMatch(/550$/)
    expectLines(before, 2)
  })

  it('where the database refuses with a text that quotes the row, and where its connections break', async () => {
    const before = written.length
    const scene = await stageScene(app, owner)
    await quoteRows(['audit_events', 'patients'])
    await callEach(scene, dealt(inCallOrder(talkative.endpoints), sizes.share.endpoints, 5))
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = 'ulna_app'`.execute(
      app.owner.queries,
    )
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(written.slice(before).some((line) => line.includes('"code":"P0001"'))).toBe(true)
    expectLines(before, 6)
    reportFigures('E12', {
      events: written.length,
      unreadable: written.filter((one) => !isOneEvent(one)).length,
    })
  })
})
