import { type AgendaMarks, marksEndpoints } from '@ulna/contract/appointments/appointments.marks'
import { type AuditRow, auditEndpoints, type PatientOpening } from '@ulna/contract/audit/audit.trail'
import type { EndpointShape } from '@ulna/contract/http/endpoint'
import { patientEndpoints } from '@ulna/contract/patients/patients'
import { practiceKeyEndpoints } from '@ulna/contract/practice-keys/practice-keys'
import type { KeyScope } from '@ulna/contract/practice-keys/practice-keys.scopes'
import { memberEndpoints } from '@ulna/contract/practices/practices.members'
import { recordEndpoints } from '@ulna/contract/records/records'
import { type RawBuilder, sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testSecret } from '../../../test/build-test-app.ts'
import { type CallOptions, callEndpoint, type TestAnswer } from '../../../test/client.ts'
import {
  bookAppointment,
  createPatient,
  historyInput,
  writeRecord,
} from '../../../test/factories/clinical.ts'
import { hoursAhead, visitAt } from '../../../test/factories/mails.ts'
import { addMember, joinPractice, registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { mintKey } from '../../../test/sweeps/scene/keys.ts'
import { mintToken } from '../../../test/sweeps/scene/minted-session.ts'
import { testServer } from '../../../test/test-practice.ts'
import { verifyChains } from '../../platform/audit/audit.verify.ts'
import { deriveKey } from '../../platform/tokens.ts'

let owner: TestPerson
let key: { id: number; secret: string }

const app = await testServer({ rateLimits: true })
beforeEach(async () => {
  owner = await registerOwner(app, { firstName: 'Laura', lastName: 'Restrepo' })
  key = await mintKey(app, { ...owner, name: 'Panel de gestión' })
})

const outcome = ({ status, errors }: TestAnswer): string => errors[0]?.message ?? String(status)

/** What a program is answered that sends a key, and nothing else. */
const ask = (endpoint: EndpointShape, options: CallOptions = {}, { secret } = key): Promise<TestAnswer> =>
  callEndpoint(app, endpoint, { ...options, token: secret })

const asked = async (endpoint: EndpointShape, options: CallOptions = {}, which = key): Promise<string> =>
  outcome(await ask(endpoint, options, which))

const write = (statement: RawBuilder<unknown>) => statement.execute(app.owner.queries)

const lastUse = async (): Promise<Date | null> => {
  const row = await app.owner.queries
    .selectFrom('practice_keys')
    .select('last_used_at')
    .where('id', '=', key.id)
    .executeTakeFirstOrThrow()
  return row.last_used_at
}

const membershipOf = (person: TestPerson) =>
  sql`practice_id = ${owner.practiceId} and user_id = ${person.userId}`

describe('C16: a program with a key', () => {
  it('reads as whoever made the key, without naming a practice', async () => {
    const patient = await createPatient(app, owner, { firstName: 'Eva', lastName: 'Soto' })
    const { payload } = await ask(patientEndpoints.read, { params: { id: patient.id } })
    expect(payload).toMatchObject({ id: patient.id, firstName: 'Eva' })
    const named = (practice: number) => ({ headers: { 'ulna-practice': String(practice) } })
    expect(await asked(patientEndpoints.list, named(owner.practiceId))).toBe('200')
    expect(await asked(patientEndpoints.list, named(owner.practiceId + 1))).toBe('practice_required')
  })

  it('leaves a row for every call, also of what is of no patient', async () => {
    const organization = { method: 'GET', path: '/fhir/R4/Organization' } as const
    expect((await callEndpoint(app, organization, { token: key.secret })).status).toBe(200)
    expect(await asked(patientEndpoints.list)).toBe('200')
    const rows = async () => {
      const found = await sql<{ action: string; detail: string }>`
        select action, detail from audit_events where practice_key_id = ${key.id} order by at, action`.execute(
        app.owner.queries,
      )
      return found.rows.map(({ action, detail }) => [action, JSON.parse(detail).route]).sort()
    }
    await expect.poll(rows).toEqual([
      ['patient.list', undefined],
      ['practice_key.read', 'GET /fhir/R4/Organization'],
    ])
  })

  it('is refused with a secret that nobody was given, near to one or of another practice', async () => {
    const { secret } = key
    const neighbour = await registerOwner(app)
    const flipped = secret.slice(0, -5) + (secret.at(-5) === 'A' ? 'B' : 'A') + secret.slice(-4)
    const elsewhere = secret.replace(`_${owner.practiceId}_`, `_${neighbour.practiceId}_`)
    const nowhere = secret.replace(`_${owner.practiceId}_`, '_900000000001_')
    for (const other of [flipped, elsewhere, nowhere, secret.slice(0, -1), secret.slice(5)])
      expect(await asked(patientEndpoints.list, {}, { ...key, secret: other }), other).toBe('invalid_token')
    expect(await asked(patientEndpoints.list)).toBe('200')
  })

  it('is told which scopes are missing, and only that where none would do', async () => {
    const narrow = await mintKey(app, { ...owner, scopes: ['agenda'] })
    const missing = await ask(patientEndpoints.list, {}, narrow)
    expect(missing.errors).toMatchObject([{ message: 'key_scope', params: { missing: 'patients' } }])
    const never = await ask(practiceKeyEndpoints.list)
    expect([never.errors[0]?.message, never.errors[0]?.params]).toEqual(['key_scope', undefined])
  })

  it('is refused from the next call on once the key is revoked, and once it has run out', async () => {
    expect(await asked(patientEndpoints.list)).toBe('200')
    await callEndpoint(app, practiceKeyEndpoints.revoke, { token: owner.token, params: { id: key.id } })
    expect(await asked(patientEndpoints.list)).toBe('key_ended')
    const short = await mintKey(app, owner)
    expect(await asked(patientEndpoints.list, {}, short)).toBe('200')
    await write(sql`update practice_keys set expires_at = now() where id = ${short.id}`)
    expect(await asked(patientEndpoints.list, {}, short)).toBe('key_ended')
  })

  it('reads what its maker may at that moment: less when they are demoted or lose clinical access', async () => {
    const maker = await addMember(app, owner.practiceId, 'owner', true)
    const theirs = await mintKey(app, maker)
    const patient = await createPatient(app, owner)
    const record = await writeRecord(app, owner, historyInput(patient.id))
    const params = { id: record.id }
    expect(await asked(recordEndpoints.read, { params }, theirs)).toBe('200')
    expect(await asked(auditEndpoints.list, {}, theirs)).toBe('200')
    await write(sql`update memberships set role = 'practitioner' where ${membershipOf(maker)}`)
    expect(await asked(auditEndpoints.list, {}, theirs)).toBe('admin_role_required')
    expect(await asked(recordEndpoints.read, { params }, theirs)).toBe('200')
    await write(sql`update memberships set clinical = false where ${membershipOf(maker)}`)
    expect(await asked(recordEndpoints.read, { params }, theirs)).toBe('clinical_access_required')
    expect(await asked(patientEndpoints.list, {}, theirs)).toBe('200')
  })

  it('reads nothing clinical beside what its scopes are for: files open no records, and records open what needs them', async () => {
    const patient = await createPatient(app, owner)
    await writeRecord(app, owner, historyInput(patient.id, { allergies: 'Látex' }))
    const visit = visitAt(hoursAhead(24))
    await bookAppointment(app, owner, { ...visit, patientId: patient.id })
    const range = { start: visit.start, end: visit.end }
    const alertsFor = async (...scopes: KeyScope[]): Promise<number[]> => {
      const narrow = await mintKey(app, { ...owner, scopes: ['agenda', ...scopes] })
      const answer = await ask(marksEndpoints.marks, { params: range }, narrow)
      expect(answer.status, answer.text).toBe(200)
      return (answer.payload as AgendaMarks).alerts
    }
    expect(await alertsFor()).toEqual([])
    expect(await alertsFor('files')).toEqual([])
    expect(await alertsFor('records')).toEqual([patient.id])
  })

  it('is refused once its maker leaves, and stays so when they come back', async () => {
    const maker = await addMember(app, owner.practiceId, 'owner', true)
    const theirs = await mintKey(app, maker)
    const { rows } = await sql<{ id: number }>`
      select id from memberships where ${membershipOf(maker)}`.execute(app.owner.queries)
    const params = { id: rows[0]?.id ?? 0 }
    const left = await callEndpoint(app, memberEndpoints.remove, { token: owner.token, params })
    expect(left.status).toBe(200)
    expect(await asked(patientEndpoints.list, {}, theirs)).toBe('key_ended')
    await write(sql`delete from memberships where ${membershipOf(maker)}`)
    await write(sql`delete from doctors where ${membershipOf(maker)}`)
    const place = { practiceId: owner.practiceId, role: 'owner', clinical: true } as const
    await joinPractice(app, { person: maker, ...place })
    expect(await asked(patientEndpoints.list, {}, theirs)).toBe('key_ended')
    const { payload } = await callEndpoint(app, practiceKeyEndpoints.list, { token: owner.token })
    expect(payload).toContainEqual(
      expect.objectContaining({ id: theirs.id, state: 'revoked', revokedBy: null }),
    )
    expect(await asked(patientEndpoints.list)).toBe('200')
  })

  it.each(['disabled_at = now()', 'activated_at = null'])(
    'is refused while the account of its maker does not count: %s',
    async (change) => {
      await write(sql`update users set ${sql.raw(change)} where id = ${owner.userId}`)
      expect(await asked(patientEndpoints.list)).toBe('key_ended')
    },
  )

  it('is kept to the access rules of the practice', async () => {
    const rules = JSON.stringify({ access: { networks: ['10.0.0.0/8'] } })
    await write(
      sql`update practices set configurations = configurations || ${rules}::jsonb where id = ${owner.practiceId}`,
    )
    expect(await asked(patientEndpoints.list)).toBe('ip_rejected')
  })

  it('says once a minute that it was used', async () => {
    expect(await lastUse()).toBeNull()
    await ask(patientEndpoints.list)
    const first = await lastUse()
    expect(first).not.toBeNull()
    await ask(patientEndpoints.list)
    expect(await lastUse()).toEqual(first)
    await write(
      sql`update practice_keys set last_used_at = now() - interval '61 seconds' where id = ${key.id}`,
    )
    const before = await lastUse()
    await ask(patientEndpoints.list)
    expect((await lastUse())?.getTime()).toBeGreaterThan(before?.getTime() ?? 0)
  })

  it('has so many calls a minute, which are its own', async () => {
    const answers = await Promise.all(Array.from({ length: 301 }, () => ask(patientEndpoints.list)))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(1)
    expect(outcome(refused[0] as TestAnswer)).toBe('rate_limited')
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
    expect(await asked(patientEndpoints.list, {}, await mintKey(app, owner))).toBe('200')
  })
})

describe('the trail of what a key read', () => {
  const trail = async (query = {}): Promise<AuditRow[]> =>
    (await callEndpoint(app, auditEndpoints.list, { token: await mintToken(app, owner), query })).payload

  it('names the key beside whoever made it, on the page, in the file and for the patient', async () => {
    const patient = await createPatient(app, owner)
    await ask(patientEndpoints.read, { params: { id: patient.id } })
    const [read, written] = await trail()
    const byKey = { practiceKeyId: key.id, practiceKeyName: 'Panel de gestión' }
    expect(read).toMatchObject({ action: 'patient.read', userName: 'Laura Restrepo', ...byKey })
    expect(written).toMatchObject({ action: 'patient.create', practiceKeyId: null, practiceKeyName: null })
    const { rows } = await sql<{ session_id: number | null }>`
      select session_id from audit_events where practice_key_id = ${key.id}`.execute(app.owner.queries)
    expect(rows).toEqual([{ session_id: null }])
    const token = await mintToken(app, owner)
    const params = { id: patient.id }
    const openings = await callEndpoint(app, auditEndpoints.patientOpenings, { token, params })
    expect((openings.payload as PatientOpening[])[0]).toMatchObject({ action: 'patient.read', ...byKey })
    const file = await callEndpoint(app, auditEndpoints.exportTrail, { token })
    const line = file.text.split('\r\n').find((one) => one.includes('patient.read'))
    expect(line).toContain(`Laura Restrepo,${key.id},Panel de gestión,${patient.id}`)
  })

  it('D6 is chained with the rows of people, and nobody moves a row from a key to a person', async () => {
    const chainFaults = async () =>
      (await verifyChains(app.pool.queries, deriveKey(testSecret, 'audit chain')))
        .filter(({ practiceId }) => practiceId === owner.practiceId)
        .flatMap(({ faults }) => faults.map(({ kind }) => kind))
    const patient = await createPatient(app, owner)
    for (let turn = 0; turn < 5; turn += 1) {
      await ask(patientEndpoints.read, { params: { id: patient.id } })
      await createPatient(app, owner)
    }
    expect(await chainFaults()).toEqual([])
    const ofKey = sql`practice_id = ${owner.practiceId} and practice_key_id = ${key.id}`
    await write(sql`update audit_events set practice_key_id = practice_key_id + 1 where ${ofKey}`)
    expect(await chainFaults()).toContain('altered')
    const moved = sql`practice_id = ${owner.practiceId} and practice_key_id = ${key.id + 1}`
    await write(sql`update audit_events set practice_key_id = null where ${moved}`)
    expect(await chainFaults()).toContain('altered')
  })

  it('says of a key that is refused again and again that it was a key', async () => {
    for (let turn = 0; turn < 22; turn += 1) await ask(memberEndpoints.list)
    const [row] = await trail({ action: 'account.refusals_noticed' })
    expect(row).toMatchObject({ practiceKeyId: key.id, practiceKeyName: 'Panel de gestión' })
  })
})
