import type { ConsentWithdrawal, PatientConsent } from '@ulna/contract/patient-consents/patient-consents'
import { AppError } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/database/database.ts'
import {
  answerText,
  type ListText,
  listText,
  parseJson,
  type WireText,
} from '../../platform/database/wire.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { audited, change, type Database, view } from '../../platform/use-case.ts'
import { tellPatientFile } from '../patients/patients.news.service.ts'
import { requirePatient } from '../patients/patients.service.ts'
import { openRecord } from '../records/records.open.service.ts'
import { findConsent, findConsents, insertWithdrawal } from './patient-consents.repository.ts'

/** What a patient consented to, and what of it still counts. */
export const listConsents = (
  db: Database,
  actor: PracticeActor,
  patientId: number,
): Promise<ListText<PatientConsent>> =>
  view(db, actor, async (tx) => {
    await requirePatient(tx, actor, patientId)
    const consents = await findConsents(tx, actor.practiceId, patientId)
    const detail = { consents: consents.total }
    return audited({ action: 'consent.list', patientId, detail }, listText(consents))
  })

const refuseUnlessGiven = async (tx: Tx, actor: PracticeActor, recordId: number): Promise<void> => {
  const state = (await findConsent(tx, actor.practiceId, recordId))?.state
  if (state === 'withdrawn') throw new AppError('consent_withdrawn')
  if (state !== 'given') throw new AppError('consent_not_given')
}

/**
 * A patient takes a consent back. They may at any time and owe no reason, so whoever treats them writes it down: also of
 * a colleague's record, in a locked file, long after it was signed. The signed document stays as it is.
 */
export const withdrawConsent = (
  db: Database,
  actor: PracticeActor,
  recordId: number,
  { reason }: ConsentWithdrawal,
): Promise<WireText<PatientConsent>> =>
  change(db, actor, async (tx) => {
    const { practiceId, doctorId } = actor
    const { record } = await openRecord(tx, actor, recordId)
    if (record.voided) throw new AppError('record_voided')
    await refuseUnlessGiven(tx, actor, recordId)
    const { patientId } = record
    await insertWithdrawal(tx, { practiceId, recordId, patientId, doctorId, reason: reason || null })
    await tellPatientFile(tx, actor, patientId)
    const withdrawn = await findConsent(tx, practiceId, recordId)
    if (!withdrawn) throw new Error(`the consent ${recordId} is gone`)
    const subject = { type: 'record', id: recordId }
    return audited({ action: 'consent.withdraw', patientId, subject }, answerText(withdrawn.wire))
  })

/** The consents of a patient inside another read of the file. */
export const consentsOfPatient = async (
  tx: Tx,
  { practiceId }: PracticeActor,
  patientId: number,
): Promise<PatientConsent[]> => {
  const { rows } = await findConsents(tx, practiceId, patientId)
  return parseJson(typeof rows === 'string' ? rows : rows.toString())
}
