import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../i18n/lazy-part.ts'
import { SearchIcon } from '../../ui/icons/shared-icons.tsx'
import { Optional } from '../../ui/Optional.tsx'
import styles from './PaletteDialog.module.css'
import type { PaletteWish } from './palette-entries.ts'

export const fetchPaletteResults = () => import('./PaletteResults.tsx')
const PaletteResults = lazyPart(fetchPaletteResults, 'PaletteResults', ['palette'])

/** The browser's own modal dialog: it keeps the focus, closes with Escape and gives the focus back. */
const useModalDialog = () => {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return dialog
}

/**
 * Finds patients, actions and pages; arrows move, Enter opens, Ctrl Enter opens in another tab. It stands with the
 * first key that opens it, before what it finds is fetched: nothing that is typed at once is lost.
 */
export const PaletteDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('common')
  const router = useRouter()
  const dialog = useModalDialog()
  const listId = useId()
  const [query, setQuery] = useState('')
  const [steps, setSteps] = useState(0)
  const [wish, setWish] = useState<PaletteWish | null>(null)
  const [activeId, setActiveId] = useState<string>()

  const go = (href: string, inNewTab: boolean): void => {
    onClose()
    if (inNewTab) window.open(href, '_blank', 'noopener')
    else router.history.push(href)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') setSteps(steps + 1)
    else if (event.key === 'ArrowUp') setSteps(steps - 1)
    else if (event.key === 'Enter') setWish({ inNewTab: event.ctrlKey || event.metaKey })
    else return
    event.preventDefault()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it too
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label={t('palette.title')}
      onCancel={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
    >
      <div className={styles.frame}>
        <div className={styles.query}>
          <SearchIcon size={24} />
          <input
            className={styles.input}
            value={query}
            autoFocus
            role="combobox"
            aria-expanded="true"
            aria-controls={listId}
            aria-activedescendant={activeId}
            aria-label={t('palette.open')}
            placeholder={t('palette.open')}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => {
              setQuery(event.currentTarget.value)
              setSteps(0)
              setWish(null)
            }}
            onKeyDown={onKeyDown}
          />
          <button type="button" className={styles.close} onClick={onClose} aria-label={t('palette.close')}>
            <kbd>Esc</kbd>
          </button>
        </div>
        <Optional>
          <PaletteResults
            listId={listId}
            query={query}
            steps={steps}
            wish={wish}
            onSteps={setSteps}
            onActive={setActiveId}
            onWishDone={() => setWish(null)}
            onGo={go}
          />
        </Optional>
      </div>
    </dialog>
  )
}
