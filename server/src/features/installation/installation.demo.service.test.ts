import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cheapHashing } from '../../../test/build-test-app.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/postgres-database.ts'
import { paths } from '../../paths.ts'
import type { AnonymousActor } from '../../platform/actor.ts'
import { type AuditRow, chainStart, linkMac } from '../../platform/audit.strands.ts'
import { openPool, type Pool } from '../../platform/database.ts'
import { Passwords } from '../../platform/passwords.ts'
import { noRateLimits } from '../../platform/rate-limits.ts'
import { type Database, openDatabase } from '../../platform/use-case.ts'
import { accountKeys } from '../accounts/accounts.dependencies.ts'
import { login } from '../accounts/accounts.service.ts'
import { syncModules } from '../modules/modules.sync.ts'
import { loadDemo, loadDemoAndSignIn } from './installation.demo.service.ts'

/** Loading takes seconds; how many depends on what else the machine does. */
const loadTimeout = 90_000

const auditKey = Buffer.alloc(32, 7)
const actor: AnonymousActor = {
  kind: 'anonymous',
  call: { requestId: 'test', ip: '127.0.0.1', userAgent: 'vitest', device: null, idempotent: null },
}

let database: TestDatabase
let pool: Pool
let db: Database

const passwords = new Passwords(cheapHashing)
const demo = () => ({ db, passwords })
const signIn = () => ({
  db,
  passwords,
  rateLimits: noRateLimits,
  keys: accountKeys('a secret of the test'),
})

const open = async (): Promise<void> => {
  database = await createTestDatabase()
  await syncModules(database.ownerConnection, paths.modules)
  pool = openPool(database.appConnection, { size: 4, onIdleError: () => undefined })
  db = openDatabase(pool, { audit: auditKey, answers: Buffer.alloc(32, 8) })
}

const close = async (): Promise<void> => {
  await pool.close()
  await database.drop()
}

/** Looks behind the application's back. */
const ask = async <T extends pg.QueryResultRow>(text: string): Promise<T[]> => {
  const client = new pg.Client(database.ownerConnection)
  await client.connect()
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
  }
}

const countOf = async (text: string): Promise<number> =>
  (await ask<{ count: number }>(`select count(*)::int as count ${text}`))[0]?.count ?? -1

/** Somebody who is no part of the demo. */
const addStranger = (): Promise<unknown> =>
  ask(
    "insert into users (username, email, first_name, last_name, language) values ('otra', 'otra@else.example', 'Otra', 'Persona', 'es')",
  )

describe('a loaded demo', () => {
  beforeAll(async () => {
    await open()
    await loadDemo(demo(), actor)
  }, loadTimeout)
  afterAll(close)

  it('is marked as demo', async () => {
    expect(await countOf('from installation where demo')).toBe(1)
    expect(
      await countOf(
        "from practices where demo and name = 'Fisioterapia Chapinero' and timezone = 'America/Bogota'",
      ),
    ).toBe(1)
    expect(await countOf('from patients')).toBe(200)
  })

  it('lets everybody in with what it prints, as what it says', async () => {
    const { accounts } = await loadDemo(demo(), actor)
    for (const { username, password, role, name } of accounts) {
      const { payload } = await login(signIn(), actor, { username, password })
      expect([payload.role, payload.doctor?.fullName, payload.clinical]).toEqual([
        role,
        name,
        role !== 'assistant',
      ])
      expect(payload.doctor?.bookable).toBe(role !== 'assistant')
    }
  })

  it('counts sessions and knows the last control of every patient', async () => {
    const wrongNumbers = `from (select session_number, row_number() over (partition by case_id order by occurred_at) as expected
      from records where case_id is not null) numbered where session_number <> expected`
    const wrongControls = `from patients p where last_control is distinct from
      (select max(occurred_at) from records r where r.patient_id = p.id and type = 'control' and voided_at is null)`
    const wrongCases = "from records where case_id is not null and (data->>'case')::bigint <> case_id"
    expect(await countOf(wrongNumbers)).toBe(0)
    expect(await countOf(wrongControls)).toBe(0)
    expect(await countOf(wrongCases)).toBe(0)
  })

  it('keeps every version of everything', async () => {
    for (const [table, versions, key] of [
      ['records', 'record_versions', 'record_id'],
      ['patients', 'patient_versions', 'patient_id'],
      ['appointments', 'appointment_versions', 'appointment_id'],
    ]) {
      const incomplete = `from ${table} t where version <> (select count(*) from ${versions} v where v.${key} = t.id and v.version <= t.version)`
      expect(await countOf(incomplete), table).toBe(0)
    }
    expect(await countOf("from patient_versions where (body::json->>'id')::bigint <> patient_id")).toBe(0)
    expect(
      await countOf("from appointment_versions where version = 1 and body::json->>'status' <> 'booked'"),
    ).toBe(0)
    expect(await countOf('from records where created_at > now() or updated_at > now()')).toBe(0)
  })

  it('goes on counting file numbers after its own', async () => {
    const rows = await ask<{ next: string; last: string }>(
      'select next_file_number::text as next, (select max(file_id) from patients) as last from practices',
    )
    expect(rows).toEqual([{ next: '501', last: '00500' }])
  })

  it('stands in an unbroken audit chain of its practice', async () => {
    const rows = await ask<AuditRow & { mac: Buffer; practice_id: number }>(
      'select practice_id, seq, iso(at) as at, action, user_id, session_id, patient_id, subject_type, subject_id, detail, request_id, ip, mac from audit_events where practice_id <> 0 and strand = 0 order by seq',
    )
    expect(rows[0]?.action).toBe('demo.load')
    let mac = chainStart(auditKey, rows[0]?.practice_id ?? 0, 0)
    for (const { mac: stored, ...row } of rows) {
      mac = linkMac(auditKey, mac, row)
      expect(stored.equals(mac)).toBe(true)
    }
  })

  it('is not doubled when it is loaded again', async () => {
    await loadDemo(demo(), actor)
    expect(await countOf('from practices')).toBe(1)
    expect(await countOf('from patients')).toBe(200)
  })

  it('lets nobody in without a password once it is there', async () => {
    await expect(loadDemoAndSignIn(demo(), actor)).rejects.toMatchObject({ key: 'already_exists' })
  })

  it('refuses as soon as somebody uses the installation for themselves', async () => {
    await addStranger()
    await expect(loadDemo(demo(), actor)).rejects.toMatchObject({ key: 'already_exists' })
  })
})

describe('a fresh installation', () => {
  beforeEach(open)
  afterEach(close)

  it(
    'is loaded once when two visitors ask at the same time, and signs the first in as the owner',
    async () => {
      const outcomes = await Promise.allSettled([
        loadDemoAndSignIn(demo(), actor),
        loadDemoAndSignIn(demo(), actor),
      ])
      expect(outcomes.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected'])
      expect(await countOf('from practices')).toBe(1)
      const first = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))[0]
      expect(first?.payload).toMatchObject({
        role: 'owner',
        clinical: true,
        multiPractice: false,
        user: { username: 'laura' },
      })
      expect(first?.payload.practice?.name).toBe('Fisioterapia Chapinero')
      expect(first?.cookies).toHaveLength(3)
      expect(
        (await login(signIn(), actor, first?.metadata ?? { username: '', password: '' })).payload.user.id,
      ).toBe(first?.payload.user.id)
    },
    loadTimeout,
  )

  it('refuses where somebody has registered and leaves everything as it is', async () => {
    await addStranger()
    await expect(loadDemo(demo(), actor)).rejects.toMatchObject({ key: 'already_exists' })
    await expect(loadDemoAndSignIn(demo(), actor)).rejects.toMatchObject({ key: 'already_exists' })
    expect(await countOf('from practices where demo')).toBe(0)
    expect(await countOf('from users')).toBe(1)
  })
})
