import { isTemporary } from '@ulna/contract/records/records.policy'
import type { HandOver } from '@ulna/contract/signatures/signatures'
import { signatureCan } from '@ulna/contract/signatures/signatures.policy'
import { AppError } from '../../platform/app-error.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { handBackSession, handOverSession } from '../../platform/sessions/sessions.ts'
import { audited, change } from '../../platform/use-case.ts'
import { requireProofOrShortCode } from '../accounts/short-code/accounts.short-code.service.ts'
import { authorizeBy, openRecord } from '../records/records.open.service.ts'
import type { HandOverDependencies } from './signatures.dependencies.ts'
import { requirePair } from './signatures.document.service.ts'
import { type Pair, requireHandedOverRecord } from './signatures.policy.ts'

/** A patient gets the device to sign a record: from now on its session can do nothing else. */
export const handOver = async (
  { db, shortCodes }: HandOverDependencies,
  actor: PracticeActor,
  pair: Pair,
  code: string | undefined,
): Promise<HandOver> => {
  requireHandedOverRecord(actor, pair)
  const isSaidAgain = actor.handedOver?.recent === true
  const means = isSaidAgain ? 'said again' : await requireProofOrShortCode(shortCodes, actor, code)
  return change(db, actor, async (tx) => {
    await requirePair(tx, actor, pair)
    const open = await openRecord(tx, actor, pair.recordId)
    authorizeBy(actor, signatureCan.sign, open)
    if (isTemporary(open.record)) throw new AppError('record_unfinished')
    const until = await handOverSession(tx, actor.sessionId, pair)
    const subject = { type: 'record', id: pair.recordId }
    return audited(
      { action: 'signature.hand_over', patientId: pair.patientId, subject, detail: { until, means } },
      { ...pair, until },
    )
  })
}

/** The practitioner, who has just proven it, has the device again; saying it twice changes nothing. */
export const handBack = async (
  { db, shortCodes }: HandOverDependencies,
  actor: PracticeActor,
  code: string | undefined,
): Promise<{ handedOver: false }> => {
  const means = await requireProofOrShortCode(shortCodes, actor, code)
  return change(db, actor, async (tx) => {
    await handBackSession(tx, actor.sessionId)
    const { handedOver } = actor
    return audited(
      {
        action: 'signature.hand_back',
        detail: { means },
        ...(handedOver && {
          patientId: handedOver.patientId,
          subject: { type: 'record', id: handedOver.recordId },
        }),
      },
      { handedOver: false },
    )
  })
}
