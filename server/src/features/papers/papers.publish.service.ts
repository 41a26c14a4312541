import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  formatPaperCode,
  type IssuedPaper,
  type PaperScope,
  type RecordStand,
} from '@ulna/contract/papers/papers'
import type { Language } from '@ulna/contract/record-class/record-class'
import { AppError } from '../../platform/app-error.ts'
import { type Tx, transaction } from '../../platform/database/database.ts'
import { installationScope } from '../../platform/database/entering.ts'
import type { RenderedPaper } from '../../platform/papers/papers.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { audited, change } from '../../platform/use-case.ts'
import { keepSigningKey, type SigningKey } from './keys/papers.keys.service.ts'
import { codeOf, newSecret } from './papers.code.ts'
import type { PaperDependencies } from './papers.dependencies.ts'
import { queueRemoval } from './papers.jobs.ts'
import { insertPaper, type NewPaper } from './papers.repository.ts'

/** What is known of a paper before it has pages. */
export interface PaperDraft {
  readonly patientId: number
  readonly scope: PaperScope
  readonly recordId: number | null
  readonly language: Language
  /** How far what is on it has come. */
  readonly stands: readonly RecordStand[]
  readonly practiceUid: string
  /** Instant of the database's clock. */
  readonly at: string
  /** What the file is called; its number where nothing else is said. Nothing of whom it is about. */
  readonly calledAfter?: string
}

export interface Rendered extends RenderedPaper {
  readonly key: SigningKey
}

const digestOf = (pieces: readonly Buffer[]): string => {
  const hash = createHash('sha256')
  for (const piece of pieces) hash.update(piece)
  return hash.digest('hex')
}

/**
 * The key that a paper was signed with, as it is kept. One of two first papers of a practice brings it; the other one is
 * made again with it.
 */
export const keyIdOf = async (
  tx: Tx,
  { signingKeys }: Pick<PaperDependencies, 'signingKeys'>,
  practiceId: number,
  key: SigningKey,
): Promise<number> => {
  const id = key.id ?? (await keepSigningKey(tx, { signingKeys, practiceId, key, source: 'generated' }))
  if (id === undefined) throw new AppError('service_unavailable', { retryAfter: 1 })
  return id
}

/** Whom the row of the trail is about: a certificate of an erasure is about nobody any more. */
export const patientOf = ({
  scope,
  patientId,
}: {
  readonly scope: PaperScope
  readonly patientId: number
}): number | null => (scope === 'erasure' ? null : patientId)

/** What a file on disk is called: nothing of whom it is about, since names of files are seen by many. */
const fileNameOf = (code: string, calledAfter: string | undefined): string =>
  calledAfter === undefined ? `ulna-${code}.pdf` : `${plainName(calledAfter)}.pdf`

/** Without what a file system would not take. */
const plainName = (text: string): string =>
  text
    .replaceAll(/[\\/:*?"<>|]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/**
 * Gives a paper its number and its pages and issues it. It is made outside any transaction; what proves it and its row in
 * the trail are written in one before anybody gets it. Its bytes go after a day, whatever happens.
 */
export const publishPaper = async (
  dependencies: Pick<PaperDependencies, 'db' | 'files' | 'signingKeys'>,
  actor: PracticeActor,
  { stands, practiceUid, at, calledAfter, ...draft }: PaperDraft,
  render: (code: string) => Promise<Rendered>,
): Promise<IssuedPaper> => {
  const { db, files } = dependencies
  const secret = newSecret()
  const code = formatPaperCode(codeOf(actor.practiceId, secret))
  const { pieces, size, pages, key } = await render(code)
  const storageKey = `${practiceUid}/papers/${randomUUID()}.pdf`
  await transaction(db.queries, installationScope, 'read write', (tx) => queueRemoval(tx, storageKey))
  await files.put(storageKey, { size, bytes: Readable.from(pieces) })
  const paper: Omit<NewPaper, 'signingKeyId'> = {
    ...draft,
    practiceId: actor.practiceId,
    code: secret,
    records: stands,
    sha256: digestOf(pieces),
    size,
    pages,
    storageKey,
    issuedBy: actor.userId,
    issuedAt: at,
  }
  return change(db, actor, async (tx) => {
    const signingKeyId = await keyIdOf(tx, dependencies, actor.practiceId, key)
    const id = await insertPaper(tx, { ...paper, signingKeyId })
    const detail = { scope: paper.scope, records: stands.length, pages, newKey: key.id === null }
    return audited(
      { action: 'paper.issue', patientId: patientOf(paper), subject: { type: 'paper', id }, detail },
      {
        id,
        code,
        fileName: fileNameOf(code, calledAfter),
        size: paper.size,
        pages,
        sha256: paper.sha256,
        issuedAt: paper.issuedAt,
      },
    )
  })
}
