import { backupEndpoints } from '@ulna/contract/backups/backups'
import { systemEndpoints } from '@ulna/contract/system/system'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { callEndpoint } from '../../../test/client.ts'
import { registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { ageFingerprint, newAgeKey } from '../../platform/files/age-keys.ts'
import { newRestoreCode } from './backups.first-visit.service.ts'

let begun = 0
const place = (isSame: boolean, recipients = 0) => ({
  ...{ recipients, target: '/srv/backups', isOnSameDisk: async () => isSame },
  start: () => {
    begun += 1
  },
})

const [first, second] = [await newAgeKey(), await newAgeKey()]
let app: TestApp
/** Another process of the same installation, with an operator and another disk. */
let named: TestApp
beforeAll(async () => {
  app = await buildTestApp({ backups: place(true) })
  named = await buildTestApp({ on: app, operators: ['it@clinic.test'], backups: place(false, 1) })
})
afterAll(async () => {
  await named.close()
  await app.close()
})

const keepFirst = (recipient: string) =>
  callEndpoint(app, backupEndpoints.keepFirstRecoveryKey, { body: { recipient } })
const standingOf = async (person: TestPerson, of = app) =>
  (await callEndpoint(of, backupEndpoints.standing, { token: person.token })).payload
const read = (person: TestPerson, of = app) => callEndpoint(of, backupEndpoints.read, { token: person.token })

describe('the recovery key', () => {
  it('is refused where it is none, and is made once on a first visit', async () => {
    const none = await keepFirst('age1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq')
    expect(none).toMatchObject({
      status: 400,
      errors: [{ field: 'recipient', params: { reason: 'field_age_key' } }],
    })
    expect((await keepFirst('AGE-SECRET-KEY-1ABC')).status).toBe(400)
    expect(await keepFirst(first.recipient)).toMatchObject({
      status: 201,
      payload: { fingerprint: ageFingerprint(first.recipient) },
    })
    expect((await keepFirst(second.recipient)).errors[0]?.message).toBe('already_exists')
  })

  it('is nobody’s to make any more once somebody has an account', async () => {
    await sql`delete from recovery_keys`.execute(app.owner.queries)
    await registerOwner(app)
    expect((await keepFirst(second.recipient)).errors[0]?.message).toBe('already_exists')
  })
})

describe('a restore on a first visit', () => {
  const asked: unknown[] = []
  const visit = { code: 'ABCD-2345', restore: (wish: unknown) => void asked.push(wish) }
  const wish = { path: '/srv/backups', key: 'AGE-SECRET-KEY-1ABC' }
  const ask = (of: TestApp, code: string) =>
    callEndpoint(of, backupEndpoints.restore, { body: { ...wish, code } })

  it('takes the code of the log, in whatever case, and no other; after ten wrong ones none', async () => {
    const fresh = await buildTestApp({ firstVisit: visit })
    expect((await ask(fresh, 'ABCD-2346')).errors[0]?.message).toBe('invalid_code')
    expect(asked).toEqual([])
    expect((await ask(fresh, 'abcd 2345')).payload).toEqual({ accepted: true })
    expect(asked).toEqual([wish])
    for (let at = 0; at < 9; at += 1) await ask(fresh, 'WRONG')
    expect((await ask(fresh, visit.code)).errors[0]?.message).toBe('rate_limited')
    expect(asked).toHaveLength(1)
    await fresh.close()
  })

  it('is nobody’s any more once somebody has an account, and nobody is told then why one failed', async () => {
    const used = await buildTestApp({ firstVisit: visit, restoreFault: '/srv/backups is no backup' })
    const told = async () => (await callEndpoint(used, systemEndpoints.installation, {})).payload
    expect(await told()).toMatchObject({ fresh: true, restoreFault: '/srv/backups is no backup' })
    await registerOwner(used)
    expect(await told()).toMatchObject({ fresh: false, restoreFault: null })
    expect((await ask(used, visit.code)).errors[0]?.message).toBe('already_exists')
    await used.close()
  })

  it('has a code that is another at every start, of letters that are not taken for each other', () => {
    const codes = Array.from({ length: 100 }, newRestoreCode)
    expect(new Set(codes).size).toBe(100)
    for (const code of codes) expect(code).toMatch(/^[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}$/)
  })
})

describe('whoever runs an installation', () => {
  it('is the first account where nobody is named, and no other owner', async () => {
    const { rows } = await sql<{ userId: number }>`select min(id)::float8 as "userId" from users`.execute(
      app.owner.queries,
    )
    const other = await registerOwner(app)
    expect(rows[0]?.userId).not.toBe(other.userId)
    expect(await standingOf(other)).toEqual({ operator: false, notice: null })
    expect((await read(other)).errors[0]?.message).toBe('operator_required')
  })

  it('is told what is to be known first: no key, none for long, or that they lie on the disk of the data', async () => {
    const installed = await buildTestApp({ backups: place(true) })
    const person = await registerOwner(installed)
    expect(await standingOf(person, installed)).toEqual({ operator: true, notice: 'no_key' })
    const kept = await callEndpoint(installed, backupEndpoints.keepRecoveryKey, {
      token: person.token,
      body: { recipient: first.recipient },
    })
    expect(kept.payload).toMatchObject({
      ...{ notice: 'same_disk', target: '/srv/backups', sameDisk: true, otherKeys: 0, runs: [] },
      recoveryKey: { fingerprint: ageFingerprint(first.recipient) },
    })
    await sql`update users set created_at = now() - interval '27 hours'`.execute(installed.owner.queries)
    expect(await standingOf(person, installed)).toEqual({ operator: true, notice: 'missing' })
    await callEndpoint(installed, backupEndpoints.keepRecoveryKey, {
      token: person.token,
      body: { recipient: second.recipient },
    })
    const { payload } = await read(person, installed)
    expect(payload).toMatchObject({ recoveryKey: { fingerprint: ageFingerprint(second.recipient) } })
    const { rows } = await sql<{ action: string; practice: number }>`
      select action, practice_id::float8 as practice from audit_events where action like 'recovery_key%'`.execute(
      installed.owner.queries,
    )
    expect(rows).toEqual(Array(2).fill({ action: 'recovery_key.made', practice: 0 }))
    await installed.close()
  })

  it('is who is named, once the address is proved and there is a second factor', async () => {
    const person = await registerOwner(app)
    const refusal = async () => (await read(person, named)).errors[0]?.message
    const set = (change: string) =>
      sql`update users set ${sql.raw(change)} where id = ${person.userId}`.execute(app.owner.queries)
    expect(await refusal()).toBe('operator_required')
    await set(`email = 'IT@clinic.test'`)
    expect(await refusal()).toBe('operator_mail_unproven')
    expect(await standingOf(person, named)).toEqual({ operator: false, notice: null })
    await set('email_verified_at = now()')
    expect(await refusal()).toBe('operator_factor_missing')
    await set(`totp_secret = 'x', totp_confirmed_at = now()`)
    expect(await refusal()).toBeUndefined()
    expect(await standingOf(person, named)).toEqual({ operator: true, notice: null })
  })

  it('begins a backup with a fresh proof, and it is in the trail of the installation', async () => {
    const installed = await buildTestApp({ backups: place(false, 1) })
    const person = await registerOwner(installed)
    const before = begun
    expect((await callEndpoint(installed, backupEndpoints.begin, { token: person.token })).status).toBe(200)
    expect(begun).toBe(before + 1)
    await sql`update sessions set authenticated_at = now() - interval '1 day'`.execute(
      installed.owner.queries,
    )
    const stale = await callEndpoint(installed, backupEndpoints.begin, { token: person.token })
    expect(stale.errors[0]?.message).toBe('reauth_required')
    expect(begun).toBe(before + 1)
    const { rows } =
      await sql`select practice_id::float8 as practice from audit_events where action = 'backup.begin'`.execute(
        installed.owner.queries,
      )
    expect(rows).toEqual([{ practice: 0 }])
    await installed.close()
  })
})
