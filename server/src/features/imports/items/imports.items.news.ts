import type { NewsTopic } from '@ulna/contract/news/news'
import type { Tx } from '../../../platform/database/database.ts'
import { announce } from '../../../platform/news/news.ts'
import type { ItemKind, ItemsKey } from './imports.items.repository.ts'

/** Of which topic open pages hear, and whether by the ids of the things or of their patients. */
const topics: Readonly<Record<ItemKind, { readonly topic: NewsTopic; readonly byPatient: boolean }>> = {
  appointments: { topic: 'appointments', byPatient: false },
  packages: { topic: 'session-packages', byPatient: false },
  notes: { topic: 'records', byPatient: true },
}

/** Tells everybody who looks at them, when the transaction commits, that things came or went. */
export const tellItems = (
  tx: Tx,
  { practiceId, kind }: ItemsKey,
  ids: readonly number[],
  patients: ReadonlySet<number>,
): Promise<void> => {
  const { topic, byPatient } = topics[kind]
  return announce(tx, practiceId, { topic, ids: byPatient ? [...patients] : ids })
}
