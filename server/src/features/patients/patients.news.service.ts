import type { Tx } from '../../platform/database/database.ts'
import { announce } from '../../platform/news/news.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'

/** Tells everybody who has the file of a patient open, when the transaction commits, that it changed. */
export const tellPatientFile = (
  tx: Tx,
  { practiceId }: Pick<PracticeActor, 'practiceId'>,
  id: number,
): Promise<void> => announce(tx, practiceId, { topic: 'records', ids: [id] })
