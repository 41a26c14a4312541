import { createExternalStore } from '../../api/http/external-store.ts'
import { nameMissingPart } from '../../ui/base/missing-part.ts'

/** How often a part of this page could not be fetched. */
export const missedParts = createExternalStore(0)

/** Hears of every part of the page that could not be fetched; the router and the page around it hear after it. */
export const watchMissedParts = (): (() => void) => {
  const note = ({ payload }: VitePreloadErrorEvent): void => {
    nameMissingPart(payload)
    missedParts.set(missedParts.get() + 1)
  }
  window.addEventListener('vite:preloadError', note)
  return () => window.removeEventListener('vite:preloadError', note)
}
