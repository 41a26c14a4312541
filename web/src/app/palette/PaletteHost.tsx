import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { lazyPart } from '../../i18n/lazy-part.ts'
import { Optional } from '../../ui/Optional.tsx'

export const fetchSearchPalette = () => import('./SearchPalette.tsx')
const SearchPalette = lazyPart(fetchSearchPalette, 'SearchPalette')

interface PaletteControl {
  readonly openPalette: () => void
}

const PaletteContext = createContext<PaletteControl>({ openPalette: () => undefined })

export const usePalette = (): PaletteControl => useContext(PaletteContext)

/** Ctrl K or ⌘ K opens the search from everywhere, also while somebody types. */
export const PaletteHost = ({ children }: { children: ReactNode }) => {
  const [opened, setOpened] = useState(false)
  const openPalette = useCallback(() => setOpened(true), [])
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return
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
      <Optional>{opened && <SearchPalette onClose={() => setOpened(false)} />}</Optional>
    </PaletteContext>
  )
}
