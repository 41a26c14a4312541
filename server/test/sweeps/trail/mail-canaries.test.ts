import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { beforeAll, describe, expect, it } from 'vitest'
import { callEndpoint } from '../../client.ts'
import { testPractice } from '../../test-practice.ts'
import { inCallOrder, nameOf, sampleOf } from '../scene/endpoint-samples.ts'
import { mintToken } from '../scene/minted-session.ts'
import { stageScene } from '../scene/practice-scene.ts'

/** What jobs carried while they waited. */
let payloads: string[]
let mails: string[]

const waitingPayloads = async (): Promise<string[]> => {
  const { rows } = await sql<{ payload: string }>`
    select payload::text as payload from graphile_worker._private_jobs`.execute(app.owner.queries)
  return rows.map((row) => row.payload)
}

/** One mail, as it was sent and as it reads with what is attached. Whom it goes to is not what it says. */
const readMail = async (file: Buffer): Promise<string[]> => {
  const { to, subject, text, html, attachments } = await PostalMime.parse(file)
  const attached = attachments.map(({ content }) => new TextDecoder().decode(content as ArrayBuffer))
  const recipient = to?.[0]?.address ?? ''
  return [String(file).replaceAll(`To: ${recipient}\r\n`, ''), [subject, text, html, ...attached].join('\n')]
}

/** Every mail that went out. */
const sentMails = async (): Promise<string[]> => {
  const names = await readdir(app.outbox)
  const files = await Promise.all(names.map((name) => readFile(path.join(app.outbox, name))))
  return (await Promise.all(files.map(readMail))).flat()
}

const { app, owner } = await testPractice({ contactEmail: 'operator@server.test' })
const scene = await stageScene(app, owner)

beforeAll(async () => {
  for (const endpoint of inCallOrder(app.endpoints)) {
    const token = await mintToken(app, owner)
    const { status } = await callEndpoint(app, endpoint, { ...sampleOf(endpoint, scene), token })
    expect(status, nameOf(endpoint)).toBeLessThan(500)
  }
  await callEndpoint(
    app,
    { method: 'POST', path: '/auth/forgotPassword' },
    { body: { username: owner.username } },
  )
  payloads = await waitingPayloads()
  await app.runJobs()
  mails = await sentMails()
})

describe('I9: after every endpoint was called', () => {
  it('mails went out, and none says anything of a patient', () => {
    expect(mails.length).toBeGreaterThan(6)
    expect(mails.filter((mail) => mail.includes(scene.canary))).toEqual([])
  })

  it('no mail holds a password or a token of a session', () => {
    const secrets = [owner.password, owner.token]
    expect(mails.filter((mail) => secrets.some((secret) => mail.includes(secret)))).toEqual([])
  })

  it('jobs carried no personal data and no secret', () => {
    expect(payloads.length).toBeGreaterThan(3)
    const telling = [scene.canary, owner.username, owner.password, 'example.test', 'token', '@']
    expect(payloads.filter((payload) => telling.some((one) => payload.includes(one)))).toEqual([])
  })

  it('no secret of a link rests in the database', async () => {
    const secrets = mails.flatMap((mail) => mail.match(/[\w-]{43}(?=["\s<?])/g) ?? [])
    expect(secrets.length).toBeGreaterThan(0)
    const { rows: tables } = await sql<{ name: string }>`
      select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
      app.owner.queries,
    )
    for (const { name } of tables) {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(
        app.owner.queries,
      )
      const found = rows.filter(({ row }) => secrets.some((secret) => row.includes(secret)))
      expect(found, name).toEqual([])
    }
  })
})
