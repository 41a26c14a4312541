import { useEffect, useState } from 'react'
import { createExternalStore, useExternalStore } from '../http/external-store.ts'

const holders = createExternalStore<readonly symbol[]>([])

const hold = (holder: symbol): void => holders.set([...holders.get().filter((one) => one !== holder), holder])
const release = (holder: symbol): void => holders.set(holders.get().filter((one) => one !== holder))

/** True while a form holds something that was typed and not saved. */
export const isAnythingUnsaved = (): boolean => holders.get().length > 0

export const useAnythingUnsaved = (): boolean => useExternalStore(holders).length > 0

/** Somebody was asked, and leaves what was typed: nobody asks again. */
export const forgetUnsaved = (): void => holders.set([])

export interface Unsaved {
  /** Right now: what was saved or given up a moment ago is not held, though the page does not show it yet. */
  readonly isHeld: () => boolean
  readonly hold: () => void
  readonly release: () => void
}

/** Makes known that a form holds something that is not saved. */
export const useUnsaved = (isUnsaved: boolean): Unsaved => {
  const [holder] = useState(() => Symbol('unsaved'))
  useEffect(() => {
    if (!isUnsaved) return undefined
    hold(holder)
    return () => release(holder)
  }, [isUnsaved, holder])
  return {
    isHeld: () => holders.get().includes(holder),
    hold: () => hold(holder),
    release: () => release(holder),
  }
}
