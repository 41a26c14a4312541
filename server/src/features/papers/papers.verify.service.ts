import { X509Certificate } from 'node:crypto'
import {
  formatPaperCode,
  type RecordStand,
  readPaperCode,
  type Verification,
} from '@ulna/contract/papers/papers'
import { reading, type Tx } from '../../platform/database/database.ts'
import { sourceOf } from '../../platform/http/rate-limits.ts'
import type { AnonymousActor } from '../../platform/sessions/actor.ts'
import { takingTurns } from '../../platform/turns.ts'
import { practiceNameOf } from '../practices/practices.service.ts'
import { standsOf } from '../records/printing/records.paper.service.ts'
import { lookUpSeal, type SealStand, sealStandsOf } from '../signatures/signatures.service.ts'
import { codeOf, readCode } from './papers.code.ts'
import type { PaperDependencies, SealChecks } from './papers.dependencies.ts'
import { findProof, type ProvenPaper } from './papers.repository.ts'
import { standsToday } from './papers.stands.service.ts'

type Since = NonNullable<Verification['since']>

/** What happened to the records of a paper since it was issued. A record that is gone altogether was changed. */
const sinceOf = (
  then: readonly RecordStand[],
  now: readonly RecordStand[],
  seals: readonly SealStand[],
): Since => {
  const today = new Map(now.map((stand) => [stand.id, stand]))
  const pairs = then.map((stand) => ({ stand, current: today.get(stand.id) }))
  const count = (happened: (stand: RecordStand, current: RecordStand) => boolean): number =>
    pairs.filter(({ stand, current }) => current !== undefined && happened(stand, current)).length
  const gone = pairs.filter(({ current }) => current === undefined).length
  const withdrawn = new Set(seals.filter(({ verdict }) => verdict.withdrawn).map(({ sealId }) => sealId))
  return {
    voided: count((stand, current) => current.voided && !stand.voided),
    added: count((stand, current) => current.addenda > stand.addenda),
    withdrawn: count(({ seals: own = [] }) => own.some((sealId) => withdrawn.has(sealId))),
    changed:
      gone +
      count((stand, current) => current.version !== stand.version && !(current.voided && !stand.voided)),
  }
}

/** Whether what was signed is not as it was, or a signature that stands on the paper is gone. */
const isBroken = (then: readonly RecordStand[], seals: readonly SealStand[]): boolean => {
  const known = new Set(seals.map(({ sealId }) => sealId))
  const isMissing = then.some(({ seals: own = [] }) => own.some((sealId) => !known.has(sealId)))
  return isMissing || seals.some(({ verdict }) => verdict.state === 'altered')
}

/** Whether what was signed cannot be proved any more, because the secret that it was sealed with was lost. */
const isUnproved = (seals: readonly SealStand[]): boolean =>
  seals.some(({ verdict }) => verdict.state === 'unproved')

/** Where signatures were verified that came with the practice: the last place that one was. */
const originOf = (seals: readonly SealStand[]): Verification['origin'] =>
  seals.map(({ verdict }) => verdict.origin).findLast((origin) => origin !== null) ?? null

const nothing = (compared: Verification['compared']): Verification => ({
  status: 'unknown',
  compared,
  altered: null,
  paper: null,
  seal: null,
  origin: null,
  since: null,
})

const statusOf = (since: Since): 'unchanged' | 'superseded' =>
  Object.values(since).every((count) => count === 0) ? 'unchanged' : 'superseded'

const describe = async (
  tx: Tx,
  {
    checks,
    practiceId,
    proof,
    sha256,
  }: { checks: SealChecks; practiceId: number; proof: ProvenPaper; sha256: string | undefined },
): Promise<Verification> => {
  const { practiceName, scope, issuedAt, pages } = proof
  const certificate = new X509Certificate(proof.certificate).fingerprint256
  const compared = sha256 === undefined ? 'number' : 'file'
  const known = { ...nothing(compared), paper: { practiceName, scope, issuedAt, pages, certificate } }
  if (sha256 !== undefined && sha256 !== proof.sha256) return { ...known, status: 'altered', altered: 'file' }
  if (proof.isErased) return { ...known, status: 'erased' }
  const ids = proof.records.map(({ id }) => id)
  const seals = await sealStandsOf(tx, checks, practiceId, ids)
  if (isBroken(proof.records, seals)) return { ...known, status: 'altered', altered: 'records' }
  const since = sinceOf(proof.records, await standsToday(tx, practiceId, scope, ids), seals)
  return {
    ...known,
    status: isUnproved(seals) ? 'unproved' : statusOf(since),
    origin: originOf(seals),
    since,
  }
}

type VerifyDependencies = Pick<PaperDependencies, 'db' | 'files' | 'rateLimits' | 'sealKeys' | 'otherPaper'>

interface Asked {
  readonly code: string
  readonly sha256?: string | undefined
}

const describePaper = async (
  { db, files, sealKeys, otherPaper }: VerifyDependencies,
  { code, sha256 }: Asked,
): Promise<Verification | undefined> => {
  const signs = readPaperCode(code)
  const parts = signs === null ? undefined : readCode(signs)
  if (!parts) return undefined
  const { practiceId, secret } = parts
  return reading(db.queries, { practiceId, userId: 0, seesBlocked: true }, async (tx) => {
    const proof =
      (await findProof(tx, practiceId, secret)) ??
      (await otherPaper?.(tx, practiceId, formatPaperCode(codeOf(practiceId, secret))))
    return proof && describe(tx, { checks: { keys: sealKeys, files }, practiceId, proof, sha256 })
  })
}

/** What one seal covers and what became of it. Who signed what of whom is nobody's who asks here. */
const describeSeal = async (
  { db, files, sealKeys }: VerifyDependencies,
  code: string,
): Promise<Verification | undefined> => {
  const found = await lookUpSeal(db, { keys: sealKeys, files }, code)
  if (!found) return undefined
  if (found.verdict === 'erased') return { ...nothing('seal'), status: 'erased' }
  const { practiceId, signature, verdict } = found
  return reading(db.queries, { practiceId, userId: 0, seesBlocked: true }, async (tx) => {
    const practiceName = await practiceNameOf(tx, practiceId)
    const seal = { practiceName, signedAt: signature.signedAt, version: signature.recordVersion }
    const known = { ...nothing('seal'), seal }
    if (verdict.state === 'altered') return { ...known, status: 'altered', altered: 'records' }
    const [record] = await standsOf(tx, practiceId, [signature.recordId])
    const since = {
      // A case that was closed, say, is another version of it, and what was signed is not touched by that.
      changed: verdict.withdrawn && record?.version !== signature.recordVersion ? 1 : 0,
      added: verdict.addenda > 0 ? 1 : 0,
      voided: record?.voided === true ? 1 : 0,
      withdrawn: verdict.withdrawn ? 1 : 0,
    }
    const status = verdict.state === 'unproved' ? 'unproved' : statusOf(since)
    return { ...known, status, origin: verdict.origin, since }
  })
}

/** Files are read byte by byte, and anybody may ask. */
const inTurn = takingTurns()

/**
 * What can be said of a paper to anybody who holds it, by its number or by a seal on it: the digest of a file is
 * compared, the file itself is not sent. Refuses with rate_limited who tries many numbers that are none.
 */
export const verifyPaper = async (
  dependencies: VerifyDependencies,
  actor: AnonymousActor,
  asked: Asked,
): Promise<Verification> => {
  const { rateLimits } = dependencies
  const source = sourceOf(actor.call.ip)
  const guess = ['unknownPapersFromSource', source] as const
  await rateLimits.take(guess, ['verificationsFromSource', source])
  const isFile = asked.sha256 !== undefined
  const found = await inTurn(
    async () =>
      // A seal says nothing of a file: whoever has both is told of the file alone.
      (await describePaper(dependencies, asked)) ??
      (isFile ? undefined : describeSeal(dependencies, asked.code)),
  )
  if (!found) return nothing(isFile ? 'file' : 'number')
  await rateLimits.giveBack(guess)
  return found
}
