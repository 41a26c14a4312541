import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../ui/base/class-names.ts'
import { hintClass } from '../../ui/base/Hint.tsx'
import { SearchIcon } from '../../ui/icons/shared-icons.tsx'
import { findFolded, type PaletteEntry } from './palette-entries.ts'
import styles from './SearchPalette.module.css'
import { usePaletteResults } from './use-palette-results.tsx'

/** A text with the part that was searched underlined. */
const MarkedText = ({ text, query }: { text: string; query: string }) => {
  const place = findFolded(text, query)
  if (!place) return text
  const letters = [...text]
  return (
    <>
      {letters.slice(0, place.start).join('')}
      <mark className={styles.mark}>{letters.slice(place.start, place.end).join('')}</mark>
      {letters.slice(place.end).join('')}
    </>
  )
}

interface EntryRowProps {
  id: string
  entry: PaletteEntry
  query: string
  isActive: boolean
  onPick: (entry: PaletteEntry) => void
  onHover: () => void
}

const EntryRow = ({ id, entry, query, isActive, onPick, onHover }: EntryRowProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the combobox, which owns the focus
  <div
    id={id}
    role="option"
    tabIndex={-1}
    aria-selected={isActive}
    className={classNames(styles.entry, isActive && styles.active)}
    onClick={() => onPick(entry)}
    onMouseMove={onHover}
  >
    <span className={styles.icon}>{entry.icon}</span>
    <span className={styles.words}>
      <span className={styles.name}>
        <MarkedText text={entry.label} query={query} />
      </span>
      {entry.detail && <span className={hintClass}>{entry.detail}</span>}
    </span>
  </div>
)

const Foot = ({ count }: { count: number }) => {
  const { t } = useTranslation('common')
  return (
    <div className={styles.foot}>
      <span className={styles.keys}>
        <kbd>↑</kbd> <kbd>↓</kbd> {t('palette.move')} · <kbd>↵</kbd> {t('palette.choose')}
      </span>
      <span role="status">{t('palette.results', { count })}</span>
    </div>
  )
}

/** The browser's own modal dialog: it keeps the focus, closes with Escape and gives the focus back. */
const useModalDialog = () => {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return dialog
}

/** Finds patients, actions and pages; arrows move, Enter opens, Ctrl Enter opens in another tab. */
export const SearchPalette = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('common')
  const router = useRouter()
  const dialog = useModalDialog()
  const listId = useId()
  const [query, setQuery] = useState('')
  const [active, setActive] = useState(0)
  const { groups, isSearching } = usePaletteResults(query)
  const entries = groups.flatMap((group) => group.entries)
  const current = Math.min(active, Math.max(0, entries.length - 1))

  const pick = (entry: PaletteEntry, inNewTab = false): void => {
    onClose()
    if (inNewTab) window.open(entry.href, '_blank', 'noopener')
    else router.history.push(entry.href)
  }
  const move = (by: number): void => setActive((current + by + entries.length) % Math.max(1, entries.length))
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter' && entries[current]) pick(entries[current], event.ctrlKey || event.metaKey)
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
            aria-activedescendant={entries.length > 0 ? `${listId}-${current}` : undefined}
            aria-label={t('palette.open')}
            placeholder={t('palette.open')}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => {
              setQuery(event.currentTarget.value)
              setActive(0)
            }}
            onKeyDown={onKeyDown}
          />
          <button type="button" className={styles.close} onClick={onClose} aria-label={t('palette.close')}>
            <kbd>Esc</kbd>
          </button>
        </div>
        <div className={styles.list} id={listId} role="listbox" aria-label={t('palette.title')}>
          {groups.map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options inside a listbox is no fieldset
            <div key={group.title} role="group" aria-label={group.title}>
              <div className={styles.groupTitle} aria-hidden="true">
                {group.title}
              </div>
              {group.entries.map((entry) => {
                const index = entries.indexOf(entry)
                return (
                  <EntryRow
                    key={entry.href}
                    id={`${listId}-${index}`}
                    entry={entry}
                    query={query}
                    isActive={index === current}
                    onPick={pick}
                    onHover={() => setActive(index)}
                  />
                )
              })}
            </div>
          ))}
        </div>
        {entries.length === 0 && (
          <p className={styles.nothing}>{t(isSearching ? 'loading' : 'palette.nothing')}</p>
        )}
        <Foot count={entries.length} />
      </div>
    </dialog>
  )
}
