import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { classNames } from '../../../ui/base/class-names.ts'
import { Hint } from '../../../ui/base/Hint.tsx'
import { Logo, wordmarkClass } from '../../../ui/base/Logo.tsx'
import { type NodeShape, ThreadNode } from '../../../ui/base/ThreadNode.tsx'
import { LanguageButtons } from '../entrance/LanguageButtons.tsx'
import styles from './EntrancePage.module.css'

const steps: readonly { key: string; shape: NodeShape }[] = [
  { key: 'first', shape: 'done' },
  { key: 'followUp', shape: 'done' },
  { key: 'today', shape: 'open' },
  { key: 'next', shape: 'planned' },
]

const Thread = () => {
  const { t } = useTranslation('auth')
  return (
    <ol className={styles.thread}>
      {steps.map(({ key, shape }) => (
        <li key={key} className={shape === 'open' ? styles.dashed : undefined}>
          <ThreadNode shape={shape} className={styles.node} />
          <div>
            <strong>{t(`thread.${key}.title`)}</strong>
            <Hint>{t(`thread.${key}.detail`)}</Hint>
          </div>
        </li>
      ))}
    </ol>
  )
}

/** When the page becomes another state of itself, the keyboard and the screen reader start at its new title. */
const useFocusOnChange = (title: string) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const column = useRef<HTMLDivElement>(null)
  const last = useRef({ title, language: currentLanguage() })
  useEffect(() => {
    const { title: former, language } = last.current
    last.current = { title, language: currentLanguage() }
    const isTranslation = language !== currentLanguage()
    if (former === title || isTranslation || column.current?.querySelector('input:focus')) return
    heading.current?.focus()
  }, [title])
  return { heading, column }
}

/** Sign-in and registration: on wide screens what Ulna is for, on the left; the form on the right. */
export const EntrancePage = ({
  title,
  lead,
  children,
}: {
  title: string
  lead?: ReactNode
  children: ReactNode
}) => {
  const { t } = useTranslation(['auth', 'common'])
  const { heading, column } = useFocusOnChange(title)
  return (
    <div className={styles.page}>
      <aside className={styles.left} aria-label={t('common:product')}>
        <Link className={wordmarkClass} to="/">
          <Logo size={32} />
          {t('common:productName')}
        </Link>
        <div className={styles.story}>
          <p className={styles.sentence}>{t('sentence')}</p>
          <Thread />
        </div>
        <Hint>{t('common:product')}</Hint>
      </aside>
      <main className={styles.right}>
        <div className={styles.column} ref={column}>
          <Link className={classNames(wordmarkClass, styles.narrow)} to="/">
            <Logo size={30} />
            {t('common:productName')}
          </Link>
          <div>
            <h1 className={styles.title} ref={heading} tabIndex={-1}>
              {title}
            </h1>
            {lead !== undefined && <div className={styles.lead}>{lead}</div>}
          </div>
          {children}
          <LanguageButtons />
        </div>
      </main>
    </div>
  )
}
