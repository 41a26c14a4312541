import type { AuditAction } from '@ulna/contract/audit-actions'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../database/database.ts'
import type { KeyRing } from '../tokens.ts'
import type { DigestOf } from './audit.erased-links.ts'
import { type AuditRow, chainStart, linkMac } from './audit.strands.ts'

interface LinkedRow extends AuditRow {
  readonly strand: number
  readonly mac: Buffer
}

const mark = Buffer.from('ulna erased row')
const nothing = '{}'

/** What is left of a row. */
export const emptied = <R extends AuditRow>(row: R): R => ({ ...row, detail: nothing })

/** What a row of the trail gets whose detail is erased: over the row as it is then, the link in front of it and its own. */
export const erasedMac = (key: Buffer, previous: Buffer, row: LinkedRow): Buffer =>
  linkMac(key, Buffer.concat([mark, previous, row.mac]), emptied(row))

/** Whether it was we who erased the detail of a row, and whether nothing of it changed since. */
export const isErasedRow = (
  keys: readonly Buffer[],
  previous: Buffer,
  row: LinkedRow & { readonly erased_mac: Buffer | null },
): boolean => {
  const { erased_mac: given, detail } = row
  return (
    given !== null && detail === nothing && keys.some((key) => erasedMac(key, previous, row).equals(given))
  )
}

/** A row whose detail can go. */
export interface ErasableRow {
  readonly strand: number
  readonly seq: number
  /** Hexadecimal. */
  readonly mac: string
  /** What digests that go over it were behind it, hexadecimal, each with what says so (audit.erased-links.ts). */
  readonly links: readonly { readonly digestOf: DigestOf; readonly behind: string; readonly mac: string }[]
}

interface FoundRow extends LinkedRow {
  /** Null of the first row of a strand. */
  readonly previous: Buffer | null
}

/**
 * What proves an erasure, or that there was none: the details of these rows stay, and name nobody. Who asked to read a
 * blocked file, and why, names people, and goes.
 */
const erasureProofs: readonly AuditAction[] = [
  'erasure.preview',
  'erasure.block',
  'erasure.take_back',
  'erasure.notices',
  'erasure.destroy',
  'erasure.done',
]

export const isErasable = ({ detail, action }: AuditRow): boolean =>
  detail !== nothing && !erasureProofs.some((proof) => proof === action)

/** Whether there is something to erase in the detail of a row of the trail, by the name of its table: `isErasable`. */
export const hasErasableDetail = (row: 'e' | 't'): RawBuilder<boolean> => sql<boolean>`
  (${sql.ref(`${row}.detail`)} <> ${nothing} and ${sql.ref(`${row}.action`)} <> all(${erasureProofs}::text[]))`

/** Whether a row stands in front of a seam behind which nobody has its key: origins.erase.ts. */
const isInFront = (
  practiceId: number,
): RawBuilder<boolean> => sql<boolean>`exists (select from audit_seams s where s.practice_id = ${practiceId}
  and s.strand = e.strand and s.content is not null and s.seq >= e.seq)`

/** Whether something to erase about a patient is in front of such a seam. */
export const isAnythingInFront = async (tx: Tx, practiceId: number, patientId: number): Promise<boolean> => {
  const { rows } = await sql<{ there: boolean }>`
    select exists (select from audit_events e where e.practice_id = ${practiceId} and e.patient_id = ${patientId}
      and ${hasErasableDetail('e')} and ${isInFront(practiceId)}) as there`.execute(tx)
  return rows[0]?.there === true
}

const findRows = async (tx: Tx, practiceId: number, patientId: number): Promise<FoundRow[]> => {
  const { rows } = await sql<FoundRow>`
    select e.practice_id, e.strand, e.seq, iso(e.at) as at, e.action, e.user_id, e.session_id, e.patient_id, e.subject_type,
      e.subject_id, e.detail, e.request_id, e.ip, e.practice_key_id, e.mac, coalesce(
        (select s.mac from audit_seams s where s.practice_id = ${practiceId} and s.strand = e.strand and s.seq = e.seq - 1
          order by s.epoch desc limit 1),
        (select p.mac from audit_events p where p.practice_id = ${practiceId} and p.strand = e.strand and p.seq = e.seq - 1)
      ) as previous
    from audit_events e
    where e.practice_id = ${practiceId} and e.patient_id = ${patientId} and ${hasErasableDetail('e')}
      and not ${isInFront(practiceId)}
    order by e.strand, e.seq`.execute(tx)
  return rows
}

/**
 * The rows of a patient behind all such seams whose detail can go, as far as they verify: one that was changed behind our
 * back stays as it is, or nobody would ever find it.
 */
export const erasableRows = async (
  tx: Tx,
  keys: KeyRing,
  practiceId: number,
  patientId: number,
): Promise<ErasableRow[]> =>
  (await findRows(tx, practiceId, patientId)).flatMap((row) => {
    for (const key of keys) {
      const previous = row.previous ?? chainStart(key, practiceId, row.strand)
      if (linkMac(key, previous, row).equals(row.mac))
        return [
          {
            ...{ strand: row.strand, seq: row.seq, links: [] },
            mac: erasedMac(keys[0], previous, row).toString('hex'),
          },
        ]
    }
    return []
  })
