import type { Patient } from '@ulna/contract/patients/patients'
import type { RecordRow } from '@ulna/contract/records/records'
import {
  type Decision,
  type RecordAction,
  type RecordSituation,
  recordCan,
} from '@ulna/contract/records/records.policy'
import type { Role } from '@ulna/contract/roles'

/** Who asks, and about which file. */
export interface RightsContext {
  actor: { doctorId: number | null; rank: Role; clinical: boolean }
  patient: Pick<Patient, 'unlocked' | 'archivedAt'>
  /** `configurations.records.editWindowHours` of the practice. */
  editWindowHours: number
}

export type RecordRights = Readonly<Record<RecordAction, Decision>>

/** A medical history is written anew, by whoever treats the patient; everything else is corrected by its author. */
const editOf = (record: RecordRow) => (record.type === 'med_hist' ? recordCan.renew : recordCan.edit)

/** What a rule has to know of a record, its patient and who asks. */
export const situationOf = (
  record: RecordRow,
  context: RightsContext,
  now = new Date(),
): RecordSituation => ({
  ...context,
  now,
  record: {
    signed: record.signed,
    voided: record.voidedAt !== null,
    former: record.former,
    authorId: record.authorId,
    createdAt: record.createdAt,
    caseStatus: record.caseStatus,
  },
})

/** What may be done with a record now, or why not: the server's own table (architecture.md, permission). */
export const rightsFor = (record: RecordRow, context: RightsContext, now = new Date()): RecordRights => {
  const situation = situationOf(record, context, now)
  return {
    edit: editOf(record)(situation),
    renew: recordCan.renew(situation),
    void: recordCan.void(situation),
    followUp: recordCan.followUp(situation),
    close: recordCan.close(situation),
    reopen: recordCan.reopen(situation),
    addendum: recordCan.addendum(situation),
  }
}
