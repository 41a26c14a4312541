import { dayOfRecord, writtenDay } from '@ulna/contract/records/records.dates.rules'
import { invalidField } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/database/database.ts'
import { refuseFutureDay } from '../../platform/database/database-clock.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { findCaseEnds } from './records.change.repository.ts'
import { findRecordState, type RecordState } from './records.repository.ts'

type Dated = Pick<RecordState, 'occurredAt'>

/** The day of the practice that a stored record is of. */
const dayOf = ({ occurredAt }: Dated, { timezone }: PracticeActor): string =>
  dayOfRecord(occurredAt.toISOString(), timezone)

/** A session is not held before its case begins: days are compared, for a case may be written down after it (decision 0034). */
export const refuseBeforeCase = (
  actor: PracticeActor,
  field: string,
  written: string | undefined,
  opened: Dated,
): void => {
  if (written !== undefined && writtenDay(written, actor.timezone) < dayOf(opened, actor))
    throw invalidField(field, 'field_before_case')
}

/** Refuses a date that lies ahead of today in the practice's zone: what was not yet found is not documented. */
export const refuseFutureDate = (tx: Tx, actor: PracticeActor, written: string | undefined): Promise<void> =>
  refuseFutureDay(tx, actor, 'date', written && writtenDay(written, actor.timezone))

/** A case that is dated anew begins neither after its sessions nor after it was closed. */
const refuseAfterSessions = async (
  tx: Tx,
  actor: PracticeActor,
  record: RecordState,
  written: string,
): Promise<void> => {
  const day = writtenDay(written, actor.timezone)
  const { firstFollowUp, closedOn } = await findCaseEnds(tx, actor.practiceId, record.id)
  if (firstFollowUp && day > dayOf({ occurredAt: firstFollowUp }, actor))
    throw invalidField('date', 'field_after_follow_up')
  if (closedOn !== null && day > closedOn) throw invalidField('caseClosedOn', 'field_before_case')
}

/** Whether a stored record may be of that day: not ahead, and in the order of its case. */
export const checkNewDate = async (
  tx: Tx,
  actor: PracticeActor,
  record: RecordState,
  written: string | undefined,
): Promise<void> => {
  if (written === undefined) return
  await refuseFutureDate(tx, actor, written)
  if (record.caseStatus !== null) return refuseAfterSessions(tx, actor, record, written)
  const opened =
    record.caseId === null ? undefined : await findRecordState(tx, actor.practiceId, record.caseId)
  if (opened) refuseBeforeCase(actor, 'date', written, opened)
}

/** The day a case is closed on: not ahead, and not before it began, which the same change may have dated anew. */
export const closingDay = async (
  tx: Tx,
  actor: PracticeActor,
  record: RecordState,
  { caseClosedOn, date }: { readonly caseClosedOn: string; readonly date?: string | undefined },
): Promise<string> => {
  const day = writtenDay(caseClosedOn, actor.timezone)
  await refuseFutureDay(tx, actor, 'caseClosedOn', day)
  const began = date === undefined ? dayOf(record, actor) : writtenDay(date, actor.timezone)
  if (day < began) throw invalidField('caseClosedOn', 'field_before_case')
  return day
}
