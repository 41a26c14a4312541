import { ActionIcon } from '@mantine/core'
import '@mantine/core/styles/ActionIcon.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Snippet } from '@ulna/contract/snippets/snippets'
import { type FocusEvent, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { usePracticeSession } from '../../api/session/session.ts'
import { classNames } from '../../ui/base/class-names.ts'
import { hintClass } from '../../ui/base/Hint.tsx'
import { ListIcon } from '../../ui/icons/record-icons.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './SnippetTool.module.css'
import { snippetsQuery } from './snippets.queries.ts'
import { useSnippetPicker } from './use-snippet-picker.ts'

interface SnippetListProps {
  listId: string
  found: readonly Snippet[]
  active: number
  onChoose: (snippet: Snippet) => void
}

/** The texts to choose from. The keyboard stays in the text area, which says what is chosen. */
const SnippetList = ({ listId, found, active, onChoose }: SnippetListProps) => {
  const { t } = useTranslation('writing')
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <div ref={list} id={listId} role="listbox" aria-label={t('snippets.list')} className={styles.list}>
      {found.map((snippet, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text area, which keeps the focus
        <div
          key={snippet.id}
          id={`${listId}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={styles.option}
          // The text area keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(snippet)}
        >
          <span className={styles.title}>{snippet.title}</span>
          <span className={styles.shortcut}>/{snippet.shortcut}</span>
          <span className={classNames(hintClass, styles.text)}>{snippet.text}</span>
        </div>
      ))}
    </div>
  )
}

/** Inserts own texts into a text area: `/` and a shortcut, or a button. */
export const SnippetTool = ({ areaId, label }: { areaId: string; label: string }) => {
  const { t } = useTranslation('writing')
  const listId = useId()
  const { authUser, authPractice } = usePracticeSession()
  const { data: snippets = [] } = useQuery(snippetsQuery(authUser.id, authPractice.id))
  const { isOpen, found, active, choose, openAll, close } = useSnippetPicker({ areaId, listId, snippets })
  // The list closes when the keyboard goes on to something else than the list or its text area.
  const leave = ({ currentTarget, relatedTarget: next }: FocusEvent) => {
    if (next?.id !== areaId && !currentTarget.contains(next)) close()
  }
  const count = isOpen ? t('snippets.found', { count: found.length }) : ''
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears only when the keyboard leaves what is in it
    <div data-snippets onBlur={leave}>
      <ActionIcon
        className={styles.button ?? ''}
        variant="subtle"
        color="gray"
        size={44}
        aria-label={t('snippets.open', { label })}
        title={t('snippets.list')}
        onMouseDown={(event) => event.preventDefault()}
        onClick={openAll}
      >
        <ListIcon />
      </ActionIcon>
      <VisuallyHidden>
        <span role="status">{count}</span>
      </VisuallyHidden>
      {isOpen && (
        <div className={styles.anchor}>
          <div className={styles.popup}>
            {found.length > 0 && (
              <SnippetList listId={listId} found={found} active={active} onChoose={choose} />
            )}
            {found.length === 0 && (
              <p className={styles.none}>{t(snippets.length === 0 ? 'snippets.empty' : 'snippets.none')}</p>
            )}
            <Link to="/app/settings/snippets" className={styles.manage}>
              {t('snippets.manage')}
            </Link>
          </div>
        </div>
      )}
    </div>
  )
}
