import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { conditionsOf, type TrailFilter, trailRows } from '../src/features/audit/audit.repository.ts'
import { foundPage } from '../src/features/patients/patients.search.repository.ts'
import { withoutNextVisit } from '../src/features/records/records.today.repository.ts'
import { rowsRead } from './query-plan.ts'
import { testPractice } from './test-practice.ts'

/** 60 patients of one's own, a third of them called García, beside 20,000 of forty other practices. */
const fillPatients = sql`
  with others as (
    insert into practices (name, timezone, locale) select 'Práctica ' || n, 'America/Bogota', 'es'
    from generate_series(1, 40) n returning id
  ), numbered as (select id, row_number() over () as number from others)
  insert into patients (practice_id, first_name, last_name, file_id, last_control)
    select id, 'Paciente', case n % 3 when 0 then 'García' else md5(n::text) end, 'x' || n, now()
    from numbered join generate_series(1, 20000) n on n % 40 = number - 1`

const fillOwn = (practiceId: number) => sql`
  insert into patients (practice_id, first_name, last_name, file_id, last_control)
    select ${practiceId}::bigint, 'Paciente', case n % 3 when 0 then 'García' else md5(n::text) end, 'x' || n, now()
    from generate_series(1, 60) n`

/** Every patient has a closed case with forty follow-ups of colleagues' and own; five have an open one of one's own. */
const fillRecords = (practiceId: number, doctorId: number) => sql`
  with cases as (
    insert into records (practice_id, patient_id, author_id, type, subtype, class_id, class_version, name, occurred_at,
        data, case_status)
      select practice_id, id, ${doctorId}, 'control', 'case', 'case_default', 1, 'Lumbalgia', now(), '{}',
        case when row_number() over (order by id) <= 5 then 'active' else 'closed' end
      from patients where practice_id = ${practiceId}
      returning practice_id, id, patient_id
  )
  insert into records (practice_id, patient_id, author_id, type, subtype, class_id, class_version, occurred_at, data,
      case_id, session_number)
    select practice_id, patient_id, ${doctorId}, 'control', 'follow_up', 'followup_default', 1, now(), '{}', id, n
    from cases cross join generate_series(1, 40) n`

/** A year of the own trail, a hundred rows a day, ten of them of one kind; and as much of others. */
const fillTrail = (practiceId: number) => sql`
  insert into audit_events (practice_id, strand, seq, at, action, detail, request_id, mac)
    select practice, n % 16, 1000 + n, timestamptz '2025-01-01 12:00Z' + (n / 100) * interval '1 day',
      case when n % 10 = 0 then 'record.create' else 'record.read' end, '{}', 'x', ''
    from generate_series(0, 36499) n, unnest(array[${practiceId}, 1]::bigint[]) practice`

const { app, owner } = await testPractice({ alone: true })

beforeAll(async () => {
  const { queries } = app.owner
  for (const fill of [
    fillPatients,
    fillOwn(owner.practiceId),
    fillRecords(owner.practiceId, owner.doctorId),
    fillTrail(owner.practiceId),
  ])
    await fill.execute(queries)
  // What a running database does by itself.
  for (const table of ['patients', 'records', 'audit_events', 'appointments'])
    await sql.raw(`vacuum analyze ${table}`).execute(queries)
})

describe('what a practice asks costs what the practice has, however large the installation is:', () => {
  it.each([false, true])(
    'a search reads its own hits only (planned before the word is known: %s)',
    async (generic) => {
      const values = [owner.practiceId, 50, 0, '%garcia%'] as const
      const [practiceId, limit, offset, word] = values.map((value) => sql`${value}`)
      if (!practiceId || !limit || !offset || !word) throw new Error('four values make four placeholders')
      const statement = foundPage({ practiceId, limit, offset }, [word])
      const { rows } = await app.owner.queries.transaction().execute(async (tx) => statement.execute(tx))
      expect(rows[0]?.total).toBe(20)
      // Once in the index, once in the table.
      expect(await rowsRead(app, owner.practiceId, statement, { generic })).toBeLessThanOrEqual(2 * 20)
    },
  )

  it.each([false, true])(
    'Today reads the open cases of their author, not the records of everybody who was seen (planned before they are known: %s)',
    async (generic) => {
      const [practiceId, doctorId, clinical] = [
        sql`${owner.practiceId}`,
        sql`${owner.doctorId}`,
        sql`${true}`,
      ]
      const statement = withoutNextVisit({ practiceId, doctorId, clinical })
      const read = await rowsRead(app, owner.practiceId, statement, { generic })
      expect(read).toBeGreaterThanOrEqual(5)
      expect(read).toBeLessThanOrEqual(30)
    },
  )

  it.each<[string, TrailFilter]>([
    ['of one day', { from: '2025-06-10', to: '2025-06-10' }],
    ['of one kind', { action: 'record.create' }],
    ['of one kind on one day', { from: '2025-06-10', to: '2025-06-10', action: 'record.create' }],
  ])('a page of the trail %s reads that page', async (_what, filter) => {
    const where = conditionsOf({ practiceId: owner.practiceId, timezone: 'America/Bogota' }, filter)
    const read = await rowsRead(app, owner.practiceId, trailRows(where, { limit: 10, offset: 0 }))
    expect(read).toBeGreaterThanOrEqual(10)
    expect(read).toBeLessThanOrEqual(200)
  })
})
