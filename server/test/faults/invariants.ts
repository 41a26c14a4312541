import { sql } from 'kysely'
import { verifyChains } from '../../src/platform/audit/audit.verify.ts'
import type { Queries } from '../../src/platform/database/database.ts'
import type { Journal } from './load.ts'

/** A call that was repeated with its Idempotency-Key leaves a row of its own for the answer that was given again. */
const answeredFirst = `a.detail not like '%"repeated":true%'`

/** Audit rows of each thing that such rows tell of: read once, and not once for each thing. */
const auditRows = (of: 'subject_id' | 'patient_id', which: string): string =>
  `(select a.${of} as id, count(*) as told from audit_events a where ${which} group by a.${of}) t`

/** Counts pairs of appointments of one practitioner that share a moment though neither was allowed to. */
export const overlappingPairs = `
    select count(*) from appointments a join appointments b on a.practice_id = b.practice_id and a.doctor_id = b.doctor_id and a.id < b.id
      and a.start_at < b.end_at and b.start_at < a.end_at where not a.allow_overlap and not b.allow_overlap
      and a.status <> 'cancelled' and b.status <> 'cancelled'`

/** Each answers how many rows break it; a name says what such a row would be. */
const rules: Readonly<Record<string, string>> = {
  'records whose versions are not 1 to the newest': `
    select count(*) from records r where version <> (select count(*) from record_versions v where v.practice_id = r.practice_id and v.record_id = r.id)
      or version <> (select max(v.version) from record_versions v where v.practice_id = r.practice_id and v.record_id = r.id)`,
  'records that differ from their newest version': `
    select count(*) from records r join record_versions v on v.practice_id = r.practice_id and v.record_id = r.id and v.version = r.version
    where v.data::text <> r.data::text or v.occurred_at <> r.occurred_at`,
  'records without one audit row a version': `
    select count(*) from records r left join ${auditRows('subject_id', `a.subject_type = 'record' and a.action in ('record.create', 'record.update') and ${answeredFirst}`)}
      on t.id = r.id where r.version <> coalesce(t.told, 0)`,
  'audit rows of records that are not there': `
    select count(*) from audit_events a where a.subject_type = 'record' and not exists (select 1 from records r where r.id = a.subject_id)`,
  'patients without one version and one audit row': `
    select count(*) from patients p left join ${auditRows('patient_id', `a.action = 'patient.create' and ${answeredFirst}`)} on t.id = p.id
      where coalesce(t.told, 0) <> 1 or version <> (select count(*) from patient_versions v where v.practice_id = p.practice_id and v.patient_id = p.id)`,
  'appointments without one version and one audit row': `
    select count(*) from appointments p left join ${auditRows('subject_id', `a.subject_type = 'appointment' and a.action = 'appointment.create' and ${answeredFirst}`)}
      on t.id = p.id where coalesce(t.told, 0) <> 1 or version <> (select count(*) from appointment_versions v where v.practice_id = p.practice_id and v.appointment_id = p.id)`,
  'patients whose drafts do not have one audit row a save': `
    select count(*) from drafts d left join ${auditRows('patient_id', `a.action = 'draft.save'`)} on t.id = d.patient_id
      where d.revision <> coalesce(t.told, 0)`,
  'numbers of sessions with a gap': `
    select count(*) from (select case_id, max(session_number) as top, count(*) as all from records where case_id is not null group by case_id) c where top <> c.all`,
  'pairs of appointments that overlap': overlappingPairs,
  'writes with the same mark': `
    select count(*) from (
      select 1 from patients where note is not null group by note having count(*) > 1 union all
      select 1 from appointments group by title having count(*) > 1 union all
      select 1 from records group by coalesce(data->>'profession', data->>'patientObs', data->>'name') having count(*) > 1
    ) twice`,
}

/** Of all rows there are, which takes longer than a request may. */
const countOf = (queries: Queries, text: string): Promise<number> =>
  queries.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    const { rows } = await sql<{ count: number }>`${sql.raw(text)}`.execute(tx)
    return Number(rows[0]?.count)
  })

/** What is wrong with a database behind the API's back; empty when every write was whole and the chains are unbroken. */
export const findBroken = async (queries: Queries, auditKey: Buffer): Promise<string[]> => {
  const broken: string[] = []
  for (const [name, text] of Object.entries(rules)) {
    const count = await countOf(queries, text)
    if (count > 0) broken.push(`${count} ${name}`)
  }
  const reports = await verifyChains(queries, auditKey)
  return [
    ...broken,
    ...reports.flatMap(({ faults }) => faults.map((fault) => `chain: ${JSON.stringify(fault)}`)),
  ]
}

/** How many rows are there that nobody was told of, or the other way round: when no write is in doubt, none. */
export const countUntold = async (queries: Queries, journal: Journal): Promise<Record<string, number>> => {
  const difference = async (table: string, told: number): Promise<number> =>
    (await countOf(queries, `select count(*) from ${table}`)) - told
  return {
    patients: await difference('patients', journal.patients.size),
    records: await difference('records', journal.records.size),
    appointments: await difference('appointments', journal.appointments.size),
    drafts: await difference('drafts', journal.drafts.size),
  }
}
