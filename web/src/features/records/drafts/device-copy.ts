import type { CopyAddress, LocalCopies } from '../../../api/local-copies/local-copies.store.ts'
import type { DraftSaver } from './draft-saver.ts'

/** Milliseconds between two local copies of one text: with the time to seal it, less than the two of H1 and H2. */
export const keepDelay = 1_000

export interface KeeperParts {
  readonly id: string
  readonly saver: Pick<DraftSaver, 'pending' | 'subscribe' | 'noteKeptHere'>
  readonly address: CopyAddress
  readonly baseVersion: number | undefined
  /** Answers the copies of who types; rejects where there can be none. */
  readonly copies: () => Promise<LocalCopies>
}

export interface DraftKeeper {
  /** Writes now what waits. */
  readonly keepNow: () => void
}

/**
 * Keeps on this device, encrypted, what a saver holds and the server does not have: while it waits, and no longer. Goes
 * on for as long as the saver does.
 */
export const createDraftKeeper = ({ id, saver, address, baseVersion, copies }: KeeperParts): DraftKeeper => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isWritten = false

  const stop = (): void => {
    clearTimeout(timer)
    timer = undefined
  }

  const write = async (): Promise<void> => {
    stop()
    const values = saver.pending()
    if (!values) return
    isWritten = true
    try {
      await (await copies()).write(id, address, { values, baseVersion: baseVersion ?? null })
      saver.noteKeptHere(true)
    } catch {
      // The text stays in the window and the saver goes on sending it; the page says that it is nowhere else.
      saver.noteKeptHere(false)
      if (saver.pending()) timer ??= setTimeout(() => void write(), keepDelay)
    }
  }

  const remove = async (): Promise<void> => {
    stop()
    if (!isWritten) return
    isWritten = false
    // A copy that stays is compared with what the server has when the file is opened again.
    await copies()
      .then((open) => open.remove(id))
      .catch(() => undefined)
  }

  const follow = (): void => {
    if (!saver.pending()) void remove()
    else timer ??= setTimeout(() => void write(), keepDelay)
  }

  // Asked for while the server answers: without a connection there is no key.
  copies().catch(() => saver.noteKeptHere(false))
  saver.subscribe(follow)
  follow()
  return { keepNow: () => void write() }
}
