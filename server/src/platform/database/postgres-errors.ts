import type { ErrorKey } from '@ulna/contract/errors'
import { AppError } from '../app-error.ts'

interface PostgresError extends Error {
  readonly code?: string | undefined
  readonly constraint?: string | undefined
  readonly column?: string | undefined
}

/** Constraint name → what the caller is told. One table for the whole schema. */
const constraintKeys: Readonly<Record<string, ErrorKey>> = {
  users_username_key: 'user_already_registered',
  users_email_key: 'user_already_registered',
  users_firebase_uid_key: 'user_already_registered',
  patients_file_id_key: 'already_exists',
  records_medical_history_key: 'already_exists',
  appointments_no_overlap: 'appointment_overlap',
  records_patient_fkey: 'not_found',
  records_case_fkey: 'patient_record_not_match',
  appointments_doctor_fkey: 'not_found',
  wait_list_doctor_fkey: 'not_found',
  wait_list_patient_fkey: 'not_found',
  appointments_patient_fkey: 'not_found',
  schedules_doctor_fkey: 'not_found',
  absences_doctor_fkey: 'not_found',
  snippets_shortcut_key: 'already_exists',
  session_packages_patient_fkey: 'not_found',
  session_packages_doctor_fkey: 'not_found',
  session_package_patients_patient_fkey: 'not_found',
  session_package_uses_patient_fkey: 'package_patient_served',
  session_package_uses_record_key: 'session_already_assigned_to_another_package',
  session_package_uses_appointment_key: 'session_already_assigned_to_another_package',
  session_packages_room: 'package_used_up',
  practitioner_copies_open_key: 'entries_asked_already',
  receipts_voids_key: 'receipt_voided',
  prices_name_key: 'already_exists',
  imports_busy: 'import_running',
  received_hand_overs_taken_key: 'hand_over_not_now',
  // The name that an appointment keeps is that of nobody archived.
  appointments_patient_name: 'patient_archived',
  patient_holds_patient_fkey: 'not_found',
}

/** Fields of `already_exists`, so that the form can point at them. */
const constraintFields: Readonly<Record<string, string>> = {
  patients_file_id_key: 'fileId',
  snippets_shortcut_key: 'shortcut',
  prices_name_key: 'name',
}

const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  '57P01',
  '57P02',
  '57P03',
  // It lets the role in no more, or is no more: the one who runs the server mends that, and meanwhile callers come back.
  '28000',
  '28P01',
  '3D000',
  '53300',
  '57014',
  '55P03',
  '25P03',
])

/** What a distributed database says of one of its machines under the code of a fault of its own. */
const machineLost =
  /^(failure on connection marked as essential|server closed the connection unexpectedly|SSL SYSCALL error|failed to COPY to shard|could not commit transaction for shard)/

const isUnreachable = (error: PostgresError): boolean =>
  (error.code !== undefined && (unreachable.has(error.code) || error.code.startsWith('08'))) ||
  (error.code === 'XX000' && machineLost.test(error.message)) ||
  /Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed)|Query read timeout/.test(
    error.message,
  )

/** What a connection says that ended under a statement; not one that was waited for too long. */
const broken = new Set(['ECONNRESET', 'EPIPE', '57P01', '57P02'])

/** The connection broke: what it carried and was not committed by then is not there. */
export const isBroken = (error: unknown): boolean =>
  broken.has(codeOf(error) ?? '') ||
  (error instanceof Error &&
    /Connection terminated unexpectedly|Client (has encountered a connection error|was closed)/.test(
      error.message,
    ))

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error ? (error as PostgresError).code : undefined

/** Deadlock or serialisation failure: the same work may succeed when tried again. */
export const isRetryable = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error) ?? '')

/** A name in a message, without the number that a part of a table has on a machine behind the one that was asked. */
const nameInMessage = /["«„]([a-z_]+?)(?:_\d{6,})?["»“]/g

const namesIn = (message: string): readonly string[] =>
  [...message.matchAll(nameInMessage)].map(([, name = '']) => name)

/** Which of our constraints was violated; where the database does not say it in a field, its message names it. */
const constraintOf = ({ code, constraint, message }: PostgresError): string | undefined => {
  if (constraint !== undefined) return constraint.replace(/_\d{6,}$/, '')
  if (!code?.startsWith('23')) return undefined
  return namesIn(message).find((name) => name in constraintKeys)
}

/** What a row offends, a constraint or a column, without what stands in it; the SQLSTATE where neither is said. */
export const offendedBy = (error: PostgresError): string => {
  const { code = '', column } = error
  const said = constraintOf(error) ?? column
  if (said !== undefined || !code.startsWith('23')) return said ?? code
  const names = namesIn(error.message)
  // A column that may not be empty stands before its table, a constraint behind it.
  return (code === '23502' ? names[0] : names.at(-1)) ?? code
}

/** The AppError an error of PostgreSQL or of the way to it stands for; undefined when it is a fault of ours. */
export const fromPostgres = (error: unknown): AppError | undefined => {
  if (!(error instanceof Error)) return undefined
  const { code } = error as PostgresError
  const constraint = constraintOf(error)
  const key = constraint === undefined ? undefined : constraintKeys[constraint]
  if (key !== undefined && constraint !== undefined) {
    const field = constraintFields[constraint]
    return new AppError(key, field ? { params: { field } } : {})
  }
  // Text it cannot hold, or a time zone it does not know.
  if (code === '22P05' || code === '22021' || code === '22023') return new AppError('invalid_request')
  // Its disk is full: what it has is still read.
  if (code === '53100') return new AppError('storage_full')
  if (isUnreachable(error) || isRetryable(error))
    return new AppError('service_unavailable', { retryAfter: 2 })
  return undefined
}
