import { endingMailDays, signingKeyEndpoints } from '@ulna/contract/papers/papers.keys'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { callEndpoint } from '../../../../test/client.ts'
import { makeKeyFile } from '../../../../test/factories/key-files.ts'
import { addMember, registerOwner, type TestPerson } from '../../../../test/factories/people.ts'
import { testServer } from '../../../../test/test-practice.ts'
import { keyEndingJob, tellKeyEnding } from './papers.key-ending.service.ts'

let owner: TestPerson
let file: string

const app = await testServer({ alone: true })

beforeAll(async () => {
  file = makeKeyFile({ password: 'clave', certificate: ['-days', '40'] }).toString('base64')
})
beforeEach(async () => {
  owner = await registerOwner(app, { timezone: 'America/Bogota' })
})

const supply = async (of = file): Promise<number> => {
  const body = { file: of, password: 'clave' }
  const answer = await callEndpoint(app, signingKeyEndpoints.supply, { token: owner.token, body })
  expect(answer.status, answer.text).toBe(201)
  const { rows } = await app.owner.raw.query<{ id: number }>(
    `select id from practice_signing_keys where practice_id = $1 and source = 'supplied' and retired_at is null`,
    [owner.practiceId],
  )
  return rows[0]?.id ?? 0
}

/** Days before the end at which news waits in the queue. */
const waiting = async (keyId: number): Promise<{ days: number; before: number }[]> => {
  const { rows } = await app.owner.raw.query<{ days: number; before: number }>(
    `select (j.payload ->> 'days')::int as days,
      round(extract(epoch from k.valid_until - j.run_at) / 86400)::int as before
    from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      join practice_signing_keys k on k.id = (j.payload ->> 'keyId')::bigint
    where t.identifier = $1 and k.id = $2 order by days desc`,
    [keyEndingJob, keyId],
  )
  return rows
}

/** The mails of this test, by who got them. */
const mailsTo = async (address: string) =>
  (await app.mails()).filter((mail) => mail.to?.some((to) => to.address === address))

const addressOf = async ({ userId }: TestPerson): Promise<string> => {
  const { rows } = await app.owner.raw.query<{ email: string }>('select email from users where id = $1', [
    userId,
  ])
  return rows[0]?.email ?? ''
}

const speak = (person: TestPerson, language: string) =>
  app.owner.raw.query('update users set language = $2 where id = $1', [person.userId, language])

it('waits for thirty and for seven days before the certificate of a supplied key ends', async () => {
  expect(await waiting(await supply())).toEqual(endingMailDays.map((days) => ({ days, before: days })))
})

it('waits for the seventh day alone where the certificate ends within a month', async () => {
  const soon = makeKeyFile({ password: 'clave', certificate: ['-days', '20'] }).toString('base64')
  expect(await waiting(await supply(soon))).toEqual([{ days: 7, before: 7 }])
})

it.each([
  ['es', /caduca el/],
  ['en', /expires on/],
  ['it', /scade il/],
])('mails every owner once, in their language: %s', async (language, words) => {
  const second = await addMember(app, owner.practiceId, 'owner', true)
  const admin = await addMember(app, owner.practiceId, 'admin', false)
  await speak(owner, language)
  const keyId = await supply()
  await tellKeyEnding(app.db, owner.practiceId, keyId, 30)
  await tellKeyEnding(app.db, owner.practiceId, keyId, 30)
  await app.runJobs()
  const [mail, ...more] = await mailsTo(await addressOf(owner))
  expect(more).toEqual([])
  expect(mail?.subject).toMatch(words)
  expect(mail?.text).toContain('/app/settings/practice')
  expect(await mailsTo(await addressOf(second))).toHaveLength(1)
  expect(await mailsTo(await addressOf(admin))).toEqual([])
  await tellKeyEnding(app.db, owner.practiceId, keyId, 7)
  // What comes late says less than what was told since.
  await tellKeyEnding(app.db, owner.practiceId, keyId, 30)
  await app.runJobs()
  expect(await mailsTo(await addressOf(owner))).toHaveLength(2)
})

it('sends one mail where two workers tell it at the same moment', async () => {
  const keyId = await supply()
  await Promise.all(Array.from({ length: 6 }, () => tellKeyEnding(app.db, owner.practiceId, keyId, 30)))
  await Promise.all([app.runJobs(), app.runJobs()])
  expect(await mailsTo(await addressOf(owner))).toHaveLength(1)
})

it('says nothing of a key that was replaced, taken away or has ended, also where the mail waited already', async () => {
  const replaced = await supply()
  const keyId = await supply()
  await tellKeyEnding(app.db, owner.practiceId, replaced, 30)
  await tellKeyEnding(app.db, owner.practiceId, keyId, 30)
  await callEndpoint(app, signingKeyEndpoints.remove, { token: owner.token })
  await tellKeyEnding(app.db, owner.practiceId, keyId, 7)
  await app.runJobs()
  expect(await mailsTo(await addressOf(owner))).toEqual([])
})
