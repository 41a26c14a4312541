import type { AuditAction } from '@ulna/contract/audit-actions'
import { sql } from 'kysely'
import pg from 'pg'
import { AppError } from './app-error.ts'
import { type AuditEntry, refuseUnavailable } from './audit/audit.ts'
import { type Tx, withCommit } from './database/database.ts'
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

const refuseGone = prepared<never, { readonly practiceId: number; readonly patientId: number }>(
  ({ practiceId, patientId }) => sql`select refuse_gone(${practiceId}, ${patientId})`,
)

/** What `refuse_gone` (migration 0075) says. */
const goneOf = (error: unknown): Gone | undefined => {
  if (!(error instanceof pg.DatabaseError)) return undefined
  if (error.code === 'UL001') return { mergedInto: null }
  return error.code === 'UL002' ? { mergedInto: Number(error.detail) } : undefined
}

const refuseRefused = (error: unknown): never => {
  const gone = goneOf(error)
  if (gone) throw goneError(gone)
  return refuseUnavailable(error)
}

/**
 * Refuses with not_found, as what is not here, whatever tells of a blocked patient or writes to their file, and with
 * patient_merged what names one whose file became part of another. Every use case names in its row of the trail whom it
 * is about, so this is asked in one place, before anything goes out or is committed.
 */
export const refuseBlocked = async (tx: Tx, practiceId: number, entry: AuditEntry): Promise<void> => {
  const about = whomAbout(practiceId, entry)
  if (!about) return
  // The head of the trail may be asked for already, and what kept it from us keeps this out too.
  const [gone] = await findGone(tx, about).catch(refuseUnavailable)
  if (gone) throw goneError(gone)
}

/** The same for a write, in the journey of its commit, which is not made where this refuses. */
export const refuseBlockedWithCommit = (tx: Tx, practiceId: number, entry: AuditEntry): void => {
  const about = whomAbout(practiceId, entry)
  if (about) withCommit(tx, refuseGone(tx, about), refuseRefused)
}

const whomAbout = (practiceId: number, entry: AuditEntry) =>
  entry.patientId == null || goesOn.has(entry.action)
    ? undefined
    : { practiceId: entry.practiceId ?? practiceId, patientId: entry.patientId }
