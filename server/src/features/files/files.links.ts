import { type FileVariant, fileVariants, type UploadedFile } from '@ulna/contract/files/files'
import { parseJson } from '../../platform/database/wire.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import type { LinkTokens } from '../../platform/sessions/link-tokens.ts'
import { hasVariant } from './files.keys.ts'
import type { FileRow } from './files.repository.ts'

/** Milliseconds that a link to bytes leads anywhere (promises.md C7). */
const linkMs = 300_000

/** Which bytes a link leads to. */
export interface LinkedBytes {
  readonly fileId: number
  readonly variant: FileVariant
}

const signed = (links: LinkTokens, actor: PracticeActor, bytes: LinkedBytes, until: number): string => {
  const place = fileVariants.indexOf(bytes.variant)
  const ids = [actor.practiceId, bytes.fileId, place, actor.userId, until]
  return `/api/file/link/${links.sign('file', ids)}`
}

/** What a link leads to; null for one of somebody else, of another practice, or whose time is over. */
export const readLinkToken = (
  links: LinkTokens,
  actor: PracticeActor,
  token: string,
  now: number,
): LinkedBytes | null => {
  const [practiceId, fileId, place, userId, until] = links.read('file', token) ?? []
  const variant = place === undefined ? undefined : fileVariants[place]
  if (fileId === undefined || variant === undefined || until === undefined) return null
  const isOwn = practiceId === actor.practiceId && userId === actor.userId
  return isOwn && now < until ? { fileId, variant } : null
}

/** A file as it goes out, with links for this actor where it is ready. */
export const withLinks = (
  links: LinkTokens,
  actor: PracticeActor,
  file: FileRow,
  now: number,
): UploadedFile => {
  const until = now + linkMs
  const url = (variant: FileVariant): string | null =>
    file.state === 'ready' && hasVariant(file, variant)
      ? signed(links, actor, { fileId: file.id, variant }, until)
      : null
  return {
    ...parseJson(file.wire),
    rawUrl: url('original'),
    thumbUrl: url('thumb'),
    screenUrl: url('screen'),
    linksUntil: file.state === 'ready' ? new Date(until).toISOString() : null,
  }
}
