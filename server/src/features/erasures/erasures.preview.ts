import type { ErasureItem, ErasureScope } from '@ulna/contract/erasures/erasures'
import {
  clinicalKinds,
  type ErasureKind,
  erasureKinds,
  type KeptReason,
  receiptKeptUntil,
  traceOf,
} from '@ulna/contract/erasures/erasures.rules'
import type { RetentionRule } from '@ulna/contract/retention/retention.rules'
import type { FileTerm } from '../retention/retention.service.ts'
import type { CountedFile } from './erasures.count.repository.ts'

/** What one decides by: what stands in a file, and what the law says of it on a day of the practice's clock. */
export interface FileStand extends CountedFile {
  readonly rule: RetentionRule
  /** Null where the practice has chosen no term, nothing counts, or a visit is to come. */
  readonly term: FileTerm | null
  readonly today: string
}

interface Obstacle {
  readonly reason: KeptReason
  readonly until: string | null
}

const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)

/** What keeps the clinical content of a file; null where nothing does. Somebody who was never treated has none. */
const obstacleOf = ({ rule, term, isTreated }: FileStand): Obstacle | null => {
  if (!isTreated) return null
  if (rule === 'never') return { reason: 'no_term', until: null }
  // Somebody who is expected: their term has not begun.
  if (term === null) return { reason: 'term', until: null }
  if (term.isOpen) return { reason: 'open', until: null }
  return term.isOver ? null : { reason: 'term', until: dayBefore(term.dueSince) }
}

/** All of it where no term keeps its clinical content, else what no law keeps. */
export const scopeOf = (stand: FileStand): ErasureScope => (obstacleOf(stand) === null ? 'whole' : 'partial')

const fateOf = (
  kind: ErasureKind,
  stand: FileStand,
  obstacle: Obstacle | null,
): Omit<ErasureItem, 'kind' | 'count'> => {
  const receiptsUntil = stand.lastReceipt === null ? null : receiptKeptUntil(stand.lastReceipt, stand.rule)
  const isTaxed = receiptsUntil !== null && receiptsUntil >= stand.today
  if (kind === 'receipts' && isTaxed) return { fate: 'kept', until: receiptsUntil, reason: 'tax' }
  if ((clinicalKinds.includes(kind) || kind === 'receipts') && obstacle !== null)
    return { fate: 'kept', ...obstacle }
  const reason = traceOf[kind] ?? null
  return { fate: reason === null ? 'goes' : 'nameless', until: null, reason }
}

/** What becomes of everything that stands in a file, in the order in which it is told. */
export const itemsOf = (stand: FileStand): ErasureItem[] => {
  const obstacle = obstacleOf(stand)
  return erasureKinds.flatMap((kind) =>
    stand.counts[kind] === 0 ? [] : [{ kind, count: stand.counts[kind], ...fateOf(kind, stand, obstacle) }],
  )
}
