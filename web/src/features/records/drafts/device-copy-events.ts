import { newIdempotencyKey } from '../../../api/http/http-client.ts'
import { localCopies } from '../../../api/local-copies/local-copies.ts'
import { createDraftKeeper, type KeeperParts } from './device-copy.ts'

const prefix = 'ulna.copy.'
const browserLocks = (): LockManager | undefined => (navigator as { locks?: LockManager }).locks

/** Says to other tabs that the tab of this copy lives, for as long as it does. */
const holdName = (id: string): void => {
  const held = browserLocks()?.request(prefix + id, () => new Promise<never>(() => undefined))
  held?.catch(() => undefined)
}

/** Ids of the copies whose tabs live. */
export const livingCopies = async (): Promise<ReadonlySet<string>> => {
  const { held = [] } = (await browserLocks()?.query()) ?? {}
  return new Set(held.map(({ name = '' }) => name.replace(prefix, '')))
}

/** Keeps the text of a saver on this device while it waits, at the latest when the page goes out of sight. */
export const keepOnDevice = (parts: Omit<KeeperParts, 'id' | 'copies'>): void => {
  const id = newIdempotencyKey()
  holdName(id)
  const { keepNow } = createDraftKeeper({ ...parts, id, copies: localCopies })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') keepNow()
  })
  window.addEventListener('pagehide', keepNow)
}
