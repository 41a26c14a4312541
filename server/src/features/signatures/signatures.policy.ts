import type { Signer } from '@ulna/contract/signatures/signatures'
import { AppError } from '../../platform/app-error.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'

/** A patient and a record, as a path names them. */
export interface Pair {
  readonly patientId: number
  readonly recordId: number
}

const refuse = ({ handedOver }: PracticeActor): never => {
  const { patientId = 0, recordId = 0 } = handedOver ?? {}
  throw new AppError('session_handed_over', { params: { patientId, recordId } })
}

/** On a device that was handed over, that one document is read and signed by patients and guardians, and nothing else. */
export const requireHandedOverRecord = (actor: PracticeActor, { recordId }: Pair): void => {
  if (actor.handedOver !== null && actor.handedOver.recordId !== recordId) refuse(actor)
}

export const requireOwnHand = (actor: PracticeActor, signer: Signer): void => {
  if (actor.handedOver !== null && signer === 'practitioner') refuse(actor)
}

export const requireOwnDevice = (actor: PracticeActor): void => {
  if (actor.handedOver !== null) refuse(actor)
}
