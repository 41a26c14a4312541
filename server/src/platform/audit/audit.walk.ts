import { isErasedRow } from './audit.erased.ts'
import type { ErasedLinks } from './audit.erased-links.ts'
import { anchorOf, emptyContent, moreContent, type Seam, seamMac } from './audit.seams.ts'
import { type AuditRow, chainStart, linkMac } from './audit.strands.ts'

/** What is wrong with a chain, and where. */
export interface ChainFault {
  readonly practiceId: number
  readonly strand: number
  /** The first row that it is about, and the last. */
  readonly seq: number
  readonly through: number
  /**
   * `gap`: rows are missing, and the one behind them cannot be checked; `altered`: rows do not fit their macs;
   * `surplus`: a row that has no place in the chain; `tail`: the last row is not the head's; `rewound`: the chain ends
   * before a head that was noted, or goes on from there as another; `unproved`: rows of a former secret that nobody
   * named, so they were not looked at.
   */
  readonly kind: 'gap' | 'altered' | 'surplus' | 'tail' | 'rewound' | 'unproved'
}

/** The last link of a strand. */
export interface StrandHead {
  readonly strand: number
  readonly seq: number
  readonly mac: Buffer
}

export interface StoredRow extends AuditRow {
  readonly strand: number
  readonly mac: Buffer
  /** Where the detail was erased, what says that it was we who did it. */
  readonly erased_mac: Buffer | null
}

export interface Strand {
  readonly practiceId: number
  readonly strand: number
  /** The key that rows are chained with now. */
  readonly current: Buffer
  /** The current key and former ones, by their names. */
  readonly known: ReadonlyMap<string, Buffer>
  /** Seams in their order. */
  readonly seams: readonly Seam[]
  readonly erased: ErasedLinks
  readonly noted: StrandHead | undefined
}

/** One way along a strand, from its first link through its seams to its head. */
export class Walk {
  readonly faults: ChainFault[] = []
  rows = 0
  /** Rows that nothing but the digest of a seam speaks for. */
  anchored = 0
  /** Rows whose detail was erased, and that say so. */
  erased = 0
  private seq = 0
  private mac: Buffer | undefined
  /** The link in front of the last row. */
  private before: Buffer | undefined
  /** Key of the rows that come; undefined where nobody knows it. */
  private key: Buffer | undefined
  private readonly seams: Seam[]
  /** The last seam behind a key that was lost, and the key that its digest is made with. */
  private readonly anchor: Seam | undefined
  private readonly anchorKey: Buffer | undefined
  private content: Buffer | undefined
  private readonly strand: Strand

  constructor(strand: Strand) {
    const { practiceId, seams } = strand
    this.strand = strand
    this.seams = [...seams]
    this.key = this.keyBefore(this.seams[0])
    this.mac = this.key && chainStart(this.key, practiceId, strand.strand)
    this.before = this.mac
    const anchor = anchorOf(seams)
    this.anchor = anchor?.seam
    this.anchorKey = anchor && this.keyNamed(anchor.keyId)
    this.content = this.anchorKey && emptyContent(this.anchorKey, practiceId, strand.strand)
  }

  /** One step along the chain. After a fault the stored mac is believed, so that each fault is told once. */
  step(row: StoredRow): void {
    this.rows += 1
    if (row.seq <= this.seq) {
      this.stepAside(row)
      return
    }
    this.crossBefore(row.seq)
    if (row.seq > this.seq + 1) this.tell('gap', this.seq + 1, row.seq - 1)
    else this.check(row)
    if (this.isAnchored) this.content = this.contentBehind(row)
    this.before = this.mac
    this.mac = row.mac
    this.seq = row.seq
    if (this.strand.noted?.seq === row.seq && !this.isNoted(row.mac)) this.tell('rewound', row.seq)
  }

  end(head: StrandHead | undefined): StrandHead {
    this.crossBefore(Number.POSITIVE_INFINITY)
    const { seq, mac } = this
    const { strand, noted } = this.strand
    if (head?.seq !== seq || mac?.equals(head.mac) === false) this.tell('tail', seq)
    if (noted && noted.seq > seq) this.tell('rewound', seq)
    return { strand, seq, mac: mac ?? head?.mac ?? Buffer.alloc(0) }
  }

  /** Whether a seam in front of us speaks for what comes. */
  private get isAnchored(): boolean {
    return this.anchor !== undefined && this.seams.includes(this.anchor)
  }

  /** Key of the rows between the seam before this one and this one; without one, of those behind the last. */
  private keyBefore(seam: Seam | undefined): Buffer | undefined {
    return this.keyNamed(seam?.keyId)
  }

  private keyNamed(id: string | undefined): Buffer | undefined {
    return id === undefined ? this.strand.current : this.strand.known.get(id)
  }

  /** The digest of the anchor, one row further. */
  private contentBehind(row: StoredRow): Buffer | undefined {
    const { anchorKey, content } = this
    if (!anchorKey || !content) return undefined
    return this.strand.erased.behind('seam', content, row) ?? moreContent(anchorKey, content, row)
  }

  private check(row: StoredRow): void {
    if (this.mac && isErasedRow([...this.strand.known.values()], this.mac, row)) {
      this.erased += 1
      return
    }
    if (this.key && this.mac) {
      if (!linkMac(this.key, this.mac, row).equals(row.mac)) this.tell('altered', row.seq)
      return
    }
    if (this.isAnchored) this.anchored += 1
    else this.tell('unproved', row.seq)
  }

  private isNoted(mac: Buffer): boolean {
    const { noted, seams } = this.strand
    const links = [mac, ...seams.filter(({ seq }) => seq === noted?.seq).map((seam) => seam.mac)]
    return links.some((link) => noted?.mac.equals(link))
  }

  /** Goes through the seams that lie in front of a row. */
  private crossBefore(seq: number): void {
    while (this.seams[0] && this.seams[0].seq < seq) this.cross(this.seams[0])
  }

  private cross(seam: Seam): void {
    const { practiceId } = this.strand
    const next = this.keyBefore(this.seams[1])
    const follows = seam.seq === this.seq && (this.mac === undefined || this.mac.equals(seam.head))
    const isOurs = next === undefined || seamMac(next, practiceId, seam).equals(seam.mac)
    if (!follows || !isOurs) this.tell('altered', seam.seq)
    if (seam === this.anchor && this.content && seam.content?.equals(this.content) !== true)
      this.tell('altered', 1, seam.seq)
    this.seams.shift()
    this.key = next
    this.before = this.mac
    this.mac = seam.mac
  }

  /** When two rows are in one place, the chain goes on from the one that fits. */
  private stepAside(row: StoredRow): void {
    this.tell('surplus', row.seq)
    if (!this.key || !this.before || row.seq !== this.seq) return
    if (linkMac(this.key, this.before, row).equals(row.mac)) this.mac = row.mac
  }

  /** Faults of one kind in rows that follow each other are one fault. */
  private tell(kind: ChainFault['kind'], seq: number, through = seq): void {
    const { practiceId, strand } = this.strand
    const last = this.faults.at(-1)
    const goesOn = last?.kind === kind && last.through === seq - 1
    if (goesOn) this.faults.pop()
    this.faults.push({ practiceId, strand, seq: goesOn ? last.seq : seq, through, kind })
  }
}
