import type { EndpointShape } from '@ulna/contract/http/endpoint'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type App, buildApp } from '../../../src/app.ts'
import { openPool, type Pool } from '../../../src/platform/database/database.ts'
import { createLogger } from '../../../src/platform/logger.ts'
import { callEndpoint } from '../../client.ts'
import { signIn, type TestPerson } from '../../factories/people.ts'
import { dealt, sizes } from '../../faults/sizes.ts'
import { testPractice } from '../../test-practice.ts'
import type { SampleInput } from '../samples/sample.ts'
import { dependenciesOf } from '../scene/app-dependencies.ts'
import { inCallOrder, nameOf, sampleOf } from '../scene/endpoint-samples.ts'
import { leavesOf, withLeaf } from '../scene/json/leaves.ts'
import { mintToken } from '../scene/minted-session.ts'
import { type PracticeScene, stageScene } from '../scene/practice-scene.ts'
import { sendText, urlFor } from '../scene/send-text.ts'

const password = 'una contraseña canaria que nadie ve'
const canary = 'Canaria-Quetzal'
const lines: string[] = []
const secrets = new Set<string>([password, canary])
const tokens = new Set<string>()

let talkative: App
let pool: Pool
let scene: PracticeScene
let visitor: TestPerson

const note = (line: string): void => void lines.push(line)

const { app, owner } = await testPractice({ alone: true })

beforeAll(async () => {
  scene = await stageScene(app, owner)
  pool = openPool(app.database.appConnection, {
    size: 3,
    onIdleError: ({ message }) => note(JSON.stringify({ message })),
  })
  talkative = await buildApp({ ...dependenciesOf(app), pool, logger: createLogger('trace', { write: note }) })
  await talkative.server.ready()
  visitor = await signIn(app, owner.username)
  secrets.add(scene.canary)
  secrets.add(owner.username)
})
afterAll(async () => {
  await talkative.server.close()
  await pool.close()
})

/** The sample with a canary in every text that a caller may choose. */
const withCanaries = (input: SampleInput): SampleInput =>
  leavesOf(input.body ?? {}).reduce<SampleInput>((changed, [path, value]) => {
    const free = [
      'firstName',
      'lastName',
      'patientObs',
      'note',
      'title',
      'address',
      'name',
      'phone',
      'mobile',
    ].includes(String(path.at(-1)))
    return free && typeof value === 'string'
      ? withLeaf(changed, ['body', ...path], `${value} ${canary}`)
      : changed
  }, input)

const token = async (): Promise<string> => {
  const minted = await mintToken(app, owner)
  tokens.add(minted)
  return minted
}

const all = (): EndpointShape[] => inCallOrder(talkative.endpoints)

/** Calls each endpoint once and answers the statuses; bodies of refusals may not tell a secret either. */
const callEach = async (endpoints: readonly EndpointShape[]): Promise<number[]> => {
  const statuses: number[] = []
  for (const endpoint of endpoints) {
    const input = withCanaries(sampleOf(endpoint, scene))
    const answer = await callEndpoint(talkative, endpoint, { ...input, token: await token() })
    if (answer.status >= 500)
      expect([...secretsIn(answer.text), ...tokensIn(answer.text)], nameOf(endpoint)).toEqual([])
    statuses.push(answer.status)
    const broken = {
      url: urlFor(endpoint, input),
      body: `{"firstName":"${canary}","password":"${password}",}`,
      token: await token(),
    }
    if (endpoint.method !== 'GET') await sendText(talkative, endpoint, broken)
  }
  return statuses
}

const signInAndOut = async (): Promise<void> => {
  const username = `${canary}-${Math.random()}@example.test`.toLowerCase()
  secrets.add(username)
  await callEndpoint(
    talkative,
    { method: 'POST', path: '/auth/register' },
    { body: { email: username, password, firstName: canary, lastName: canary } },
  )
  await callEndpoint(talkative, { method: 'POST', path: '/auth/login' }, { body: { username, password } })
  await callEndpoint(
    talkative,
    { method: 'POST', path: '/auth/login' },
    { body: { username: canary, password } },
  )
  const { cookies, token: bearer } = visitor
  for (const cookie of cookies) {
    const value = /=([\w-]{20,})/.exec(cookie)?.[1]
    if (value !== undefined) secrets.add(value)
    await callEndpoint(
      talkative,
      { method: 'GET', path: '/auth/refresh' },
      { headers: { cookie: cookie.split(';')[0] ?? '' } },
    )
  }
  tokens.add(bearer)
}

/** Makes every write of a table fail with a message that quotes the whole row, over several lines. */
const quoteRows = async (table: string): Promise<void> => {
  await sql
    .raw(`
    create or replace function quote_row() returns trigger language plpgsql as $$
    begin
      if current_user <> '${inject('postgres').appRole}' then return new; end if;
      raise exception E'row of %:\\n% \\n    at %', tg_table_name, new, new using detail = new::text, hint = new::text;
    end $$;
    create trigger quote_row before insert or update on ${table} for each row execute function quote_row()`)
    .execute(app.owner.queries)
}

const breakable = [
  'audit_events',
  'patients',
  'appointments',
  'records',
  'patient_versions',
  'record_versions',
  'users',
  'practices',
  'doctors',
  'sessions',
  'drafts',
]

const tokenLength = 43

/** There are thousands of tokens and few words as long as one, so the words are looked up instead of each token looked for. */
const tokensIn = (text: string): string[] =>
  [...text.matchAll(/[\w-]{43,}/g)]
    .flatMap(([word]) =>
      Array.from({ length: word.length - tokenLength + 1 }, (_, at) => word.slice(at, at + tokenLength)),
    )
    .filter((word) => tokens.has(word))

const secretsIn = (text: string): string[] => {
  const lower = text.toLowerCase()
  return [...secrets].filter((secret) => lower.includes(secret.toLowerCase()))
}

const expectNoSecret = (): void => {
  const everything = lines.join('')
  expect([...secretsIn(everything), ...tokensIn(everything)]).toEqual([])
}

const errorsLogged = (): { level: number; err?: { code?: string; cause?: { code?: string } } }[] =>
  lines.map((line) => JSON.parse(line) as { level: number }).filter(({ level }) => level >= 50)

it('finds a token and a canary where there is one', async () => {
  const minted = await token()
  expect(tokensIn(`{"authorization":"Bearer ${minted}","x":"-${minted}-"}`)).toEqual([minted, minted])
  expect(secretsIn(JSON.stringify({ name: canary.toUpperCase() }))).toEqual([canary])
})

describe('I9: what is logged at the lowest level', () => {
  it('names nobody while everything works', async () => {
    const statuses = await callEach(dealt(all(), sizes.share.visits))
    expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(30)
    await signInAndOut()
    expectNoSecret()
  })

  it.each(dealt(breakable, sizes.share.tables))(
    'names nobody when %s fails with a message that quotes the row',
    async (table) => {
      scene = await stageScene(app, owner)
      secrets.add(scene.canary)
      const before = errorsLogged().length
      await quoteRows(table)
      // Reading writes nothing but the trail, which every call writes; few write what is broken otherwise.
      const calls =
        table === 'audit_events'
          ? dealt(all(), sizes.share.visits)
          : all().filter(({ method }) => method !== 'GET')
      const statuses = await callEach(calls)
      await signInAndOut()
      await sql.raw(`drop trigger quote_row on ${table}`).execute(app.owner.queries)
      expect(statuses.some((status) => status >= 500)).toBe(true)
      const codes = errorsLogged()
        .slice(before)
        .map(({ err }) => err?.code ?? err?.cause?.code)
      expect(codes).toContain('P0001')
      expectNoSecret()
    },
  )

  it('names nobody when connections break in the middle of the work', async () => {
    const calls = callEach(dealt(all(), sizes.share.endpoints))
    for (let round = 0; round < 10; round += 1) {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = 'ulna_app'`.execute(
        app.owner.queries,
      )
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    await calls
    expectNoSecret()
  })

  it('is one line of JSON an event, whatever the caller wrote', async () => {
    const nasty = ['a\nb', '{"level":60}', '\u001b[31mred', 'x\r\n\r\ny', '\u2028z']
    for (const text of nasty) {
      await callEndpoint(
        talkative,
        { method: 'GET', path: '/patient/findByName/:name' },
        {
          params: { name: text },
          token: await token(),
          headers: { 'user-agent': JSON.stringify(text) },
        },
      )
    }
    for (const line of lines) expect(line.trimEnd().split('\n').length, line).toBe(1)
  })
})
