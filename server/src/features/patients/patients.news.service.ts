import type { PracticeActor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/database.ts'
import { announce } from '../../platform/events.ts'

/** Tells everybody who has the file of a patient open, when the transaction commits, that it changed. */
export const tellFile = (
  tx: Tx,
  { practiceId }: Pick<PracticeActor, 'practiceId'>,
  id: number,
): Promise<void> => announce(tx, practiceId, { topic: 'records', ids: [id] })
