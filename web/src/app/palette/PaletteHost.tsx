import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { PaletteDialog } from './PaletteDialog.tsx'

interface PaletteControl {
  readonly openPalette: () => void
}

const PaletteContext = createContext<PaletteControl>({ openPalette: () => undefined })

export const usePalette = (): PaletteControl => useContext(PaletteContext)

const isShortcut = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey

/** Ctrl K or ⌘ K opens the search from everywhere, also while somebody types. */
export const PaletteHost = ({ children }: { children: ReactNode }) => {
  const [opened, setOpened] = useState(false)
  const openPalette = useCallback(() => setOpened(true), [])
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!isShortcut(event)) return
      event.preventDefault()
      setOpened((isOpen) => !isOpen)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  const control = useMemo(() => ({ openPalette }), [openPalette])
  return (
    <PaletteContext value={control}>
      {children}
      {opened && <PaletteDialog onClose={() => setOpened(false)} />}
    </PaletteContext>
  )
}
