import { isTemporary } from '@ulna/contract/records/records.policy'
import type { HandOver } from '@ulna/contract/signatures/signatures'
import { signatureCan } from '@ulna/contract/signatures/signatures.policy'
import { AppError } from '../../platform/app-error.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { handBackSession, handOverSession } from '../../platform/sessions/sessions.ts'
import { audited, change, type Database } from '../../platform/use-case.ts'
import { authorizeBy, openRecord } from '../records/records.open.service.ts'
import { requirePair } from './signatures.document.service.ts'
import { type Pair, requireHandedOverRecord } from './signatures.policy.ts'

/** A patient gets the device to sign a record: from now on its session can do nothing else. */
export const handOver = (db: Database, actor: PracticeActor, pair: Pair): Promise<HandOver> => {
  requireHandedOverRecord(actor, pair)
  return change(db, actor, async (tx) => {
    await requirePair(tx, actor, pair)
    const open = await openRecord(tx, actor, pair.recordId)
    authorizeBy(actor, signatureCan.sign, open)
    if (isTemporary(open.record)) throw new AppError('record_unfinished')
    const until = await handOverSession(tx, actor.sessionId, pair)
    const subject = { type: 'record', id: pair.recordId }
    return audited(
      { action: 'signature.hand_over', patientId: pair.patientId, subject, detail: { until } },
      { ...pair, until },
    )
  })
}

/** The practitioner, who has just proven it, has the device again; saying it twice changes nothing. */
export const handBack = (db: Database, actor: PracticeActor): Promise<{ handedOver: false }> =>
  change(db, actor, async (tx) => {
    await handBackSession(tx, actor.sessionId)
    const { handedOver } = actor
    return audited(
      {
        action: 'signature.hand_back',
        ...(handedOver && {
          patientId: handedOver.patientId,
          subject: { type: 'record', id: handedOver.recordId },
        }),
      },
      { handedOver: false },
    )
  })
