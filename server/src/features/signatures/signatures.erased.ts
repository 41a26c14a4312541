import { canonicalJson } from '@ulna/contract/signatures/signatures.seal'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { hmacSha256 } from '../../platform/tokens.ts'
import type { SealKeys } from './signatures.seals.ts'

/** What stays of the seal of a signature, or of its withdrawal, that was erased: its place in the chain. */
export interface ErasedSeal {
  readonly practiceId: number
  readonly sequence: number
  /** Null of a withdrawal. */
  readonly sealId: string | null
  readonly keyId: string
  readonly previous: Buffer
  readonly seal: Buffer
  readonly erasedAt: Date
  readonly mac: Buffer
}

/** What its mac is over, with the two links. */
export const erasedSealText = ({
  practiceId,
  sequence,
  sealId,
  keyId,
  erasedAt,
}: Omit<ErasedSeal, 'mac'>): string =>
  canonicalJson({ kind: 'erased', practiceId, sequence, sealId, keyId, erasedAt: erasedAt.toISOString() })

const macWith = (key: Buffer, one: Omit<ErasedSeal, 'mac'>): Buffer =>
  hmacSha256(key).update(one.previous).update(one.seal).update(erasedSealText(one)).digest()

/** Whether it was we who erased it, and whether nothing of it changed since. */
export const isErasedByUs = ({ all }: SealKeys, one: ErasedSeal): boolean =>
  [...all.values()].some((key) => macWith(key, one).equals(one.mac))

const columns = sql`practice_id as "practiceId", sequence, seal_id as "sealId", key_id as "keyId", previous, seal,
  erased_at as "erasedAt", mac`

/** Erased ones of a practice, in the order of its chain. */
export const findErasedSeals = async (tx: Tx, practiceId: number): Promise<ErasedSeal[]> => {
  const { rows } = await sql<ErasedSeal>`
    select ${columns} from erased_seals where practice_id = ${practiceId} order by sequence`.execute(tx)
  return rows
}

export const findErasedBySeal = async (
  tx: Tx,
  practiceId: number,
  sealId: string,
): Promise<ErasedSeal | undefined> => {
  const { rows } = await sql<ErasedSeal>`
    select ${columns} from erased_seals where practice_id = ${practiceId} and seal_id = ${sealId}`.execute(tx)
  return rows[0]
}

/** A mac that no key makes: what was not as it was signed is found for ever, also when its content is gone. */
const disproved = Buffer.alloc(32)

/** Keeps the place of a seal. `proved`: it was as it was signed until now. */
export const keepErasedSeal = async (
  tx: Tx,
  { current }: SealKeys,
  one: Omit<ErasedSeal, 'mac'>,
  proved: boolean,
): Promise<void> => {
  const mac = proved ? macWith(current.key, one) : disproved
  await sql`
    insert into erased_seals (practice_id, sequence, seal_id, key_id, previous, seal, erased_at, mac)
    values (${one.practiceId}, ${one.sequence}, ${one.sealId}, ${one.keyId}, ${one.previous}, ${one.seal}, ${one.erasedAt},
      ${mac}) on conflict do nothing`.execute(tx)
}

/** Makes the mac of a place that came with a practice, whose origin proved it. Runs as the owner of the tables. */
export const proveErasedSeal = async (tx: Tx, { current }: SealKeys, one: ErasedSeal): Promise<void> => {
  const mac = macWith(current.key, one)
  await sql`
    update erased_seals set mac = ${mac} where practice_id = ${one.practiceId} and sequence = ${one.sequence}`.execute(
    tx,
  )
}
