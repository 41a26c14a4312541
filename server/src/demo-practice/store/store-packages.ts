import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { practiceTimezone } from '../plan/calendar.ts'
import type { Team } from '../plan/team.ts'

/** How many of the patients under treatment bought a package. */
const buyers = 18

/**
 * Packages of patients under treatment, first of those who stand where somebody looks first, with the follow-ups of their open case on them: some about to end, some about to
 * expire, one used up. Sold by the receptionist on the day of the first assessment.
 */
export const storePackages = async (
  tx: Tx,
  { practiceId, receptionist }: Team,
  firstPatients: readonly number[],
): Promise<void> => {
  const comesFirst = sql`(c.patient_id in (${sql.join([0, ...firstPatients])}))`
  await sql`
    with treated as (
      select c.id as case_id, c.patient_id, c.author_id, c.occurred_at,
        row_number() over (order by ${comesFirst} desc, c.occurred_at, c.id) as turn,
        (select count(*) from records f where f.practice_id = ${practiceId} and f.case_id = c.id)::int as done
      from records c
      where c.practice_id = ${practiceId} and c.case_status = 'active'
        and exists (select from records f where f.practice_id = ${practiceId} and f.case_id = c.id)
      order by ${comesFirst} desc, c.occurred_at, c.id limit ${buyers}
    ), sized as (
      select *, nextval('global_id') as id,
        done + case when turn % 7 = 0 then 0 when turn % 3 = 0 then 1 else 2 + (turn % 4)::int end as sessions
      from treated
    ), sold as (
      insert into session_packages (practice_id, id, patient_id, doctor_id, num_sessions, used_sessions, description, auto_add,
        price_minor, price_digits, currency, expires_on, created_at)
      select ${practiceId}, id, patient_id, author_id, sessions, done, sessions || ' sesiones', true,
        sessions * 7200000, 2, 'COP',
        case when turn % 4 = 0 then (now() at time zone ${practiceTimezone})::date + 9 end, occurred_at
      from sized
      returning 1
    ), served as (
      insert into session_package_patients (practice_id, package_id, patient_id)
      select ${practiceId}, id, patient_id from sized
      returning 1
    ), counted as (
      insert into session_package_uses (practice_id, package_id, patient_id, record_id, state, created_at)
      select ${practiceId}, s.id, s.patient_id, f.id, 'used', f.created_at
      from sized s join records f on f.practice_id = ${practiceId} and f.case_id = s.case_id
      returning 1
    )
    insert into session_package_movements (practice_id, package_id, kind, cause, sessions, balance, patient_id, record_id,
      occurred_at, user_id, at)
    select ${practiceId}, moved.* from (
      select id, 'bought' as kind, 'sold' as cause, sessions, sessions as balance, patient_id, null::bigint, null::timestamptz, ${receptionist}::bigint,
        occurred_at as at
      from sized
      union all
      select s.id, 'used', 'record_written', -1,
        s.sessions - (row_number() over (partition by s.id order by f.occurred_at, f.id))::int, s.patient_id, f.id,
        f.occurred_at, d.user_id, f.created_at
      from sized s join records f on f.practice_id = ${practiceId} and f.case_id = s.case_id
        join doctors d on d.practice_id = ${practiceId} and d.id = f.author_id
    ) moved order by moved.at, moved.sessions desc
    returning 1`.execute(tx)
}
