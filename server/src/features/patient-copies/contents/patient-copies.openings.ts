import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'
import { isOfFile } from '../../../platform/patient-aliases.ts'

/** One day on which somebody looked into a file, or changed something in it. */
export interface Opening {
  /** Calendar day on the clock of the practice. */
  readonly day: string
  readonly action: string
  /** What whoever it was is, or was last, in the practice; `program` of a key that programs read with; null of nobody here. */
  readonly role: string | null
  readonly name: string | null
  readonly times: number
}

/** So many lines are told; those before them are in the trail. */
const mostTold = 50_000

/** Who opened a file, by day: what for, as what, how often. Rows of one day, person and purpose are one. */
export const findOpeningsOf = async (
  tx: Tx,
  { practiceId, timezone }: { readonly practiceId: number; readonly timezone: string },
  patientId: number,
): Promise<Opening[]> => {
  const { rows } = await sql<Opening>`
    select (e.at at time zone ${timezone})::date::text as day, e.action,
      case when e.practice_key_id is null then m.role else 'program' end as role, d.full_name as name,
      count(*)::int as times
    from audit_events e
    left join memberships m on m.practice_id = ${practiceId} and m.user_id = e.user_id
    left join doctors d on d.practice_id = ${practiceId} and d.user_id = e.user_id
    where e.practice_id = ${practiceId} and ${isOfFile(sql`e.patient_id`, practiceId, patientId)}
    group by 1, 2, 3, 4 order by 1 desc, 2, 3, 4 limit ${mostTold}`.execute(tx)
  return rows
}
