import type { Patient } from '@ulna/contract/patients/patients'
import type { Receipt, ReceiptInput, ReceiptParty } from '@ulna/contract/receipts/receipts'
import { totalOf } from '@ulna/contract/receipts/receipts.amounts'
import { digitsOf } from '@ulna/contract/session-packages/session-packages.currency'
import { AppError, invalidField } from '../../platform/app-error.ts'
import { type Authorized, authorized } from '../../platform/authorized.ts'
import type { Tx } from '../../platform/database/database.ts'
import { parseJson, type WireText } from '../../platform/database/wire.ts'
import { announce } from '../../platform/news/news.ts'
import { requirePermission } from '../../platform/sessions/access.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { audited, change, type Database } from '../../platform/use-case.ts'
import { wireOf as appointmentOf } from '../appointments/appointments.service.ts'
import { holdUnarchived, patientWireOf } from '../patients/patients.service.ts'
import { practiceNameOf } from '../practices/practices.service.ts'
import { receiptTextOf, requireReceipt, requireServed } from './receipts.service.ts'
import { insertReceipt, type NewReceipt, takeNumber } from './receipts.write.repository.ts'

/** The practice as its receipts name it. */
const issuerOf = async (tx: Tx, { practiceId, configurations }: PracticeActor): Promise<ReceiptParty> => {
  const { issuerName, taxId, address } = configurations.receipts
  return { name: issuerName || (await practiceNameOf(tx, practiceId)), taxId, address }
}

const payerOf = (patient: Patient, given: ReceiptInput['payer']): ReceiptParty => {
  if (!given)
    return {
      name: `${patient.firstName} ${patient.lastName}`,
      taxId: patient.socialId,
      address: patient.address,
    }
  return { name: given.name, taxId: given.taxId ?? null, address: given.address ?? null }
}

type Content = Omit<
  NewReceipt,
  'practiceId' | 'issuedBy' | 'series' | 'sequence' | 'issuedAt' | 'issuedOn' | 'totalMinor'
>

/** Stores an entry with the next number, which is taken last so that others wait as short as may be. */
const enter = async (tx: Tx, actor: PracticeActor, content: Content): Promise<number> => {
  const { practiceId, userId, configurations } = actor
  const taken = await takeNumber(tx, actor, configurations.receipts.series)
  const totalMinor = totalOf(content.lines)
  return insertReceipt(tx, { ...taken, ...content, practiceId, totalMinor, issuedBy: userId })
}

/**
 * Who may take the money: the desk for anything, a practitioner for a visit of their own and for no package. The visit has
 * to be one of the patient's.
 */
const requirePayable = async (
  tx: Tx,
  actor: PracticeActor,
  { appointmentId, packageId, patientId }: Pick<ReceiptInput, 'appointmentId' | 'packageId' | 'patientId'>,
): Promise<void> => {
  const visit = appointmentId ? (await appointmentOf(tx, actor, appointmentId)).value() : undefined
  if (packageId || visit?.doctorId !== actor.doctorId) requirePermission(actor, 'issueReceipts')
  if (visit && visit.patientId !== patientId) throw new AppError('patient_record_not_match')
}

/** Issues a receipt of what was paid. */
export const issueReceipt = (
  db: Database,
  actor: PracticeActor,
  input: ReceiptInput,
): Promise<WireText<Receipt>> => {
  if (totalOf(input.lines) === 0) throw invalidField('lines', 'field_positive')
  return change(db, actor, async (tx) => {
    const { patientId, packageId = null, appointmentId = null, currency, lines, method } = input
    await holdUnarchived(tx, actor, patientId)
    const patient = parseJson(await patientWireOf(tx, actor, patientId))
    await requirePayable(tx, actor, input)
    if (packageId !== null) await requireServed(tx, actor, packageId, patientId)
    const issuer = await issuerOf(tx, actor)
    const id = await enter(tx, actor, {
      patientId,
      packageId,
      appointmentId,
      issuer,
      payer: payerOf(patient, input.payer),
      lines,
      currency,
      digits: digitsOf(currency),
      method,
      notes: input.notes || null,
      voids: null,
    })
    await announce(tx, actor.practiceId, { topic: 'receipts', ids: [id] })
    return audited(
      {
        action: 'receipt.issue',
        patientId,
        subject: { type: 'receipt', id },
        detail: { lines: lines.length },
      },
      await receiptTextOf(tx, actor, id),
    )
  })
}

const mayVoid = (receipt: Receipt): Authorized<Receipt> => {
  if (receipt.kind === 'counter') throw new AppError('receipt_counter_entry')
  if (receipt.voidedBy !== null) throw new AppError('receipt_voided')
  return authorized(receipt)
}

/**
 * Takes a receipt back: an entry of its own with the same lines the other way round. Of two at once the index on what an
 * entry voids refuses the second one, whose number goes back with it.
 */
export const voidReceipt = (
  db: Database,
  actor: PracticeActor,
  id: number,
  reason: string,
): Promise<WireText<Receipt>> =>
  change(db, actor, async (tx) => {
    const receipt = mayVoid(await requireReceipt(tx, actor, id))
    const { patientId, packageId, appointmentId, issuer, payer, currency, digits, method } = receipt
    await holdUnarchived(tx, actor, patientId)
    const counterId = await enter(tx, actor, {
      ...{ patientId, packageId, appointmentId, issuer, payer, currency, digits, method },
      lines: receipt.lines.map((line) => ({ ...line, quantity: -line.quantity })),
      notes: null,
      voids: { receipt, reason },
    })
    await announce(tx, actor.practiceId, { topic: 'receipts', ids: [id, counterId] })
    return audited(
      { action: 'receipt.void', patientId, subject: { type: 'receipt', id }, detail: { counter: counterId } },
      await receiptTextOf(tx, actor, counterId),
    )
  })
