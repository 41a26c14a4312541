import { Button } from '@mantine/core'
import type { Draft } from '@ulna/contract/drafts/drafts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row } from '../../../ui/base/Row.tsx'
import type { DraftSaver } from '../drafts/draft-saver.ts'
import type { RecordWords } from '../use-record-words.ts'
import { CopyComparison } from './CopyComparison.tsx'
import styles from './DraftCopies.module.css'
import { useCopyOrigin } from './use-copy-origin.ts'
import { useDraftCopy } from './use-draft-copy.ts'

export interface DraftCopiesProps {
  /** Other texts of this form, newest first. */
  copies: readonly Draft[]
  words: RecordWords
  /** Keeps what stands in the form. */
  saver: DraftSaver
}

type CopyProps = Omit<DraftCopiesProps, 'copies'> & { copy: Draft }

const DraftCopy = ({ copy, words, saver }: CopyProps) => {
  const { t } = useTranslation('writing')
  const originOf = useCopyOrigin(words)
  const [isShown, setShown] = useState(false)
  const { take, takeField, discard, isPending, problem } = useDraftCopy(copy, saver)
  return (
    <li className={styles.copy}>
      <p>{originOf(copy)}</p>
      <Row>
        <Button variant="subtle" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {t(isShown ? 'copies.hide' : 'copies.compare')}
        </Button>
        <Button variant="default" loading={isPending} onClick={() => void take()}>
          {t('copies.use')}
        </Button>
        <Button variant="subtle" color="gray" disabled={isPending} onClick={() => void discard()}>
          {t('copies.discard')}
        </Button>
      </Row>
      {problem && <p role="alert">{problem}</p>}
      {isShown && <CopyComparison data={copy.data} onTake={takeField} />}
    </li>
  )
}

/** Other texts of the form that is open: nothing of them is lost until somebody says so. Stands inside a RecordForm. */
export const DraftCopies = ({ copies, ...rest }: DraftCopiesProps) => {
  const { t } = useTranslation('writing')
  return (
    <section className={styles.banner} aria-label={t('copies.label')}>
      <p role="status">
        <strong>{t('copies.count', { count: copies.length })}</strong>
      </p>
      <ul>
        {copies.map((copy) => (
          <DraftCopy key={copy.key} copy={copy} {...rest} />
        ))}
      </ul>
    </section>
  )
}
