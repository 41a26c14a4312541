import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../ui/base/class-names.ts'
import { hintClass } from '../../ui/base/Hint.tsx'
import styles from './PaletteResults.module.css'
import { foundIn, type PaletteEntry, type PaletteWish } from './palette-entries.ts'
import { usePaletteResults } from './use-palette-results.ts'

/** A text with what was searched underlined. */
const MarkedText = ({ text, query }: { text: string; query: string }) => {
  const letters = [...text]
  const spans = foundIn(text, query)
  const cut = (start: number, end?: number): string => letters.slice(start, end).join('')
  return (
    <>
      {spans.map(({ start, end }, index) => (
        <span key={start}>
          {cut(spans[index - 1]?.end ?? 0, start)}
          <mark className={styles.mark}>{cut(start, end)}</mark>
        </span>
      ))}
      {cut(spans.at(-1)?.end ?? 0)}
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
    {isActive && (
      <span className={styles.key} aria-hidden="true">
        <kbd>↵</kbd>
      </span>
    )}
  </div>
)

const Foot = ({ count }: { count: number }) => {
  const { t } = useTranslation('palette')
  return (
    <div className={styles.foot}>
      <span className={styles.keys}>
        <kbd>↑</kbd> <kbd>↓</kbd> {t('keys.move')} · <kbd>↵</kbd> {t('keys.choose')} · <kbd>Ctrl ↵</kbd>{' '}
        {t('keys.newTab')}
      </span>
      <span role="status">{t('results', { count })}</span>
    </div>
  )
}

export interface PaletteResultsProps {
  listId: string
  query: string
  /** So many entries below the one that the text means, or above. */
  steps: number
  /** Somebody pressed Enter and waits for what the text means. */
  wish: PaletteWish | null
  onSteps: (steps: number) => void
  onActive: (id: string | undefined) => void
  onWishDone: () => void
  onGo: (href: string, inNewTab: boolean) => void
}

/** What is found, by groups. */
export const PaletteResults = (props: PaletteResultsProps) => {
  const { listId, query, steps, wish, onSteps, onActive, onWishDone, onGo } = props
  const { t } = useTranslation(['palette', 'common'])
  const { groups, entries, current, best, isAnswered } = usePaletteResults(query, steps, wish !== null)
  const chosen = entries[current]
  const activeId = chosen && `${listId}-${current}`

  useEffect(() => onActive(activeId), [activeId, onActive])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a wish is met once, by what is there when its answer comes
  useEffect(() => {
    if (wish === null || !isAnswered) return
    if (chosen) onGo(chosen.href, wish.inNewTab)
    else onWishDone()
  }, [wish, isAnswered])

  return (
    <>
      <div className={styles.list} id={listId} role="listbox" aria-label={t('common:palette.title')}>
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
                  onPick={({ href }) => onGo(href, false)}
                  onHover={() => onSteps(index - best)}
                />
              )
            })}
          </div>
        ))}
      </div>
      {entries.length === 0 && (
        <p className={styles.nothing}>{isAnswered ? t('nothing') : t('common:loading')}</p>
      )}
      <Foot count={entries.length} />
    </>
  )
}
