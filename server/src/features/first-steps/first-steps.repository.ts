import type { FirstSteps } from '@ulna/contract/first-steps/first-steps'
import { defaultConfigurations } from '@ulna/contract/practices/practices.defaults'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/prepared.ts'

type StepName = FirstSteps['steps'][number]['name']

const dayStartsAt = sql.lit(defaultConfigurations.agenda.dayStartsAt)
const dayEndsAt = sql.lit(defaultConfigurations.agenda.dayEndsAt)

/** When each step is done, `p` the practice. */
const doneIn = (practiceId: RawBuilder<unknown>): Readonly<Record<StepName, RawBuilder<SqlBool>>> => ({
  // Somebody's own hours, or another working day for everybody.
  hours: sql`(exists (select from schedules s where s.practice_id = ${practiceId} and s.hours is not null)
    or coalesce(p.configurations #>> '{agenda,dayStartsAt}', ${dayStartsAt}) <> ${dayStartsAt}
    or coalesce(p.configurations #>> '{agenda,dayEndsAt}', ${dayEndsAt}) <> ${dayEndsAt})`,
  issuer: sql`(p.configurations #>> '{receipts,taxId}' is not null)`,
  logo: sql`(p.logo_fd is not null)`,
  consents: sql`exists (select from practice_modules m
    where m.practice_id = ${practiceId} and m.module_id = 'consents' and m.uninstalled_at is null)`,
  // Brought from another system, or entered by hand.
  patients: sql`exists (select from patients pt where pt.practice_id = ${practiceId})`,
  // Colleagues, or somebody who was asked to be one.
  team: sql`((select count(*) from memberships m where m.practice_id = ${practiceId} and m.ended_at is null) > 1
    or exists (select from invitations i where i.practice_id = ${practiceId}
      and i.accepted_at is null and i.declined_at is null and i.withdrawn_at is null))`,
})

const readSteps = prepared<Record<StepName, boolean>, { readonly practiceId: number }>(({ practiceId }) => {
  const isDone = doneIn(practiceId)
  return sql`
    select ${isDone.hours} as hours, ${isDone.issuer} as issuer, ${isDone.logo} as logo,
      ${isDone.consents} as consents, ${isDone.patients} as patients, ${isDone.team} as team
    from practices p where p.id = ${practiceId}`
})

/** Which first steps of the practice are done, as it is now. */
export const findFirstSteps = async (tx: Tx, practiceId: number): Promise<Record<StepName, boolean>> => {
  const [row] = await readSteps(tx, { practiceId })
  if (!row) throw new Error(`There is no practice ${practiceId}.`)
  return row
}
