import { localCopyEndpoints } from '@ulna/contract/drafts/drafts.local-copies'
import { serverNow } from '../../i18n/server-clock.ts'
import { call } from '../session/client.ts'
import { session } from '../session/session.ts'
import { browserCopyPlace } from './local-copies.place.ts'
import { createLocalCopies, type LocalCopies } from './local-copies.store.ts'

interface OwnCopies {
  readonly owner: string
  readonly copies: Promise<LocalCopies>
}

const place = browserCopyPlace()
let own: OwnCopies | undefined

const bytesOf = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))

/** The server gives the key to whoever is signed in; it is kept in memory only and cannot be read out of it. */
const fetchKey = async (): Promise<CryptoKey> => {
  // Over plain HTTP browsers encrypt nothing: there are no local copies then.
  if (!globalThis.crypto.subtle) throw new Error('This page cannot encrypt')
  const { payload } = await call(localCopyEndpoints.key, { silent: true })
  // biome-ignore lint/plugin: asked for above
  return crypto.subtle.importKey('raw', bytesOf(payload.key), 'AES-GCM', false, ['encrypt', 'decrypt'])
}

const opened = (userId: number, practiceId: number): Promise<LocalCopies> =>
  fetchKey().then((key) => createLocalCopies({ place, key, userId, practiceId, now: serverNow }))

/**
 * The local copies of the person who is signed in, in their practice. Rejects when there can be none: the server does
 * not answer, or this page cannot encrypt.
 */
export const localCopies = (): Promise<LocalCopies> => {
  const { authUser, authPractice, sessionExpired } = session.get()
  if (!authUser || !authPractice) return Promise.reject(new Error('Nobody is signed in'))
  const owner = `${authUser.id}/${authPractice.id}`
  if (own?.owner === owner) return own.copies
  if (sessionExpired) return Promise.reject(new Error('The session is over'))
  const copies = opened(authUser.id, authPractice.id)
  own = { owner, copies }
  copies.catch(() => {
    if (own?.copies === copies) own = undefined
  })
  return copies
}

/** Whether anything lies on this device at all; rejects where storage is denied. */
export const isAnyCopyHere = async (): Promise<boolean> => (await place.all()).length > 0

/** Signing out: no key and no copy of this person stays in this browser. */
export const forgetLocalCopies = async (userId: number | null): Promise<void> => {
  const writing = own?.copies
  own = undefined
  await writing?.then(
    (copies) => copies.close(),
    () => undefined,
  )
  const rows = await place.all()
  await place.remove(rows.filter((row) => userId === null || row.userId === userId).map(({ id }) => id))
}
