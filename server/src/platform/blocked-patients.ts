import type { AuditAction } from '@ulna/contract/audit-actions'
import { sql } from 'kysely'
import { AppError } from './app-error.ts'
import { type AuditEntry, refuseUnavailable } from './audit/audit.ts'
import type { Tx } from './database/database.ts'
import { prepared } from './database/prepared.ts'

/**
 * What goes on of a patient who is blocked until they are erased, and afterwards: erasing itself, holds, which win over it
 * while it is not carried out, and receipts, which tax law keeps for everybody who looks at them.
 */
const goesOn: ReadonlySet<AuditAction> = new Set([
  'erasure.preview',
  'erasure.block',
  'erasure.take_back',
  'erasure.notices',
  'erasure.destroy',
  'retention.holds_read',
  'retention.hold',
  'retention.lift',
  'receipt.list',
  'receipt.read',
])

/** That a patient is blocked, or whose file theirs became part of. */
interface Gone {
  /** Null of one who is blocked. */
  readonly mergedInto: number | null
}

const findGone = prepared<Gone, { readonly practiceId: number; readonly patientId: number }>(
  ({ practiceId, patientId }) => sql`
    select null::bigint as "mergedInto" from erasures where practice_id = ${practiceId} and patient_id = ${patientId}
      and scope = 'whole' and state <> 'taken_back'
    union all
    select patient_id from patient_aliases where practice_id = ${practiceId} and alias_id = ${patientId}`,
)

const goneError = ({ mergedInto }: Gone): AppError =>
  mergedInto === null
    ? new AppError('not_found')
    : new AppError('patient_merged', { params: { patientId: mergedInto } })

/**
 * Refuses with not_found, as what is not here, whatever tells of a blocked patient or writes to their file, and with
 * patient_merged what names one whose file became part of another. Every use case names in its row of the trail whom it
 * is about, so this is asked in one place, before anything goes out or is committed.
 */
export const refuseBlocked = async (tx: Tx, practiceId: number, entry: AuditEntry): Promise<void> => {
  const { patientId, action } = entry
  if (patientId === undefined || patientId === null || goesOn.has(action)) return
  const [gone] = await findGone(tx, { practiceId: entry.practiceId ?? practiceId, patientId })
    // The head of the trail may be asked for already, and what kept it from us keeps this out too.
    .catch(refuseUnavailable)
  if (gone) throw goneError(gone)
}
