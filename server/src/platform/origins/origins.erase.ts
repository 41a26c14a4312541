import { sql } from 'kysely'
import { type ErasableRow, emptied, erasedMac, isAnythingInFront, isErasable } from '../audit/audit.erased.ts'
import {
  type DigestOf,
  type DigestStep,
  type ErasedLinks,
  erasedLinkMac,
  readErasedLinks,
} from '../audit/audit.erased-links.ts'
import { anchorOf, emptyContent, keysById, moreContent, readSeams, type Seam } from '../audit/audit.seams.ts'
import { readTrail, verifyChain } from '../audit/audit.verify.ts'
import type { StoredRow } from '../audit/audit.walk.ts'
import type { Tx } from '../database/database.ts'
import type { KeyRing } from '../tokens.ts'
import { type AttestedStrand, isGenuine, moreOfTrail, readOrigins, trailBehind } from './origins.ts'

/** What goes over the rows of a strand in front of its anchor. */
interface Front {
  readonly practiceId: number
  readonly strand: number
  readonly anchor: Seam
  /** Key of the digest of the anchor. */
  readonly key: Buffer
  /** What the origin said of it; undefined where the practice is from here. */
  readonly attested: AttestedStrand | undefined
  readonly erased: ErasedLinks
}

/** One way along a strand as far as its anchor, with both digests, and with the rows of one patient. */
class FrontWalk {
  readonly rows: ErasableRow[] = []
  readonly #front: Front
  readonly #patientId: number
  /** Key of what is written of rows that are emptied. */
  readonly #ours: Buffer
  #seq = 0
  #mac: Buffer = Buffer.alloc(0)
  #content: Buffer
  #digest = ''

  constructor(front: Front, patientId: number, ours: Buffer) {
    this.#front = front
    this.#patientId = patientId
    this.#ours = ours
    this.#content = emptyContent(front.key, front.practiceId, front.strand)
  }

  take(row: StoredRow): void {
    const { key, anchor, erased, attested } = this.#front
    if (row.seq <= this.#seq || row.seq > anchor.seq) return
    const [content, digest] = [this.#content, this.#digest]
    this.#content = erased.behind('seam', content, row) ?? moreContent(key, content, row)
    const isAttested = row.seq <= (attested?.seq ?? 0)
    if (isAttested) this.#digest = trailBehind(erased, digest, row)
    if (row.patient_id === this.#patientId && isErasable(row))
      this.rows.push(
        this.#erasable(row, [
          this.#link('seam', { before: content, behind: this.#content }, row),
          ...(isAttested ? [this.#link('origin', this.#originStep(digest), row)] : []),
        ]),
      )
    this.#seq = row.seq
    this.#mac = row.mac
  }

  /** Whether both digests are what they were when they were made. */
  get isSound(): boolean {
    const { anchor, attested } = this.#front
    return anchor.content?.equals(this.#content) === true && this.#digest === (attested?.digest ?? '')
  }

  #originStep(digest: string): DigestStep {
    return { before: Buffer.from(digest, 'hex'), behind: Buffer.from(this.#digest, 'hex') }
  }

  #link(digestOf: DigestOf, step: DigestStep, row: StoredRow): ErasableRow['links'][number] {
    const mac = erasedLinkMac(this.#ours, digestOf, step, emptied(row))
    return { digestOf, behind: step.behind.toString('hex'), mac: mac.toString('hex') }
  }

  #erasable(row: StoredRow, links: ErasableRow['links']): ErasableRow {
    const mac = erasedMac(this.#ours, this.#mac, row).toString('hex')
    return { strand: row.strand, seq: row.seq, mac, links }
  }
}

const readAttested = async (tx: Tx, practiceId: number): Promise<readonly AttestedStrand[] | undefined> => {
  const [last] = await readOrigins(tx, practiceId)
  if (!last) return []
  return isGenuine(last) ? (JSON.parse(last.trail) as AttestedStrand[]) : undefined
}

/** Strands that have an anchor whose key is known; none where what the origin said is not as it was signed. */
const readFronts = async (tx: Tx, keys: KeyRing, practiceId: number): Promise<Front[]> => {
  const attested = await readAttested(tx, practiceId)
  if (!attested) return []
  const erased = await readErasedLinks(tx, keys, practiceId)
  const known = keysById(keys)
  const strands = Map.groupBy(await readSeams(tx, practiceId), ({ strand }) => strand)
  return [...strands].flatMap(([strand, seams]) => {
    const anchor = anchorOf(seams)
    const key = anchor?.keyId === undefined ? keys[0] : known.get(anchor.keyId)
    if (!anchor || !key) return []
    const said = attested.find((one) => one.strand === strand)
    return [{ ...{ practiceId, strand, key, erased }, anchor: anchor.seam, attested: said }]
  })
}

/**
 * The rows of a patient whose detail can go although only digests speak for them: in front of a secret that was lost, and of
 * the arrival of the practice. What each digest is behind such a row is kept with it. Rows of a strand that is not as its
 * digests say stay as they are, or nobody would ever find what was changed. It walks the whole trail, and only where there
 * are such rows.
 */
export const erasableRowsInFront = async (
  tx: Tx,
  keys: KeyRing,
  practiceId: number,
  patientId: number,
): Promise<ErasableRow[]> => {
  if (!(await isAnythingInFront(tx, practiceId, patientId))) return []
  const fronts = await readFronts(tx, keys, practiceId)
  const walks = new Map(fronts.map((front) => [front.strand, new FrontWalk(front, patientId, keys[0])]))
  const { faults } = await verifyChain(tx, keys, practiceId, {
    look: (row) => walks.get(row.strand)?.take(row),
  })
  return fronts.flatMap(({ strand, anchor }) => {
    const walk = walks.get(strand)
    const isFaulty = faults.some((fault) => fault.strand === strand && fault.seq <= anchor.seq)
    return walk?.isSound && !isFaulty ? walk.rows : []
  })
}

interface KeptLink {
  readonly strand: number
  readonly seq: number
  readonly behind: Buffer
}

const findOriginLinks = async (tx: Tx, practiceId: number): Promise<readonly KeptLink[]> => {
  const { rows } = await sql<KeptLink>`
    select strand, seq, behind from audit_erased_links
    where practice_id = ${practiceId} and digest_of = 'origin'`.execute(tx)
  return rows
}

/**
 * Where their key is lost: what spoke for a former anchor goes, for the new one goes over rows as they are; what spoke for
 * an origin is taken as it stands, like all that this key proved. Runs as the owner of the tables.
 */
export const renewErasedLinks = async (tx: Tx, key: Buffer, practiceId: number): Promise<void> => {
  await sql`delete from audit_erased_links where practice_id = ${practiceId} and digest_of = 'seam'`.execute(
    tx,
  )
  const links = await findOriginLinks(tx, practiceId)
  if (links.length === 0) return
  const byPlace = new Map(links.map((link) => [`${link.strand} ${link.seq}`, link]))
  const digests = new Map<number, string>()
  const renewed: { strand: number; seq: number; mac: string }[] = []
  await readTrail(tx, practiceId, (row) => {
    const before = digests.get(row.strand) ?? ''
    const link = byPlace.get(`${row.strand} ${row.seq}`)
    digests.set(row.strand, link ? link.behind.toString('hex') : moreOfTrail(before, row))
    if (!link) return
    const step = { before: Buffer.from(before, 'hex'), behind: link.behind }
    const mac = erasedLinkMac(key, 'origin', step, row).toString('hex')
    renewed.push({ strand: row.strand, seq: row.seq, mac })
  })
  await sql`
    update audit_erased_links l set mac = decode(r.mac, 'hex')
    from json_to_recordset(${JSON.stringify(renewed)}::json) as r (strand smallint, seq bigint, mac text)
    where l.practice_id = ${practiceId} and l.digest_of = 'origin' and l.strand = r.strand and l.seq = r.seq`.execute(
    tx,
  )
}
