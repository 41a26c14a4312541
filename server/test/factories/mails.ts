import { sql } from 'kysely'
import type { TestApp } from '../build-test-app.ts'

export const hourMs = 3_600_000

/** A whole minute so many hours from now, as appointments begin. */
export const hoursAhead = (hours: number): Date =>
  new Date(Math.ceil((Date.now() + hours * hourMs) / 60_000) * 60_000)

export const visitAt = (start: Date) => ({
  start: start.toISOString(),
  end: new Date(start.getTime() + 45 * 60_000).toISOString(),
  allowOverlap: true,
})

/** What a practice says about mails; written behind the API. */
export const configureMails = async (
  app: TestApp,
  practiceId: number,
  agenda: { readonly reminderHours?: number | null; readonly confirmationMails?: boolean },
): Promise<void> => {
  await sql`update practices set configurations = jsonb_build_object('agenda', ${JSON.stringify(agenda)}::jsonb)
    where id = ${practiceId}`.execute(app.owner.queries)
}

/** Does what happens every minute, then everything that is queued. */
export const remind = async (app: TestApp): Promise<void> => {
  await app.jobs['reminders.scan']?.({}, { jobId: 'minute' })
  await app.runJobs()
}

export interface MailRow {
  readonly appointment_id: number
  readonly kind: string
  readonly start_at: Date
  readonly due_at: Date
  readonly status: string
  readonly reason: string | null
  readonly attempts: number
  readonly sent_at: Date | null
}

/** The rows of mails, oldest first. */
export const mailRows = async (app: TestApp, practiceId: number): Promise<MailRow[]> => {
  const { rows } =
    await sql<MailRow>`select appointment_id, kind, start_at, due_at, status, reason, attempts, sent_at
    from appointment_mails where practice_id = ${practiceId} order by id`.execute(app.owner.queries)
  return rows
}
