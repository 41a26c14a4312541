import { useEffect } from 'react'
import { createExternalStore, useExternalStore } from './external-store.ts'

const holders = createExternalStore<readonly symbol[]>([])

/** True while a form holds something that was typed and not saved. */
export const isAnythingUnsaved = (): boolean => holders.get().length > 0

export const useAnythingUnsaved = (): boolean => useExternalStore(holders).length > 0

/** Makes known that a form holds something that is not saved. */
export const useUnsaved = (isUnsaved: boolean): void => {
  useEffect(() => {
    if (!isUnsaved) return undefined
    const holder = Symbol('unsaved')
    holders.set([...holders.get(), holder])
    return () => holders.set(holders.get().filter((one) => one !== holder))
  }, [isUnsaved])
}
