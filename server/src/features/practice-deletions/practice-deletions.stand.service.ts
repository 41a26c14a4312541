import { receiptKeptUntil, receiptsOver } from '@ulna/contract/erasures/erasures.rules'
import type {
  DeletionArchive,
  DeletionStand,
  Keeper,
  RunningTermOfPractice,
} from '@ulna/contract/practice-deletions/practice-deletions'
import {
  bestArchive,
  type MissingThing,
  missingFor,
  practiceKinds,
} from '@ulna/contract/practice-deletions/practice-deletions.rules'
import type { PracticeConfigurations } from '@ulna/contract/practices/practices.configurations'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { databaseToday } from '../../platform/database/database-clock.ts'
import { readConfigurations } from '../../platform/stored-configurations.ts'
import { findArchives } from '../practice-moves/practice-moves.proof.service.ts'
import { termsOfPractice } from '../retention/retention.service.ts'
import { countPractice, countReceiptsSince } from './practice-deletions.stand.repository.ts'

/** A practice, as far as its terms go. */
export interface Place {
  readonly practiceId: number
  readonly name: string
  readonly timezone: string
  readonly configurations: PracticeConfigurations
}

export const findPlace = async (tx: Tx, practiceId: number): Promise<Place> => {
  const { rows } = await sql<Omit<Place, 'configurations'> & { configurations: string }>`
    select id as "practiceId", name, timezone, configurations::text as configurations from practices
    where id = ${practiceId}`.execute(tx)
  const [found] = rows
  if (!found) throw new Error('the practice is not there')
  return { ...found, configurations: readConfigurations(found.configurations) }
}

/** What keeps the files, nothing of what keeps none. */
const termsOf = async (
  tx: Tx,
  place: Place,
  lastReceipt: string | null,
): Promise<RunningTermOfPractice[]> => {
  const { rule } = place.configurations.retention
  const today = await databaseToday(tx, place.timezone)
  const terms = await termsOfPractice(tx, place)
  const receipts = await countReceiptsSince(tx, place.practiceId, receiptsOver(today, rule))
  const isWithoutTerm = rule === 'never'
  const all: RunningTermOfPractice[] = [
    { term: 'no_term', count: isWithoutTerm ? terms.files : 0, until: null },
    { term: 'term', count: isWithoutTerm ? 0 : terms.running, until: terms.until },
    { term: 'open', count: isWithoutTerm ? 0 : terms.open, until: null },
    { term: 'held', count: terms.held, until: null },
    {
      term: 'receipts',
      count: receipts,
      until: lastReceipt === null ? null : receiptKeptUntil(lastReceipt, rule),
    },
  ]
  return all.filter(({ count }) => count > 0)
}

export interface Stand extends Omit<DeletionStand, 'deletion' | 'missing' | 'archive'> {
  readonly archive: DeletionArchive | null
}

/** What there is in a practice, what keeps it, and the archive that lacks least. */
export const findStand = async (tx: Tx, place: Place): Promise<Stand> => {
  const { counts, lastReceipt, ...counted } = await countPractice(tx, place.practiceId)
  const terms = await termsOf(tx, place, lastReceipt)
  const archive = bestArchive(await findArchives(tx, place.practiceId))
  return {
    ...counted,
    practiceName: place.name,
    rule: place.configurations.retention.rule,
    counts: practiceKinds.map((kind) => ({ kind, count: counts[kind] })),
    terms,
    kept: terms.length > 0,
    archive: archive ?? null,
  }
}

/** What is missing before the practice may go. */
export const missingIn = ({ kept, archive }: Stand, keeper: Keeper | null): MissingThing[] =>
  missingFor(kept, keeper, archive ?? undefined)
