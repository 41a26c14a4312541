import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cheapHashing } from '../../test/build-test-app.ts'
import { createTestDatabase, type TestDatabase } from '../../test/postgres-database.ts'
import { accountKeys } from '../features/accounts/accounts.dependencies.ts'
import { login } from '../features/accounts/accounts.service.ts'
import { processFile } from '../features/files/inspection/files.process.ts'
import { RecordClasses } from '../features/modules/modules.service.ts'
import { syncModules } from '../features/modules/modules.sync.ts'
import { createSealKeys } from '../features/signatures/signatures.seals.ts'
import { paths } from '../paths.ts'
import { type AuditRow, chainStart, linkMac } from '../platform/audit/audit.strands.ts'
import { openPool, type Pool, transaction } from '../platform/database/database.ts'
import { localFileStore } from '../platform/files/file-store.local.ts'
import { noRateLimits } from '../platform/http/rate-limits.ts'
import { Passwords } from '../platform/identity/passwords.ts'
import type { AnonymousActor } from '../platform/sessions/actor.ts'
import { createLinkTokens } from '../platform/sessions/link-tokens.ts'
import { type Database, openDatabase } from '../platform/use-case.ts'
import { loadDemo, loadDemoAndSignIn } from './load-demo.ts'
import { insertRecords, type RecordRow } from './store/practice.repository.ts'

/** Loading takes seconds; how many depends on what else the machine does. */
const loadTimeout = 90_000

const auditKey = Buffer.alloc(32, 7)
const keys: Parameters<typeof openDatabase>[1] = { audit: auditKey, answers: [Buffer.alloc(32, 8)] }
const actor: AnonymousActor = {
  kind: 'anonymous',
  call: { requestId: 'test', ip: '127.0.0.1', userAgent: 'vitest', device: null, idempotent: null },
}

let database: TestDatabase
let pool: Pool
let db: Database
let directory: string

const passwords = new Passwords(cheapHashing)
const warnings: string[] = []
const demo = (now?: Date) => ({
  db,
  classes: new RecordClasses(),
  keys: createSealKeys('a secret that seals what the test signs'),
  ...(now && { now: () => now }),
  passwords,
  files: {
    db,
    files: localFileStore(directory),
    links: createLinkTokens(Buffer.alloc(32, 9)),
    quotaBytes: 10 ** 9,
  },
  warn: (message: string) => void warnings.push(message),
})
const signIn = () => ({
  db,
  passwords,
  rateLimits: noRateLimits,
  keys: accountKeys(['a secret of the test']),
})

const open = async (): Promise<void> => {
  database = await createTestDatabase()
  directory = await mkdtemp(path.join(tmpdir(), 'ulna-demo-'))
  warnings.length = 0
  await syncModules(database.ownerConnection, paths.modules)
  pool = openPool(database.appConnection, { size: 4, onIdleError: () => undefined })
  db = openDatabase(pool, keys)
}

const close = async (): Promise<void> => {
  await pool.close()
  await database.drop()
  await rm(directory, { recursive: true, force: true })
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

/** A document like one that is there, planned for five hours from now. */
const plannedForLater = `select practice_id, json_build_object('id', id + 1000000, 'patient_id', patient_id, 'author_id', author_id,
  'type', type, 'subtype', subtype, 'class_id', class_id, 'class_version', class_version, 'name', name,
  'occurred_at', now() + interval '5 hours', 'created_at', now() + interval '5 hours', 'data', data,
  'first_author_id', author_id, 'first_data', data) as row from records where type = 'document' limit 1`

/** Somebody who is no part of the demo. */
const addStranger = (): Promise<unknown> =>
  ask(
    "insert into users (username, email, first_name, last_name, language) values ('otra', 'otra@else.example', 'Otra', 'Persona', 'es')",
  )

/** Loads it where a transaction is soon idle for too long, as one is on a machine that is busy. */
const loadOnBusyMachine = async (): Promise<void> => {
  const impatient = openPool(database.appConnection, { size: 1, onIdleError: () => undefined })
  impatient.raw.on('connect', (client) => client.query('set idle_in_transaction_session_timeout = 200'))
  await loadDemo({ ...demo(), db: openDatabase(impatient, keys) }, actor).finally(() => impatient.close())
}

describe('a loaded demo', () => {
  beforeAll(async () => {
    await open()
    await loadOnBusyMachine()
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
    const wrongNumbers = `from (select session_number, row_number() over (partition by case_id order by occurred_at, id) as expected
      from records where case_id is not null) numbered where session_number <> expected`
    const wrongControls = `from patients p where last_control is distinct from
      (select max(occurred_at) from records r where r.patient_id = p.id and type = 'control' and voided_at is null)`
    const wrongCases = "from records where case_id is not null and (data->>'case')::bigint <> case_id"
    expect(await countOf(wrongNumbers)).toBe(0)
    expect(await countOf(wrongControls)).toBe(0)
    expect(await countOf(wrongCases)).toBe(0)
  })

  it('has no record of a time that is still to come, whatever time of the day it is', async () => {
    expect(await countOf('from records where occurred_at > now()')).toBe(0)
    expect(await countOf('from record_versions where occurred_at > now()')).toBe(0)
  })

  it('writes nothing ahead of now either when it is loaded in the morning, before the visits of the day', async () => {
    const [planned] = await ask<{ practice_id: string; row: string }>(plannedForLater)
    if (!planned) throw new Error('There is no document to plan another like.')
    const practiceId = Number(planned.practice_id)
    const row = JSON.parse(planned.row) as RecordRow
    const undone = new Error('undone')
    const written = transaction(db.queries, { practiceId, userId: 0 }, 'read write', async (tx) => {
      await insertRecords(tx, practiceId, [row])
      const inTime = sql<{
        count: number
      }>`select count(*)::int as count from records r join record_versions v
          on v.practice_id = ${practiceId} and v.record_id = r.id
        where r.practice_id = ${practiceId} and r.id = ${row.id} and greatest(r.occurred_at, r.created_at, v.occurred_at, v.at) < now() + interval '1 second'`
      expect((await inTime.execute(tx)).rows).toEqual([{ count: 1 }])
      throw undone
    })
    await expect(written).rejects.toBe(undone)
  })

  it('keeps every version of everything', async () => {
    for (const [table, versions, key] of [
      ['records', 'record_versions', 'record_id'],
      ['patients', 'patient_versions', 'patient_id'],
      ['appointments', 'appointment_versions', 'appointment_id'],
      ['schedules', 'schedule_versions', 'doctor_id'],
      ['absences', 'absence_versions', 'absence_id'],
      ['wait_list', 'wait_list_versions', 'wait_list_id'],
    ]) {
      const id = table === 'schedules' ? 'doctor_id' : 'id'
      const incomplete = `from ${table} t where version <> (select count(*) from ${versions} v where v.${key} = t.${id} and v.version <= t.version)`
      expect(await countOf(incomplete), table).toBe(0)
    }
    expect(await countOf("from patient_versions where (body::json->>'id')::bigint <> patient_id")).toBe(0)
    expect(
      await countOf("from appointment_versions where version = 1 and body::json->>'status' <> 'booked'"),
    ).toBe(0)
    expect(await countOf('from records where created_at > now() or updated_at > now()')).toBe(0)
  })

  it('has series as the agenda stores them: each date on a day of the rule, at its time, and none missing', async () => {
    const dates = `from appointments a join appointment_series s on s.practice_id = a.practice_id and s.id = a.series_id`
    expect(await countOf('from appointment_series')).toBeGreaterThanOrEqual(4)
    expect(await countOf(`${dates} where a.status = 'booked' and a.start_at > now()`)).toBeGreaterThan(10)
    const local = 'a.start_at at time zone s.timezone'
    expect(
      await countOf(`${dates} where a.every <> s.rule or a.end_at - a.start_at <> s.duration_ms * interval '1 ms'
        or (${local})::time <> s.wall_time or (${local})::date <> a.occurs_on or a.occurs_on = any(s.taken_out)
        or not s.rule->'byWeekday' @> to_jsonb(extract(isodow from a.occurs_on)::int)
        or a.parent <> (select o.id from appointments o where o.series_id = s.id order by o.occurs_on limit 1)
        or a.until <> ((s.until + 1)::timestamp - interval '1 ms') at time zone s.timezone`),
    ).toBe(0)
    expect(
      await countOf(`from appointment_series s, generate_series(s.first_day, s.until, interval '1 day') day
        where s.rule->'byWeekday' @> to_jsonb(extract(isodow from day)::int) and not day::date = any(s.taken_out)
          and not exists (select from appointments a where a.series_id = s.id and a.occurs_on = day::date)`),
    ).toBe(0)
  })

  it('has hours, absences in which nobody is booked, and patients who wait', async () => {
    expect(await countOf('from schedules')).toBe(3)
    expect(await countOf('from absences where doctor_id is not null')).toBe(1)
    expect(await countOf('from absences where doctor_id is null')).toBe(1)
    expect(
      await countOf(`from absences b join appointments a on a.doctor_id = coalesce(b.doctor_id, a.doctor_id)
        and a.start_at < b.end_at and a.end_at > b.start_at and a.start_at > now() + interval '1 day'`),
    ).toBe(0)
    expect(await countOf("from wait_list where status = 'waiting'")).toBe(2)
  })

  it('has modules to measure with, installed by its owner', async () => {
    const rows = await ask(`select m.module_id, d.full_name from practice_modules m
      join doctors d on d.practice_id = m.practice_id and d.user_id = m.installed_by
      where m.uninstalled_at is null order by 1`)
    const { accounts } = await loadDemo(demo(), actor)
    const [owner] = accounts
    expect(rows).toEqual(
      ['balance_gait', 'consents', 'goniometry', 'pain_function', 'techniques'].map((id) => ({
        module_id: id,
        full_name: owner?.name,
      })),
    )
  })

  it('has photos to compare, an x-ray and a report, which become ready as uploads do', async () => {
    expect(warnings).toEqual([])
    const files = await ask<{ id: number; practice_id: number; kind: string; subtype: string }>(
      `select f.id::int, f.practice_id::int, f.kind, r.subtype from files f
        join records r on r.practice_id = f.practice_id and r.id = f.record_id order by f.id`,
    )
    expect(files.slice(0, 4).map(({ kind, subtype }) => [kind, subtype])).toEqual([
      ['image', 'photo'],
      ['image', 'photo'],
      ['dicom', 'xray'],
      ['pdf', 'pdf'],
    ])
    // And one of each patient who stands where somebody looks first.
    const further = files.slice(4)
    expect(further.length).toBeGreaterThan(0)
    expect(further.every(({ kind, subtype }) => kind === 'image' && subtype === 'photo')).toBe(true)
    const { files: stored } = demo()
    for (const { practice_id, id } of files)
      await processFile({ ...stored, scan: undefined, warn: () => undefined }, practice_id, id)
    expect(await countOf("from files where state = 'ready'")).toBe(files.length)
    expect(await countOf("from files where kind = 'image' and (width, height) = (1200, 1600)")).toBe(
      2 + further.length,
    )
    const [xray] = await ask<{ named: string; patient: string }>(
      `select f.dicom->>'patientName' as named, p.first_name || ' ' || p.last_name as patient from files f
        join patients p on p.practice_id = f.practice_id and p.id = f.patient_id where f.kind = 'dicom'`,
    )
    expect(xray?.named).toBe(xray?.patient)
    expect(await countOf("from audit_events where action = 'file.upload'")).toBe(files.length)
  })

  it('goes on counting file numbers after its own', async () => {
    const rows = await ask<{ next: string; last: string }>(
      'select next_number::text as next, (select max(file_id) from patients) as last from file_counters',
    )
    expect(rows).toEqual([{ next: '501', last: '00500' }])
  })

  it('stands in an unbroken audit chain of its practice', async () => {
    const rows = await ask<AuditRow & { mac: Buffer; practice_id: number; strand: number }>(
      'select practice_id, strand, seq, iso(at) as at, action, user_id, session_id, patient_id, subject_type, subject_id, detail, request_id, ip, practice_key_id, mac from audit_events where practice_id <> 0 order by strand, seq',
    )
    expect(rows.filter(({ seq }) => Number(seq) === 1).map(({ action }) => action)).toContain('demo.load')
    let mac: Buffer = Buffer.alloc(0)
    let before = -1
    for (const { mac: stored, strand, ...row } of rows) {
      if (strand !== before) mac = chainStart(auditKey, row.practice_id, strand)
      mac = linkMac(auditKey, mac, row)
      expect(stored.equals(mac)).toBe(true)
      before = strand
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

/** Noon of the last Sunday, and three in the night and eight in the evening of yesterday, in Bogotá. */
const hours = (): [string, Date][] => {
  const day = (back: number): string => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
  const sunday = [1, 2, 3, 4, 5, 6, 7].map(day).find((one) => new Date(one).getUTCDay() === 0) ?? day(7)
  return [
    ['at night', new Date(`${day(1)}T08:00:00Z`)],
    ['on a Sunday', new Date(`${sunday}T17:00:00Z`)],
    ['in the evening', new Date(`${day(2)}T01:00:00Z`)],
  ]
}

describe.each(hours())('a demo that is loaded %s', (_, now) => {
  beforeAll(async () => {
    await open()
    await loadDemo(demo(now), actor)
  }, loadTimeout)
  afterAll(close)

  const at = `'${now.toISOString()}'::timestamptz`

  it('has nobody in the past who is still expected, and nobody in the future who was here', async () => {
    const visits = 'from appointments where patient_id is not null'
    expect(await countOf(`${visits} and status in ('booked', 'arrived') and end_at <= ${at}`)).toBe(0)
    expect(await countOf(`${visits} and status in ('attended', 'no_show') and start_at > ${at}`)).toBe(0)
    expect(
      await countOf(`${visits} and status = 'arrived' and start_at > ${at} + interval '10 minutes'`),
    ).toBe(0)
  })

  it('has a package in use, a signed session and a photo of whom the owner treats now or next', async () => {
    const next = `from (
      select distinct on (a.patient_id) a.patient_id, a.start_at from appointments a
      join doctors d on d.practice_id = a.practice_id and d.id = a.doctor_id and d.full_name = 'Laura Restrepo'
      where a.status in ('booked', 'arrived') and a.end_at > ${at}
        and exists (select from records r where r.patient_id = a.patient_id and r.author_id = d.id and r.subtype = 'follow_up')
      order by a.patient_id, a.start_at
    ) coming`
    const [first] = await ask<{ patient_id: string }>(`select patient_id ${next} order by start_at limit 1`)
    const of = `patient_id = ${first?.patient_id ?? 0}`
    expect(
      await countOf(
        `from session_packages where ${of} and used_sessions > 0 and used_sessions < num_sessions`,
      ),
    ).toBe(1)
    expect(
      await countOf(
        `from signatures s join records r on r.id = s.record_id where r.${of} and r.subtype = 'follow_up'`,
      ),
    ).toBeGreaterThan(0)
    expect(await countOf(`from records where ${of} and subtype = 'photo'`)).toBeGreaterThan(0)
    expect(await countOf(`from receipts where ${of} and voids_id is null`)).toBe(1)
  })

  it('is a practice that is set up: issuer, prices and receipts, and no first steps', async () => {
    expect(await countOf('from prices')).toBe(2)
    expect(await countOf("from practices where configurations #>> '{firstSteps,dismissed}' = 'true'")).toBe(1)
    expect(
      await countOf("from receipts where voids_id is null and issuer ->> 'taxId' is not null"),
    ).toBeGreaterThan(3)
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
