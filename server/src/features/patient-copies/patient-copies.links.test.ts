import { type PatientCopy, patientCopyEndpoints } from '@ulna/contract/patient-copies/patient-copies'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { callEndpoint, type TestAnswer } from '../../../test/client.ts'
import { caseInput, createPatient, writeRecord } from '../../../test/factories/clinical.ts'
import { sha256 } from '../../../test/factories/files.ts'
import { giveSigningKey } from '../../../test/factories/papers.ts'
import { addMember } from '../../../test/factories/people.ts'
import { testPractice } from '../../../test/test-practice.ts'

const { app, owner } = await testPractice()
await giveSigningKey(app, owner)

const call = (
  name: 'ask' | 'make' | 'fetchLink' | 'share' | 'handOver' | 'list',
  id: number,
  body?: object,
) => callEndpoint(app, patientCopyEndpoints[name], { token: owner.token, params: { id }, body })
const fetchFrom = (url: string) => app.server.inject({ method: 'GET', url })

const ask = async (): Promise<PatientCopy> => {
  const { id } = await createPatient(app, owner)
  await writeRecord(app, owner, caseInput(id))
  return (await call('ask', id, { askedOn: '2026-01-15', askedBy: 'patient', identity: 'known' })).payload
}
const make = async ({ id }: PatientCopy): Promise<PatientCopy> =>
  (await call('make', id, { keptBack: [] })).payload
const find = async ({ id, patientId }: PatientCopy): Promise<PatientCopy | undefined> =>
  ((await call('list', patientId)).payload as PatientCopy[]).find((one) => one.id === id)

let copy: PatientCopy
beforeEach(async () => {
  copy = await make(await ask())
})

const ownLink = async (): Promise<string> =>
  ((await call('fetchLink', copy.id)).payload as { url: string }).url

describe('a link to a copy for who made it', () => {
  it('leads once to the bytes that the copy tells the size and the digest of', async () => {
    const url = await ownLink()
    const answer = await fetchFrom(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="ulna-copy-${copy.id}.zip"`,
    })
    expect([answer.rawPayload.length, sha256(answer.rawPayload)]).toEqual([copy.size, copy.sha256])
    expect((await fetchFrom(url)).statusCode).toBe(404)
  })

  it('is the newest alone, and of no other signature', async () => {
    const [first, second] = [await ownLink(), await ownLink()]
    expect((await fetchFrom(first)).statusCode).toBe(404)
    expect((await fetchFrom(`${second}x`)).statusCode).toBe(404)
    expect((await fetchFrom(second)).statusCode).toBe(200)
  })

  it('leads nowhere after ten minutes', async () => {
    const { payload }: { payload: { url: string; until: string } } = await call('fetchLink', copy.id)
    const { rows } = await sql<{ minutes: number }>`
      select round(extract(epoch from own_until - now()) / 60)::int as minutes from patient_copies
      where id = ${copy.id} and iso(own_until) = ${payload.until}`.execute(app.owner.queries)
    expect(rows).toEqual([{ minutes: 10 }])
    await sql`update patient_copies set own_until = now() - interval '1 s' where id = ${copy.id}`.execute(
      app.owner.queries,
    )
    expect((await fetchFrom(payload.url)).statusCode).toBe(404)
  })

  it('leads nowhere for who may read records no more, or is no member any more', async () => {
    const member = await addMember(app, owner.practiceId, 'practitioner', true)
    const linkOfMember = async () =>
      (
        await callEndpoint(app, patientCopyEndpoints.fetchLink, {
          ...{ token: member.token, params: { id: copy.id } },
        })
      ).payload as { url: string }
    const change = (set: object) =>
      app.owner.queries
        .updateTable('memberships')
        .set(set)
        .where('user_id', '=', member.userId)
        .where('practice_id', '=', owner.practiceId)
        .execute()
    for (const gone of [{ clinical: false }, { ended_at: new Date() }]) {
      const { url } = await linkOfMember()
      await change(gone)
      expect((await fetchFrom(url)).statusCode, JSON.stringify(gone)).toBe(404)
      await change({ clinical: true, ended_at: null })
      expect((await fetchFrom(url)).statusCode).toBe(200)
    }
  })

  it('is of no copy that was not made', async () => {
    const { id } = await ask()
    expect((await call('fetchLink', id)).status).toBe(404)
    expect((await call('share', id)).status).toBe(404)
  })
})

interface Shared {
  readonly url: string
  readonly code: string
  readonly until: string
}

describe('a link for the patient', () => {
  let shared: Shared
  let token: string
  beforeEach(async () => {
    shared = (await call('share', copy.id)).payload
    token = tokenOf(shared)
  })

  const tokenOf = ({ url }: Shared): string => new URL(url).pathname.split('/').at(-1) ?? ''
  const open = (code: string, of = token): Promise<TestAnswer> =>
    callEndpoint(app, patientCopyEndpoints.open, { body: { token: of, code } })
  const wrong = (): Promise<TestAnswer> => open('0000-0000')

  it('leads with its code to the same bytes, for whoever is not signed in', async () => {
    expect(shared.code).toMatch(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/)
    expect(shared.url).toMatch(/^http:\/\/localhost:3000\/copy\/[^?]+\?language=es$/)
    expect(await find(copy)).toMatchObject({ linkUntil: shared.until })
    const opened = await open(shared.code)
    expect(opened.status).toBe(200)
    const { url } = opened.payload as { url: string }
    expect(sha256((await fetchFrom(url)).rawPayload)).toBe(copy.sha256)
    expect((await fetchFrom(url)).statusCode).toBe(404)
    expect((await open(shared.code)).status).toBe(200)
  })

  it('takes the code as people type it', async () => {
    const typed = ` ${shared.code.toLowerCase().replace('-', ' ')} `
    expect((await open(typed)).status).toBe(200)
  })

  it('keeps a digest of the code, and the code nowhere', async () => {
    const { rows } = await sql<{ row: string }>`
      select c::text as row from patient_copies c where id = ${copy.id}
      union all select e::text from audit_events e where practice_id = ${owner.practiceId}`.execute(
      app.owner.queries,
    )
    const plain = shared.code.replace('-', '')
    expect(rows.filter(({ row }) => row.includes(shared.code) || row.includes(plain))).toEqual([])
  })

  it('says that a code is wrong, and counts it', async () => {
    expect((await wrong()).errors).toMatchObject([{ message: 'copy_code_wrong' }])
    const { rows } = await sql`select wrong_codes as wrong from patient_copies where id = ${copy.id}`.execute(
      app.owner.queries,
    )
    expect(rows).toEqual([{ wrong: 1 }])
    expect((await open(shared.code)).status).toBe(200)
  })

  it('ends with the fifth wrong code, for the right one too, until another is given', async () => {
    for (let turn = 1; turn <= 5; turn += 1)
      expect((await wrong()).errors[0]?.message).toBe('copy_code_wrong')
    expect((await open(shared.code)).status).toBe(404)
    expect(await find(copy)).toMatchObject({ state: 'ready', linkUntil: null })
    const again: Shared = (await call('share', copy.id)).payload
    expect((await open(again.code, tokenOf(again))).status).toBe(200)
  })

  it('is the newest alone, each with a code of its own', async () => {
    const second: Shared = (await call('share', copy.id)).payload
    expect((await open(shared.code)).status).toBe(404)
    expect((await open(shared.code, tokenOf(second))).errors[0]?.message).toBe('copy_code_wrong')
    expect((await open(second.code, tokenOf(second))).status).toBe(200)
  })

  it('leads nowhere after a week', async () => {
    const { rows } = await sql`
      select round(extract(epoch from shared_until - now()) / 86400)::int as days from patient_copies
      where id = ${copy.id}`.execute(app.owner.queries)
    expect(rows).toEqual([{ days: 7 }])
    await sql`update patient_copies set shared_until = now() - interval '1 s' where id = ${copy.id}`.execute(
      app.owner.queries,
    )
    expect((await open(shared.code)).status).toBe(404)
  })

  it('leads no longer than the copy lies ready', async () => {
    await sql`update patient_copies set expires_at = now() + interval '1 day' where id = ${copy.id}`.execute(
      app.owner.queries,
    )
    const { until }: Shared = (await call('share', copy.id)).payload
    expect(until).toBe((await find(copy))?.expiresAt)
  })

  it('ends when the copy is made anew, as every link of before does', async () => {
    const own = await ownLink()
    const again = await make(copy)
    expect(again).toMatchObject({ id: copy.id, state: 'ready', linkUntil: null })
    expect((await open(shared.code)).status).toBe(404)
    expect((await fetchFrom(own)).statusCode).toBe(404)
  })

  it('goes on after the copy was handed over by it', async () => {
    expect((await call('handOver', copy.id, { how: 'link' })).status).toBe(200)
    expect((await open(shared.code)).status).toBe(200)
  })

  it('is no link to the file itself, and the other way round', async () => {
    expect((await fetchFrom(`/api/copies/file/${token}`)).statusCode).toBe(404)
    const own = (await ownLink()).split('/').at(-1) ?? ''
    expect((await open(shared.code, own)).status).toBe(404)
  })
})
