import { createHash } from 'node:crypto'
import type { Language } from '@ulna/contract/record-class/record-class'
import type { TFunction } from 'i18next'
import { sql } from 'kysely'
import { AppError } from '../../../platform/app-error.ts'
import { auditWrite } from '../../../platform/audit/audit.strands.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { databaseNow } from '../../../platform/database/database-clock.ts'
import { attachment } from '../../../platform/http/attachment.ts'
import { FileAnswer } from '../../../platform/http/route.ts'
import type { PracticeActor } from '../../../platform/sessions/actor.ts'
import { audited, type Database, view } from '../../../platform/use-case.ts'
import {
  type CertificateText,
  type RenderedCertificate,
  renderCertificate,
} from '../../papers/papers.certificate.service.ts'
import { keyIdOf } from '../../papers/papers.publish.service.ts'
import {
  findErasurePaper,
  findErasureProof,
  insertErasurePaper,
  type PaperAbout,
} from './erasures.papers.repository.ts'

/** What making papers of erasures takes. */
export type ErasurePaperDependencies = Parameters<typeof renderCertificate>[0] & {
  /** For how many days encrypted backups hold what was destroyed; undefined where nobody said. */
  readonly backupKeepDays: () => Promise<number | undefined>
}

/** The practice that a paper is of, and the moment it is made. */
export interface PaperPlace {
  readonly practiceId: number
  readonly practiceName: string
  readonly locale: Language
  readonly timezone: string
  /** Instant of the database's clock. */
  readonly at: string
}

export const findPaperPlace = async (tx: Tx, practiceId: number): Promise<PaperPlace | undefined> => {
  const { rows } = await sql<Omit<PaperPlace, 'at'>>`
    select id as "practiceId", name as "practiceName", locale, timezone from practices where id = ${practiceId}`.execute(
    tx,
  )
  const [row] = rows
  return row && { ...row, at: new Date(await databaseNow(tx)).toISOString() }
}

/** Renders a paper outside any transaction: its key alone may take seconds. */
export const renderErasurePaper = (
  dependencies: ErasurePaperDependencies,
  place: PaperPlace,
  paper: {
    readonly issuedBy: string
    readonly language: Language
    write(t: TFunction): CertificateText
  },
): Promise<RenderedCertificate> => renderCertificate(dependencies, { ...place, ...paper })

/** Whoever decided what the paper tells of is behind it in the trail, from no session any more. */
export interface Keeping {
  readonly about: PaperAbout
  readonly at: string
  readonly decidedBy: number
  readonly requestId: string
}

/** Keeps a paper for good, with its row in the trail; it is about nobody any more. */
export const keepErasurePaper = async (
  tx: Tx,
  { db, signingKeys }: Pick<ErasurePaperDependencies, 'db' | 'signingKeys'>,
  practiceId: number,
  { secret, pieces, pages, key }: RenderedCertificate,
  { about, at, decidedBy, requestId }: Keeping,
): Promise<void> => {
  const content = Buffer.concat(pieces)
  const id = await insertErasurePaper(tx, {
    ...{ practiceId, about, secret, content, pages, issuedAt: at },
    sha256: createHash('sha256').update(content).digest(),
    signingKeyId: await keyIdOf(tx, { signingKeys }, practiceId, key),
  })
  await auditWrite(tx, db.auditKey, {
    actor: { practiceId, userId: decidedBy, sessionId: null, requestId, ip: null },
    entry: {
      action: 'paper.issue',
      subject: { type: 'paper', id },
      detail: { scope: 'actId' in about ? 'act' : 'erasure', pages, newKey: key.id === null },
    },
  })
}

/** A paper as it was made. `look` refuses where there can be none; erasure_not_now where it is not made yet. */
export const readErasurePaper = (
  db: Database,
  actor: PracticeActor,
  about: PaperAbout,
  look: (tx: Tx) => Promise<{ readonly name: string }>,
): Promise<FileAnswer> =>
  view(db, actor, async (tx) => {
    const { name } = await look(tx)
    const found = await findErasurePaper(tx, actor.practiceId, about)
    if (!found) throw new AppError('erasure_not_now')
    const { id, content } = found
    return audited(
      { action: 'paper.read', subject: { type: 'paper', id } },
      new FileAnswer(content, 'application/pdf', {
        'content-length': String(content.length),
        'content-disposition': attachment(`${name}.pdf`),
      }),
    )
  })

/** What proves a certificate or an act to whoever holds it. */
export const proofOfErasurePaper = async (tx: Tx, practiceId: number, code: string) => {
  const found = await findErasureProof(tx, practiceId, code)
  return found && { ...found, records: [], isErased: false }
}
