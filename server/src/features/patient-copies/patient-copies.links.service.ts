import { randomInt, timingSafeEqual } from 'node:crypto'
import { copyLifetimes } from '@ulna/contract/patient-copies/patient-copies'
import { AppError } from '../../platform/app-error.ts'
import type { Authorized } from '../../platform/authorized.ts'
import { enterScope, type Tx } from '../../platform/database/database.ts'
import { sourceOf } from '../../platform/http/rate-limits.ts'
import { FileAnswer } from '../../platform/http/route.ts'
import type { AnonymousActor, PracticeActor } from '../../platform/sessions/actor.ts'
import { type OneTimeLink, writeOneTimeLink } from '../../platform/sessions/one-time-links.ts'
import { hmacSha256 } from '../../platform/tokens.ts'
import { audited, change, refused } from '../../platform/use-case.ts'
import type { CopyDependencies } from './patient-copies.dependencies.ts'
import {
  type CopyKey,
  type CopyState,
  followOwnLink,
  linkedCopies,
  lockShared,
  noteWrongCode,
  writeSharedLink,
} from './patient-copies.repository.ts'
import { requireCopy, subjectOf } from './patient-copies.service.ts'

const requireReady = async (tx: Tx, actor: PracticeActor, copyId: number): Promise<Authorized<CopyState>> => {
  const copy = await requireCopy(tx, actor, copyId)
  if (copy.storageKey === null) throw new AppError('not_found')
  return copy
}

const writeOwnLink = (tx: Tx, { practiceId, copyId }: CopyKey, userId: number | null): Promise<OneTimeLink> =>
  writeOneTimeLink(
    tx,
    linkedCopies,
    { practiceId, id: copyId },
    { userId, minutes: copyLifetimes.ownLinkMinutes },
  )

const fileUrl = ({ links }: CopyDependencies, key: CopyKey, number: number): string =>
  `/api/copies/file/${links.sign('copy_file', [key.practiceId, key.copyId, number])}`

/** A link to a copy for who is signed in: it leads there once. Refuses with not_found what is not ready. */
export const linkToCopy = (
  dependencies: CopyDependencies,
  actor: PracticeActor,
  copyId: number,
): Promise<{ url: string; until: string }> =>
  change(dependencies.db, actor, async (tx) => {
    const copy = await requireReady(tx, actor, copyId)
    const { number, until } = await writeOwnLink(tx, copy, actor.userId)
    const answer = { url: fileUrl(dependencies, copy, number), until }
    return audited({ action: 'copy.link', patientId: copy.patientId, subject: subjectOf(copyId) }, answer)
  })

/** Signs that nobody takes for each other when they are told by telephone. */
const signs = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const codeLength = 8

const newCode = (): string =>
  Array.from({ length: codeLength }, () => signs.charAt(randomInt(signs.length))).join('')

/** A code as people type it. */
const plainCode = (typed: string): string => typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')

const hashOf = (key: Buffer, { practiceId, copyId }: CopyKey, code: string): Buffer =>
  hmacSha256(key)
    .update(`${practiceId}.${copyId}:${plainCode(code)}`)
    .digest()

const grouped = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`

/** A link for the patient, and the code that goes another way, told this once: only a digest of it stays. */
export const shareCopy = (
  { db, links, appUrl, codeKey }: CopyDependencies,
  actor: PracticeActor,
  copyId: number,
): Promise<{ url: string; code: string; until: string }> =>
  change(db, actor, async (tx) => {
    const copy = await requireReady(tx, actor, copyId)
    const code = newCode()
    const { number, until } = await writeSharedLink(tx, copy, hashOf(codeKey, copy, code))
    const url = new URL(`/copy/${links.sign('copy', [copy.practiceId, copyId, number])}`, appUrl())
    // The page speaks as the copy does.
    if (copy.language !== null) url.searchParams.set('language', copy.language)
    return audited(
      { action: 'copy.share', patientId: copy.patientId, subject: subjectOf(copyId) },
      { url: url.href, code: grouped(code), until },
    )
  })

/** The practice, the copy and the number of a link; not_found for what is no link of ours. */
const readToken = (
  { links }: CopyDependencies,
  purpose: 'copy' | 'copy_file',
  token: string,
): CopyKey & { readonly number: number } => {
  const [practiceId, copyId, number] = links.read(purpose, token) ?? []
  if (practiceId === undefined || copyId === undefined || number === undefined)
    throw new AppError('not_found')
  return { practiceId, copyId, number }
}

/** Whoever has the link and the code gets the copy. A wrong code is counted, and one too many ends the link. */
export const openCopy = async (
  dependencies: CopyDependencies,
  actor: AnonymousActor,
  { token, code }: { readonly token: string; readonly code: string },
): Promise<{ url: string }> => {
  const { db, codeKey, rateLimits } = dependencies
  await rateLimits.take(['copyCodesFromSource', sourceOf(actor.call.ip)])
  const key = readToken(dependencies, 'copy', token)
  return change(db, actor, async (tx) => {
    await enterScope(tx, { practiceId: key.practiceId, userId: 0 })
    const copy = await lockShared(tx, key)
    if (!copy) throw new AppError('not_found')
    const about = {
      ...({ action: 'copy.open', practiceId: key.practiceId, patientId: copy.patientId } as const),
      subject: subjectOf(key.copyId),
    }
    if (!timingSafeEqual(hashOf(codeKey, key, code), copy.codeHash)) {
      await noteWrongCode(tx, key)
      return refused({ ...about, detail: { wrong: true } }, new AppError('copy_code_wrong'))
    }
    const { number } = await writeOwnLink(tx, copy, null)
    return audited(about, { url: fileUrl(dependencies, key, number) })
  })
}

/** The bytes that a link leads to. The link ends with it, however the download ends. */
export const downloadCopy = async (
  dependencies: CopyDependencies,
  actor: AnonymousActor,
  token: string,
): Promise<FileAnswer> => {
  const { db, files, rateLimits } = dependencies
  await rateLimits.take(['linksFromSource', sourceOf(actor.call.ip)])
  const key = readToken(dependencies, 'copy_file', token)
  const { storageKey, size } = await change(db, actor, async (tx) => {
    await enterScope(tx, { practiceId: key.practiceId, userId: 0 })
    const found = await followOwnLink(tx, key)
    if (!found) throw new AppError('not_found')
    const { practiceId, copyId } = key
    return audited(
      { action: 'copy.fetch', practiceId, patientId: found.patientId, subject: subjectOf(copyId) },
      found,
    )
  })
  const { bytes } = await files.open(storageKey)
  return new FileAnswer(bytes, 'application/zip', {
    'content-length': String(size),
    'content-disposition': `attachment; filename="ulna-copy-${key.copyId}.zip"`,
  })
}
