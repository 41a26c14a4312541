import { accountEndpoints } from '@ulna/contract/accounts/accounts'
import { recoveryEndpoints } from '@ulna/contract/accounts/accounts.recovery'
import { securityEndpoints } from '@ulna/contract/accounts/accounts.security'
import { shortCodeEndpoints, shortCodeLimits } from '@ulna/contract/accounts/accounts.short-code'
import { type EndpointShape, needsFreshProof } from '@ulna/contract/http/endpoint'
import type { RecordRow } from '@ulna/contract/records/records'
import { signatureEndpoints } from '@ulna/contract/signatures/signatures'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { callEndpoint, type TestAnswer } from '../../../../test/client.ts'
import { caseInput, createPatient, writeRecord } from '../../../../test/factories/clinical.ts'
import { registerOwner, signIn, type TestPerson, testPassword } from '../../../../test/factories/people.ts'
import { nameOf, sampleOf } from '../../../../test/sweeps/scene/endpoint-samples.ts'
import { mintToken } from '../../../../test/sweeps/scene/minted-session.ts'
import { stageScene } from '../../../../test/sweeps/scene/practice-scene.ts'
import { testServer } from '../../../../test/test-practice.ts'

const code = '407193'
const wrong = '640218'

let person: TestPerson
let record: RecordRow

const app = await testServer({ alone: true })
const first = await registerOwner(app)

const sitAs = async (who: TestPerson): Promise<void> => {
  person = who
  const patient = await createPatient(app, person)
  record = await writeRecord(app, person, caseInput(patient.id))
}
beforeEach(async () => sitAs(await registerOwner(app)))

const cookieOf = ({ cookies }: TestPerson): string => cookies.map((one) => one.split(';')[0]).join('; ')
const as = (who: TestPerson, endpoint: EndpointShape, options: object = {}): Promise<TestAnswer> =>
  callEndpoint(app, endpoint, { token: who.token, headers: { cookie: cookieOf(who) }, ...options })
const bodyOf = (given: string | undefined) => (given === undefined ? {} : { body: { code: given } })
const handOver = (given?: string, who = person): Promise<TestAnswer> =>
  as(who, signatureEndpoints.handOver, {
    params: { patientId: record.ownerId, recordId: record.id },
    ...bodyOf(given),
  })
const handBack = (given?: string, who = person): Promise<TestAnswer> =>
  as(who, signatureEndpoints.handBack, bodyOf(given))
const setCode = (given = code, who = person): Promise<TestAnswer> =>
  as(who, shortCodeEndpoints.save, { body: { code: given } })
const prove = (who = person): Promise<TestAnswer> =>
  as(who, recoveryEndpoints.reauthenticate, { body: { password: testPassword } })
const keyOf = ({ status, errors }: TestAnswer) => [status, errors[0]?.message, errors[0]?.params]
const done = (status: number) => [status, undefined, undefined]
const asked = (shortCode: string) => [401, 'reauth_required', { shortCode }]
const refused = (left: number) => [400, 'invalid_code', { left }]

/** Time goes by: the proof of identity is no longer fresh. */
const age = (interval = '6 minutes') =>
  sql`update sessions set authenticated_at = now() - ${interval}::interval, proven_at = proven_at - ${interval}::interval
    where user_id = ${person.userId}`.execute(app.owner.queries)

const withCode = async (): Promise<void> => {
  expect((await setCode()).status).toBe(200)
  await age()
}

const rowsOf = async (action: string): Promise<unknown[]> => {
  const { rows } = await sql<{ detail: string }>`
    select detail from audit_events where action = ${action} and user_id = ${person.userId} order by seq`.execute(
    app.owner.queries,
  )
  return rows.map(({ detail }) => JSON.parse(detail) as unknown)
}

const subjects = async (): Promise<string[]> => {
  await app.runJobs()
  const mails = await app.mails()
  return mails.filter(({ to }) => to?.[0]?.address === person.username).map(({ subject }) => subject ?? '')
}

describe('a short code', () => {
  it('hands the device over and takes it back, without another proof', async () => {
    await withCode()
    expect(keyOf(await handOver())).toEqual(asked('ready'))
    expect(keyOf(await handOver(code))).toEqual(done(201))
    expect(keyOf(await handBack())).toEqual(asked('ready'))
    expect(keyOf(await handBack(code))).toEqual(done(201))
    expect((await rowsOf('signature.hand_over')).at(-1)).toMatchObject({ means: 'short code' })
    expect((await rowsOf('signature.hand_back')).at(-1)).toEqual({ means: 'short code' })
    expect((await as(person, accountEndpoints.me)).status).toBe(200)
  })

  it('is asked for by no device that has none', async () => {
    await age()
    expect(keyOf(await handOver(code))).toEqual(asked('none'))
  })

  it('G18 G13 opens no other door: whatever asks for a fresh proof refuses who gave a code', async () => {
    // Doors of the installation ask for a proof too, and are those of the account that was made first.
    await sitAs(first)
    const scene = await stageScene(app, person)
    await withCode()
    expect(keyOf(await handOver(code))).toEqual(done(201))
    expect(keyOf(await handBack(code))).toEqual(done(201))
    const doors = app.endpoints.filter((one) => needsFreshProof(one) && !one.shortCode)
    expect(doors.length).toBeGreaterThan(10)
    for (const door of doors) {
      const { body, ...sample } = sampleOf(door, scene)
      const withIt = { ...sample, ...(body ? { body } : {}) }
      expect(keyOf(await as(person, door, withIt)).slice(0, 2), nameOf(door)).toEqual([
        401,
        'reauth_required',
      ])
      const told = { ...sample, body: { ...(body as object | undefined), code, shortCode: code } }
      if (door.method !== 'GET' && !door.upload)
        expect((await as(person, door, told)).status, nameOf(door)).toBe(401)
    }
  })

  it('is taken by handing over and taking back alone, as the table of routes says', () => {
    const takers = app.endpoints.filter(({ shortCode }) => shortCode).map(nameOf)
    expect(takers.toSorted()).toEqual(
      [signatureEndpoints.handBack, signatureEndpoints.handOver].map(nameOf).toSorted(),
    )
  })

  it('makes no proof of its own: the session is as stale after it as before', async () => {
    await withCode()
    await handOver(code)
    await handBack(code)
    const { rows } = await sql<{ fresh: boolean }>`
      select authenticated_at > now() - interval '5 minutes' as fresh from sessions
      where user_id = ${person.userId}`.execute(app.owner.queries)
    expect(rows).toEqual([{ fresh: false }])
  })
})

describe('a wrong short code', () => {
  it('G18 counts; after five the right one is refused too, until a real proof', async () => {
    await withCode()
    await handOver(code)
    for (const left of [4, 3, 2, 1, 0]) expect(keyOf(await handBack(wrong))).toEqual(refused(left))
    expect(keyOf(await handBack(code))).toEqual(asked('blocked'))
    expect((await as(person, securityEndpoints.overview)).payload).toMatchObject({
      shortCode: true,
      shortCodeBlocked: true,
    })
    expect(await rowsOf('account.short_code_failed')).toEqual([4, 3, 2, 1, 0].map((left) => ({ left })))
    expect((await subjects()).at(-1)).toBe('Cinco códigos cortos equivocados')
    await prove()
    expect(keyOf(await handBack())).toEqual(done(201))
    await age()
    expect(keyOf(await handOver(code))).toEqual(done(201))
  })

  it('is not forgotten by a right one', async () => {
    await withCode()
    for (const left of [4, 3, 2, 1]) expect(keyOf(await handOver(wrong))).toEqual(refused(left))
    expect(keyOf(await handOver(code))).toEqual(done(201))
    expect(keyOf(await handBack(wrong))).toEqual(refused(0))
    expect(keyOf(await handBack(code))).toEqual(asked('blocked'))
  })

  it('G18 is looked at five times and no more, however many come at once and from how many sessions', async () => {
    await withCode()
    const other = await signIn(app, person.username)
    await age()
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) => handOver(wrong, index % 2 ? other : person)),
    )
    const keys = answers.map((one) => one.errors[0]?.message)
    expect(keys.filter((key) => key === 'invalid_code')).toHaveLength(shortCodeLimits.attempts)
    expect(keys.filter((key) => key === 'reauth_required')).toHaveLength(24 - shortCodeLimits.attempts)
    expect(await rowsOf('account.short_code_failed')).toHaveLength(shortCodeLimits.attempts)
    expect(keyOf(await handOver(code))).toEqual(asked('blocked'))
  })

  it('of no six digits is none, and is not counted', async () => {
    await withCode()
    for (const given of ['12345', '1234567', 'abcdef', '４０７１９３'])
      expect((await handOver(given)).errors[0]?.message).toBe('invalid_request')
    expect(await rowsOf('account.short_code_failed')).toEqual([])
  })
})

describe('where a short code is taken', () => {
  it('G18 not in a session that no password or passkey was given in', async () => {
    await withCode()
    const minted = { ...person, token: await mintToken(app, { ...person, stale: true }) }
    expect(keyOf(await handOver(code, minted))).toEqual(asked('unproven'))
    await prove(minted)
    await age()
    expect(keyOf(await handOver(code, minted))).toEqual(done(201))
  })

  it('G18 not on a browser the person never signed in from, though it has their token', async () => {
    await withCode()
    expect(keyOf(await handOver(code, { ...person, cookies: [] }))).toEqual(asked('unproven'))
    const stranger = await registerOwner(app)
    expect(keyOf(await handOver(code, { ...person, cookies: stranger.cookies }))).toEqual(asked('unproven'))
    expect(await rowsOf('account.short_code_failed')).toEqual([])
  })

  it('not half a day after the last real proof', async () => {
    await withCode()
    await age(`${shortCodeLimits.hours} hours`)
    expect(keyOf(await handOver(code))).toEqual(asked('unproven'))
  })

  it('handing over and taking back do not make that half a day longer', async () => {
    await withCode()
    await handOver(code)
    await handBack(code)
    await age(`${shortCodeLimits.hours} hours`)
    expect(keyOf(await handOver(code))).toEqual(asked('unproven'))
  })

  it('not for a colleague: each person has their own', async () => {
    await withCode()
    const colleague = await registerOwner(app)
    await setCode('815306', colleague)
    expect(keyOf(await handOver('815306'))).toEqual(refused(4))
  })
})

describe('setting a short code', () => {
  it('takes a fresh proof, as removing it does, and the person’s own device', async () => {
    await age()
    expect(keyOf(await setCode())).toEqual([401, 'reauth_required', undefined])
    expect(keyOf(await as(person, shortCodeEndpoints.remove))).toEqual([401, 'reauth_required', undefined])
    await prove()
    await handOver()
    await prove()
    expect((await setCode()).errors[0]?.message).toBe('session_handed_over')
  })

  it('replaces the former one and forgives what was wrong; rows and mails tell', async () => {
    await setCode()
    await setCode('815306')
    await age()
    expect(keyOf(await handOver(code))).toEqual(refused(4))
    expect(keyOf(await handOver('815306'))).toEqual(done(201))
    await prove()
    await handBack()
    expect((await as(person, shortCodeEndpoints.remove)).payload).toEqual({ shortCode: false })
    await age()
    expect(keyOf(await handOver('815306'))).toEqual(asked('none'))
    expect(await rowsOf('account.short_code_set')).toEqual([{ replaced: false }, { replaced: true }])
    expect(await rowsOf('account.short_code_removed')).toHaveLength(1)
    expect((await subjects()).slice(-3)).toEqual([
      'Código corto nuevo en la cuenta de Ulna',
      'Código corto nuevo en la cuenta de Ulna',
      'Código corto quitado de la cuenta de Ulna',
    ])
  })

  it('refuses what anybody would try first', async () => {
    for (const given of ['000000', '123456', '987654', '121212', '123123', '112233'])
      expect((await setCode(given)).errors[0]).toMatchObject({
        field: 'code',
        params: { reason: 'short_code_common' },
      })
    expect((await as(person, securityEndpoints.overview)).payload).toMatchObject({ shortCode: false })
  })

  it('rests as no digest that is guessed without the installation’s secret', async () => {
    await setCode()
    const { rows } = await sql<{ hash: string; row: string }>`
      select short_code_hash as hash, u::text as row from users u where id = ${person.userId}`.execute(
      app.owner.queries,
    )
    expect(rows[0]?.row).not.toContain(code)
    expect(rows[0]?.hash).toMatch(/^\$/)
  })
})

describe('a short code ends', () => {
  it.each([
    [
      'with another password',
      () =>
        as(person, recoveryEndpoints.changePassword, {
          body: { currentPassword: testPassword, password: 'siete perros bajo la mesa' },
        }),
    ],
    ['when the other sessions are ended', () => as(person, securityEndpoints.endOtherSessions)],
  ])('%s', async (_, end) => {
    await setCode()
    expect((await end()).status).toBe(200)
    expect((await as(person, securityEndpoints.overview)).payload).toMatchObject({ shortCode: false })
    await age()
    expect(keyOf(await handOver(code))).toEqual(asked('none'))
  })

  it('when the password is reset by a link, with whatever session was open', async () => {
    await withCode()
    await callEndpoint(app, recoveryEndpoints.forgotPassword, { body: { username: person.username } })
    await app.runJobs()
    const mail = (await app.mails()).findLast(({ to }) => to?.[0]?.address === person.username)
    const link = /https?:\S+/.exec(mail?.text ?? '')?.[0] ?? ''
    const token = new URL(link).searchParams.get('token')
    const body = { token, password: 'siete perros bajo la mesa' }
    expect((await callEndpoint(app, recoveryEndpoints.resetPassword, { body })).status).toBe(200)
    const { rows } = await sql<{ hash: string | null }>`
      select short_code_hash as hash from users where id = ${person.userId}`.execute(app.owner.queries)
    expect(rows).toEqual([{ hash: null }])
  })

  it('for the session that was signed out', async () => {
    await withCode()
    await as(person, accountEndpoints.logout)
    expect((await handOver(code)).status).toBe(401)
  })
})
