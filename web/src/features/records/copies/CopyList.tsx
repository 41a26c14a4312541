import { Button } from '@mantine/core'
import type { Draft } from '@ulna/contract/drafts/drafts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { calloutClass } from '../../../ui/base/callout.ts'
import { Row } from '../../../ui/base/Row.tsx'
import type { RecordWords } from '../use-record-words.ts'
import styles from './DraftCopies.module.css'
import { useCopyOrigin } from './use-copy-origin.ts'

export interface CopyListProps {
  /** Newest first. */
  copies: readonly Draft[]
  className?: string | undefined
  children: (copy: Draft) => ReactNode
}

/** Other texts of what is being written: nothing of them is lost until somebody says so. */
export const CopyList = ({ copies, className, children }: CopyListProps) => {
  const { t } = useTranslation('writing')
  return (
    <section className={calloutClass('info', styles.copies, className)} aria-label={t('copies.label')}>
      <p role="status">
        <strong>{t('copies.count', { count: copies.length })}</strong>
      </p>
      <ul>{copies.map(children)}</ul>
    </section>
  )
}

export interface CopyItemProps {
  copy: Draft
  words: RecordWords
  take: () => Promise<void>
  discard: () => Promise<void>
  isPending: boolean
  problem: string | undefined
  /** What it says, above what may be done with it. */
  text?: ReactNode
  /** What may be done besides taking it and throwing it away. */
  more?: ReactNode
  children?: ReactNode
}

/** One of them: where it comes from, and what becomes of it. */
export const CopyItem = (props: CopyItemProps) => {
  const { copy, words, take, discard, isPending, problem, text, more, children } = props
  const { t } = useTranslation('writing')
  const originOf = useCopyOrigin(words)
  return (
    <li className={styles.copy}>
      <p>{originOf(copy)}</p>
      {text}
      <Row>
        {more}
        <Button variant="default" loading={isPending} onClick={() => void take()}>
          {t('copies.use')}
        </Button>
        <Button variant="subtle" color="gray" disabled={isPending} onClick={() => void discard()}>
          {t('copies.discard')}
        </Button>
      </Row>
      {problem && <p role="alert">{problem}</p>}
      {children}
    </li>
  )
}
