import { Button } from '@mantine/core'
import type { Draft } from '@ulna/contract/drafts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deviceOf } from '../../../api/device-words.ts'
import { isRecovered } from '../draft-recovery.ts'
import type { RecordWords } from '../use-record-words.ts'
import { CopyComparison } from './CopyComparison.tsx'
import styles from './DraftCopies.module.css'
import { useDraftCopy } from './use-draft-copy.ts'

export interface DraftCopiesProps {
  /** Other texts of this form, newest first. */
  copies: readonly Draft[]
  words: RecordWords
}

/** When and where a copy was written. */
const useOrigin = (words: RecordWords) => {
  const { t } = useTranslation('writing')
  return (copy: Draft): string => {
    const { browser, system } = deviceOf(copy.device)
    const device = [browser, system].filter(Boolean).join(', ')
    const when = words.moment(copy.updatedAt)
    if (isRecovered(copy.patientId, copy.key)) return t('copies.recovered', { when })
    return device ? t('copies.from', { when, device }) : t('copies.at', { when })
  }
}

const DraftCopy = ({ copy, words }: { copy: Draft; words: RecordWords }) => {
  const { t } = useTranslation('writing')
  const originOf = useOrigin(words)
  const [isShown, setShown] = useState(false)
  const { take, takeField, discard, isPending, problem } = useDraftCopy(copy)
  return (
    <li className={styles.copy}>
      <p>{originOf(copy)}</p>
      <div className={styles.actions}>
        <Button variant="subtle" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {t(isShown ? 'copies.hide' : 'copies.compare')}
        </Button>
        <Button variant="default" loading={isPending} onClick={() => void take()}>
          {t('copies.use')}
        </Button>
        <Button variant="subtle" color="gray" disabled={isPending} onClick={() => void discard()}>
          {t('copies.discard')}
        </Button>
      </div>
      {problem && <p role="alert">{problem}</p>}
      {isShown && <CopyComparison data={copy.data} onTake={takeField} />}
    </li>
  )
}

/** Other texts of the form that is open: nothing of them is lost until somebody says so. Stands inside a RecordForm. */
export const DraftCopies = ({ copies, words }: DraftCopiesProps) => {
  const { t } = useTranslation('writing')
  return (
    <section className={styles.banner} aria-label={t('copies.label')}>
      <p role="status">
        <strong>{t('copies.count', { count: copies.length })}</strong>
      </p>
      <ul>
        {copies.map((copy) => (
          <DraftCopy key={copy.key} copy={copy} words={words} />
        ))}
      </ul>
    </section>
  )
}
