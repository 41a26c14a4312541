import { accountEndpoints } from '@ulna/contract/accounts/accounts'
import { fileEndpoints, type Upload, type UploadedFile } from '@ulna/contract/files/files'
import { memberEndpoints } from '@ulna/contract/practices/practices.members'
import { recordEndpoints } from '@ulna/contract/records/records'
import { beforeAll, describe, expect, it } from 'vitest'
import { testSecret } from '../../../test/build-test-app.ts'
import { callEndpoint } from '../../../test/client.ts'
import { createPatient } from '../../../test/factories/clinical.ts'
import { addFile, download, readBack, start, writeDocument } from '../../../test/factories/files.ts'
import { addMember, registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { testPractice } from '../../../test/test-practice.ts'
import { createLinkTokens } from '../../platform/sessions/link-tokens.ts'
import { deriveKey } from '../../platform/tokens.ts'

let file: UploadedFile

const { app, owner } = await testPractice()
const patient = await createPatient(app, owner)

beforeAll(async () => {
  const record = await writeDocument(app, owner, patient.id)
  file = await addFile(app, owner, { recordId: record.id })
})

type Asker = Pick<TestPerson, 'token'> | null

const ask = async (url: string, by: Asker, given: { method?: 'GET' | 'HEAD'; headers?: object } = {}) => {
  const { statusCode, rawPayload, headers } = await app.server.inject({
    url,
    method: given.method ?? 'GET',
    headers: { ...(by ? { authorization: `Bearer ${by.token}` } : {}), ...given.headers },
  })
  return { status: statusCode, bytes: rawPayload, headers }
}

const linksOf = ({ rawUrl, thumbUrl, screenUrl }: UploadedFile): string[] =>
  [rawUrl, thumbUrl, screenUrl].filter((url) => url !== null)

/** Every way to the bytes of a file, by somebody who had its links. */
const everyWay = (links: readonly string[]): string[] => [
  ...links,
  ...['original', 'screen', 'thumb'].map((variant) => `/api/file/${file.id}/${variant}`),
]

const statusesOf = async (ways: readonly string[], by: Asker): Promise<number[]> => [
  ...new Set(await Promise.all(ways.map(async (way) => (await ask(way, by)).status))),
]

const links = createLinkTokens(deriveKey(testSecret, 'links in mails'))
const linkOf = (ids: readonly number[]): string => `/api/file/link/${links.sign('file', ids)}`

describe('C7: the bytes of a file', () => {
  it('are handed out by its links and by its id, to whoever may read records', async () => {
    expect(await statusesOf(everyWay(linksOf(file)), owner)).toEqual([200])
    const colleague = await addMember(app, owner.practiceId, 'practitioner', true)
    expect(await statusesOf(everyWay(linksOf(await readBack(app, colleague, file.id))), colleague)).toEqual([
      200,
    ])
  })

  it('are nobody else’s: without a session, without clinical access, of another practice, with another’s link', async () => {
    const own = await readBack(app, owner, file.id)
    const assistant = await addMember(app, owner.practiceId, 'assistant', false)
    const colleague = await addMember(app, owner.practiceId, 'practitioner', true)
    const stranger = await registerOwner(app)
    expect(await statusesOf(everyWay(linksOf(own)), null)).toEqual([401])
    expect(await statusesOf(everyWay(linksOf(own)), assistant)).toEqual([403])
    expect(await statusesOf(everyWay(linksOf(own)), stranger)).toEqual([404])
    expect(await statusesOf(linksOf(own), colleague)).toEqual([404])
  })

  it('are told to a link for five minutes and not a moment longer', async () => {
    const { linksUntil } = await readBack(app, owner, file.id)
    const left = Date.parse(linksUntil ?? '') - Date.now()
    expect(left).toBeGreaterThan(280_000)
    expect(left).toBeLessThanOrEqual(300_500)
    const until = (ms: number) => linkOf([owner.practiceId, file.id, 0, owner.userId, Date.now() + ms])
    expect((await ask(until(5000), owner)).status).toBe(200)
    expect((await ask(until(-1), owner)).status).toBe(404)
  })

  it('are not found by guessing: ids, variants, tokens that were changed', async () => {
    const url = linksOf(file)[0] ?? ''
    const token = url.split('/').at(-1) ?? ''
    const changed = [...token].map(
      (sign, at) => `${token.slice(0, at)}${sign === '1' ? '2' : '1'}${token.slice(at + 1)}`,
    )
    for (const one of [...changed, '', 'x', token.slice(0, -1), `${token}A`, `${token}.1`])
      if (one !== token)
        expect((await ask(`/api/file/link/${encodeURIComponent(one)}`, owner)).status, one).not.toBe(200)
    const later = [owner.practiceId, file.id, 0, owner.userId, Date.now() + 60_000]
    expect((await ask(`/api/file/link/${links.sign('invitation', later)}`, owner)).status).toBe(404)
    expect(
      (await ask(linkOf([owner.practiceId, file.id, 7, owner.userId, Date.now() + 60_000]), owner)).status,
    ).toBe(404)
    expect((await ask(`/api/file/${file.id + 1}/original`, owner)).status).toBe(404)
    expect((await ask(`/api/file/${file.id}/raw`, owner)).status).toBe(400)
  })

  it('are not told piece by piece, nor by what they were before', async () => {
    const url = `/api/file/${file.id}/original`
    const whole = await ask(url, owner)
    expect((await ask(url, null, { method: 'HEAD' })).bytes).toHaveLength(0)
    expect(await ask(url, owner, { method: 'HEAD' })).toMatchObject({ status: 200, bytes: Buffer.alloc(0) })
    for (const headers of [
      { range: 'bytes=0-3' },
      { 'if-none-match': '*' },
      { 'if-modified-since': new Date().toUTCString() },
    ]) {
      expect((await ask(url, null, { headers })).status).toBe(401)
      expect(await ask(url, owner, { headers })).toMatchObject({ status: 200, bytes: whole.bytes })
    }
    expect(whole.headers).toMatchObject({ 'cache-control': 'no-store' })
    expect(whole.headers.etag).toBeUndefined()
  })

  it('end with the session', async () => {
    const person = await addMember(app, owner.practiceId, 'practitioner', true)
    const ways = everyWay(linksOf(await readBack(app, person, file.id)))
    expect(await statusesOf(ways, person)).toEqual([200])
    await callEndpoint(app, accountEndpoints.logout, { token: person.token })
    expect(await statusesOf(ways, person)).toEqual([401])
  })

  it('end with the membership and with clinical access, at the next request', async () => {
    const person = await addMember(app, owner.practiceId, 'practitioner', true)
    const ways = everyWay(linksOf(await readBack(app, person, file.id)))
    expect(await statusesOf(ways, person)).toEqual([200])
    await app.owner.queries
      .updateTable('memberships')
      .set({ clinical: false })
      .where('user_id', '=', person.userId)
      .where('practice_id', '=', owner.practiceId)
      .execute()
    expect(await statusesOf(ways, person)).toEqual([403])
    await callEndpoint(app, memberEndpoints.remove, { params: { id: person.doctorId }, token: owner.token })
    await app.owner.queries
      .deleteFrom('memberships')
      .where('user_id', '=', person.userId)
      .where('practice_id', '=', owner.practiceId)
      .execute()
    for (const status of await statusesOf(ways, person)) expect([401, 403]).toContain(status)
  })

  it('leave one row in the trail each time, with the variant', async () => {
    const count = async () =>
      (
        await app.owner.queries
          .selectFrom('audit_events')
          .select('detail')
          .where('action', '=', 'file.read')
          .where('subject_id', '=', file.id)
          .execute()
      ).length
    const before = await count()
    await download(app, owner, file.id, 'thumb')
    await ask(linksOf(await readBack(app, owner, file.id))[0] ?? '', owner)
    expect((await count()) - before).toBe(3)
  })

  it('stay readable in a record that was voided, and uploads of it end', async () => {
    const record = await writeDocument(app, owner, patient.id)
    const kept = await addFile(app, owner, { recordId: record.id })
    const begun = (await start(app, owner, record.id)).payload as Upload
    await callEndpoint(app, recordEndpoints.remove, {
      params: { id: record.id },
      query: { reason: 'Escrito en otro paciente' },
      token: owner.token,
    })
    expect((await download(app, owner, kept.id)).statusCode).toBe(200)
    expect((await start(app, owner, record.id)).errors).toMatchObject([{ message: 'record_voided' }])
    expect(
      (await callEndpoint(app, fileEndpoints.remove, { params: { id: kept.id }, token: owner.token })).errors,
    ).toMatchObject([{ message: 'record_voided' }])
    expect(
      (
        await callEndpoint(app, fileEndpoints.completeUpload, {
          params: { id: begun.id },
          token: owner.token,
        })
      ).errors,
    ).toMatchObject([{ message: 'upload_incomplete' }])
  })
})
