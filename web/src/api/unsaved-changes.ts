import { useEffect } from 'react'

const holders = new Set<symbol>()

/** True while a form holds something that was typed and not saved. */
export const isAnythingUnsaved = (): boolean => holders.size > 0

/** Makes known that a form holds something that is not saved. */
export const useUnsaved = (isUnsaved: boolean): void => {
  useEffect(() => {
    if (!isUnsaved) return undefined
    const holder = Symbol('unsaved')
    holders.add(holder)
    return () => void holders.delete(holder)
  }, [isUnsaved])
}
