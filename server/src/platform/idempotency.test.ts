import { accountEndpoints } from '@ulna/contract/accounts/accounts'
import { appointmentEndpoints } from '@ulna/contract/appointments/appointments'
import { patientEndpoints } from '@ulna/contract/patients/patients'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { callEndpoint } from '../../test/client.ts'
import { createPatient } from '../../test/factories/clinical.ts'
import { registerOwner, testPassword } from '../../test/factories/people.ts'
import { testPractice } from '../../test/test-practice.ts'
import { requestHash } from './tokens.ts'

const { app, owner } = await testPractice({ alone: true })

const create = (key: string, lastName: string, by = owner) =>
  callEndpoint(app, patientEndpoints.create, {
    token: by.token,
    headers: { 'idempotency-key': key },
    body: { firstName: 'Idem', lastName },
  })

const count = async (lastName: string): Promise<number> => {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from patients where last_name = ${lastName}`.execute(app.owner.queries)
  return rows[0]?.count ?? -1
}

describe('B2 the same POST again with its Idempotency-Key', () => {
  it('has one effect and the same answer, also when 20 arrive together', async () => {
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => create(`race-${round}`, `Uno${round}`)),
      )
      expect(new Set(answers.map((one) => one.status))).toEqual(
        new Set(answers.some((one) => one.status === 409) ? [201, 409] : [201]),
      )
      expect(
        answers
          .filter((one) => one.status === 409)
          .every((one) => one.errors[0]?.message === 'idempotency_in_flight'),
      ).toBe(true)
      const replay = await create(`race-${round}`, `Uno${round}`)
      const first = answers.find((one) => one.status === 201)
      expect(replay.text).toBe(first?.text)
      expect(await count(`Uno${round}`)).toBe(1)
    }
  })

  it('is a mismatch with another body, and free for another user', async () => {
    await create('key-1', 'Primera')
    expect(await create('key-1', 'Segunda')).toMatchObject({
      status: 422,
      errors: [{ message: 'idempotency_mismatch' }],
    })
    const other = await registerOwner(app)
    const answer = await create('key-1', 'Primera', other)
    expect(answer.status).toBe(201)
    expect((answer.payload as { practiceId: number }).practiceId).toBe(other.practiceId)
  })

  it('keeps nothing of a call that was refused', async () => {
    const patient = await createPatient(app, owner)
    const book = (end: string) =>
      callEndpoint(app, appointmentEndpoints.create, {
        token: owner.token,
        headers: { 'idempotency-key': 'after-refusal' },
        body: { doctorId: owner.doctorId, patientId: patient.id, start: '2027-05-05T10:00:00Z', end },
      })
    expect((await book('2027-05-05T09:00:00Z')).status).toBe(400)
    expect((await book('2027-05-05T11:00:00Z')).status).toBe(201)
  })

  it('works before sign-in too and rests encrypted', async () => {
    const body = { email: 'dos@example.test', password: testPassword, firstName: 'Dos', lastName: 'Veces' }
    const register = () =>
      callEndpoint(app, accountEndpoints.register, {
        headers: { 'idempotency-key': 'registering-once' },
        body,
      })
    const [first, second] = [await register(), await register()]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.text).toBe(first.text)
    expect(second.headers['set-cookie']).toEqual(first.headers['set-cookie'])
    const { rows } = await sql<{
      plain: boolean
    }>`select bool_or(encode(answer, 'escape') like '%Veces%') as plain from idempotency_keys`.execute(
      app.owner.queries,
    )
    expect(rows[0]?.plain).toBe(false)
  })

  it('refuses a key that is none', async () => {
    const answer = await callEndpoint(app, patientEndpoints.create, {
      token: owner.token,
      headers: { 'idempotency-key': 'a b' },
      body: { firstName: 'A', lastName: 'B' },
    })
    expect(answer).toMatchObject({ status: 400, errors: [{ field: 'Idempotency-Key' }] })
  })
})

it('G12 rests with nothing of the body that could be guessed at', async () => {
  const body = { username: owner.username, password: testPassword }
  const headers = { 'idempotency-key': 'sign-in' }
  await callEndpoint(app, accountEndpoints.login, { body, headers })
  const kept = await app.owner.queries
    .selectFrom('idempotency_keys')
    .select('request_hash')
    .where('key', '=', 'sign-in')
    .executeTakeFirstOrThrow()
  const plain = requestHash(['/api/auth/login', JSON.stringify(body)])
  expect(kept.request_hash.equals(plain)).toBe(false)
})
