import { createHash, verify, X509Certificate } from 'node:crypto'
import { sql } from 'kysely'
import type { ErasedLinks } from '../audit/audit.erased-links.ts'
import { type AuditRow, rowText } from '../audit/audit.strands.ts'
import { TransactionLocal, type Tx } from '../database/database.ts'

/** What an installation said of a practice that left it, as it came (docs/decisions/0056-a-practice-moves.md). */
export interface Statement {
  /** Address of the installation. */
  readonly origin: string
  /** Instant. */
  readonly exportedAt: string
  /** Texts of the archive, byte for byte. The first is signed, and names the others by their digests. */
  readonly manifest: string
  readonly seals: string
  readonly trail: string
  readonly signature: Buffer
  /** PEM. */
  readonly certificate: string
}

export interface Origin extends Statement {
  readonly id: number
  /** Instant. */
  readonly arrivedAt: string
}

/** Where the archive holds them. */
export const statementFiles = {
  manifest: 'manifest.json',
  signature: 'manifest.sig',
  certificate: 'certificate.pem',
  seals: 'proof/seals.json',
  trail: 'proof/trail.json',
} as const

/** What an origin found of one seal. */
export interface AttestedSeal {
  readonly sequence: number
  /** SHA-256 of what the seal is over, hexadecimal. */
  readonly digest: string
  /** Hexadecimal. */
  readonly seal: string
  readonly state: string
}

export interface AttestedSeals {
  readonly signatures: readonly AttestedSeal[]
  readonly withdrawals: readonly AttestedSeal[]
  /** Links of which nothing but their place stays (decision 0057). */
  readonly erased: readonly AttestedSeal[]
}

/** What an origin found of one strand of the trail. */
export interface AttestedStrand {
  readonly strand: number
  /** The last row. */
  readonly seq: number
  readonly rows: number
  /** SHA-256 over all rows, hexadecimal. */
  readonly digest: string
  /** How many faults were found in it. */
  readonly faults: number
}

export const sha256Of = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex')

/** Name of a certificate, as both ends show it: SHA-256, hexadecimal with colons. */
export const fingerprintOf = (certificate: string): string => new X509Certificate(certificate).fingerprint256

interface NamedFiles {
  readonly files?: Readonly<Record<string, { readonly sha256: string }>>
}

/** Whether the manifest was signed with the key of the certificate, and names these very texts. */
export const isGenuine = ({ manifest, seals, trail, signature, certificate }: Statement): boolean => {
  const { publicKey } = new X509Certificate(certificate)
  if (!verify('sha256', Buffer.from(manifest), publicKey, signature)) return false
  const { files } = JSON.parse(manifest) as NamedFiles
  return (
    files?.[statementFiles.seals]?.sha256 === sha256Of(seals) &&
    files?.[statementFiles.trail]?.sha256 === sha256Of(trail)
  )
}

/** Where a practice came from, the last one first; nothing for one that was founded here. */
export const readOrigins = async (tx: Tx, practiceId: number): Promise<Origin[]> => {
  const { rows } = await sql<Origin>`
    select id, origin, iso(exported_at) as "exportedAt", iso(arrived_at) as "arrivedAt", manifest, seals, trail,
      signature, certificate
    from practice_origins where practice_id = ${practiceId} order by exported_at desc, id desc`.execute(tx)
  return rows
}

/** Keeps what an origin said. Runs as the owner of the tables. */
export const insertOrigin = async (tx: Tx, practiceId: number, one: Statement): Promise<void> => {
  await sql`
    insert into practice_origins (practice_id, origin, exported_at, manifest, seals, trail, signature, certificate)
    values (${practiceId}, ${one.origin}, ${one.exportedAt}::timestamptz, ${one.manifest}, ${one.seals},
      ${one.trail}, ${one.signature}, ${one.certificate})`.execute(tx)
}

interface Attestations {
  readonly practiceId: number
  readonly of: Promise<
    readonly { readonly origin: Origin; readonly seals: ReadonlyMap<number, AttestedSeal> }[]
  >
}

const kept = new TransactionLocal<Attestations>()

const readAttestations = async (tx: Tx, practiceId: number): ReturnType<() => Attestations['of']> =>
  (await readOrigins(tx, practiceId)).filter(isGenuine).map((origin) => {
    const { signatures, withdrawals } = JSON.parse(origin.seals) as AttestedSeals
    return { origin, seals: new Map([...signatures, ...withdrawals].map((one) => [one.sequence, one])) }
  })

const attestationsOf = (tx: Tx, practiceId: number): Attestations['of'] => {
  const known = kept.get(tx)
  if (known?.practiceId === practiceId) return known.of
  const of = readAttestations(tx, practiceId)
  kept.set(tx, { practiceId, of })
  return of
}

/** What an origin says of a link of the chain of seals; `isSame`, whether the link is the one that it saw. */
export interface Attestation {
  readonly origin: Origin
  readonly state: string
  readonly isSame: boolean
}

/** The last origin that knew a link of the chain of seals; undefined where none did. */
export const findAttestation = async (
  tx: Tx,
  practiceId: number,
  link: Omit<AttestedSeal, 'state'>,
): Promise<Attestation | undefined> => {
  for (const { origin, seals } of await attestationsOf(tx, practiceId)) {
    const attested = seals.get(link.sequence)
    if (!attested) continue
    const isSame = attested.digest === link.digest && attested.seal === link.seal
    return { origin, state: attested.state, isSame }
  }
  return undefined
}

/** The digest over the rows of a strand so far, and one row more. */
export const moreOfTrail = (digest: string, row: AuditRow & { readonly mac: Buffer }): string =>
  createHash('sha256').update(digest).update(row.mac).update(rowText(row)).digest('hex')

/** The same of an origin by what stands here now: a row that was emptied since is as the origin saw it. */
export const trailBehind = (
  erased: ErasedLinks,
  digest: string,
  row: AuditRow & { readonly strand: number; readonly mac: Buffer },
): string =>
  erased.behind('origin', Buffer.from(digest, 'hex'), row)?.toString('hex') ?? moreOfTrail(digest, row)
