import type { IssuedPaper } from '@ulna/contract/papers/papers'
import type { AttendanceInput } from '@ulna/contract/papers/papers.sheets'
import type { Patient } from '@ulna/contract/patients/patients'
import type { Language } from '@ulna/contract/record-class/record-class'
import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import { AppError, invalidField } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { databaseNow } from '../../../platform/database/database-clock.ts'
import { parseJson } from '../../../platform/database/wire.ts'
import { type PaperModel, renderPaper } from '../../../platform/papers/papers.ts'
import type { PracticeActor } from '../../../platform/sessions/actor.ts'
import { lookUp } from '../../../platform/use-case.ts'
import { wordsIn } from '../../../platform/words.ts'
import { patientWireOf } from '../../patients/patients.service.ts'
import { requireReceipt } from '../../receipts/receipts.service.ts'
import { packageTextOf } from '../../session-packages/session-packages.service.ts'
import { signingKeyOf } from '../keys/papers.keys.service.ts'
import type { PaperDependencies } from '../papers.dependencies.ts'
import { type PaperDraft, publishPaper } from '../papers.publish.service.ts'
import { receiptModel, receiptTitle } from '../papers.receipt.model.ts'
import { findIssuer, type Issuer } from '../papers.repository.ts'
import { attendanceModel } from './papers.attendance.model.ts'
import { type AttendanceWish, findAttendance } from './papers.attendance.repository.ts'
import type { Sheet } from './papers.sheets.model.ts'

/** What one moment saw of a sheet. */
interface Gathered extends Issuer {
  readonly patient: Patient
  /** Instant of the database's clock. */
  readonly at: string
}

const gather = async (tx: Tx, actor: PracticeActor, patientId: number): Promise<Gathered> => ({
  ...(await findIssuer(tx, actor.practiceId, actor.doctorId)),
  patient: parseJson(await patientWireOf(tx, actor, patientId)),
  at: new Date(await databaseNow(tx)).toISOString(),
})

const packageOf = async (tx: Tx, actor: PracticeActor, id: number | null): Promise<SessionPackage | null> =>
  id === null ? null : (await packageTextOf(tx, actor, id)).value()

/** Issues a sheet that a model writes. */
const publishSheet = async (
  dependencies: PaperDependencies,
  actor: PracticeActor,
  {
    gathered,
    about,
    calledAfter,
    write,
  }: {
    gathered: Gathered
    about: Pick<PaperDraft, 'scope' | 'stands' | 'language'>
    /** What the file is called, before the name of the practice. */
    calledAfter?: (t: Sheet['t']) => string
    write: (sheet: Sheet) => PaperModel
  },
): Promise<IssuedPaper> => {
  const { practiceName, practiceUid, issuedBy, patient, at } = gathered
  const [key, t] = await Promise.all([signingKeyOf(dependencies, actor, gathered), wordsIn(about.language)])
  const draft = {
    ...about,
    ...{ patientId: patient.id, recordId: null, practiceUid, at },
    ...(calledAfter && { calledAfter: `${calledAfter(t)} ${practiceName}` }),
  }
  return publishPaper(dependencies, actor, draft, async (code) => {
    const { language } = about
    const verifyUrl = `${dependencies.appUrl()}/verify`
    const { timezone } = actor
    const sheet = {
      ...{ t, language, timezone, practiceName, issuedBy, patient },
      issuedAt: at,
      code,
      verifyUrl,
    }
    const model = write(sheet)
    const signing = { ...key, name: practiceName, reason: model.title }
    return { key, ...(await renderPaper({ model, signing })) }
  })
}

/** Issues a receipt as a paper, with the balance that its package has today. */
export const issueReceiptPaper = async (
  dependencies: PaperDependencies,
  actor: PracticeActor,
  receiptId: number,
  language: Language = actor.language,
): Promise<IssuedPaper> => {
  const { db, rateLimits } = dependencies
  await rateLimits.take(['papersIssued', `user ${actor.userId}`])
  const { receipt, sold, gathered } = await lookUp(db, actor, async (tx) => {
    const receipt = await requireReceipt(tx, actor, receiptId)
    const sold = await packageOf(tx, actor, receipt.packageId)
    return { receipt, sold, gathered: await gather(tx, actor, receipt.patientId) }
  })
  const stands = [{ id: receipt.id, version: 1, voided: receipt.voidedBy !== null, addenda: 0 }]
  return publishSheet(dependencies, actor, {
    gathered,
    about: { scope: 'receipt', stands, language },
    calledAfter: (t) => receiptTitle(t, receipt),
    write: (sheet) => receiptModel(sheet, receipt, sold),
  })
}

const wishOf = (patientId: number, input: AttendanceInput): AttendanceWish => {
  const { packageId = null, from = null, to = null } = input
  if (from !== null && to !== null && from > to) throw invalidField('to', 'field_range')
  return { patientId, packageId, from, to }
}

/** Refuses with not_found a package that does not serve the patient. */
const requireServed = (sold: SessionPackage | null, patientId: number): void => {
  if (sold !== null && !sold.patients.some(({ id }) => id === patientId)) throw new AppError('not_found')
}

/** Issues the visits of a patient as a paper. */
export const issueAttendance = async (
  dependencies: PaperDependencies,
  actor: PracticeActor,
  patientId: number,
  input: AttendanceInput,
): Promise<IssuedPaper> => {
  const { db, rateLimits } = dependencies
  const wish = wishOf(patientId, input)
  await rateLimits.take(['papersIssued', `user ${actor.userId}`])
  const { gathered, sold, visits } = await lookUp(db, actor, async (tx) => {
    const gathered = await gather(tx, actor, patientId)
    const sold = await packageOf(tx, actor, wish.packageId)
    requireServed(sold, patientId)
    return { gathered, sold, visits: await findAttendance(tx, actor, wish) }
  })
  const stands = visits.map(({ id, version }) => ({ id, version, voided: false, addenda: 0 }))
  const { language = actor.language } = input
  return publishSheet(dependencies, actor, {
    gathered,
    about: { scope: 'attendance', stands, language },
    write: (sheet) => attendanceModel(sheet, { wish, visits, sold }),
  })
}
