import { Button } from '@mantine/core'
import type { Draft } from '@ulna/contract/drafts/drafts'
import { useTranslation } from 'react-i18next'
import { Row } from '../../../ui/base/Row.tsx'
import styles from '../copies/DraftCopies.module.css'
import { useCopyOrigin } from '../copies/use-copy-origin.ts'
import { useCopyPlace } from '../copies/use-copy-place.ts'
import type { DraftSaver } from '../drafts/draft-saver.ts'
import type { RecordWords } from '../use-record-words.ts'
import { addendumText } from './addendum-draft.ts'

export interface AddendumCopiesProps {
  /** Other texts of this addendum, newest first. */
  copies: readonly Draft[]
  words: RecordWords
  /** What stands in the field. */
  present: string
  /** Keeps it. */
  saver: DraftSaver
  onTake: (text: string) => void
}

type CopyProps = Omit<AddendumCopiesProps, 'copies'> & { copy: Draft }

const AddendumCopy = ({ copy, words, present, saver, onTake }: CopyProps) => {
  const { t } = useTranslation('writing')
  const originOf = useCopyOrigin(words)
  const { swap, discard, isPending, problem } = useCopyPlace(copy, saver)
  const text = addendumText(copy.data)
  const take = () => swap(present.trim() === '' ? undefined : { text: present }, () => onTake(text))
  return (
    <li className={styles.copy}>
      <p>{originOf(copy)}</p>
      <p className={styles.text}>{text}</p>
      <Row>
        <Button variant="default" loading={isPending} onClick={() => void take()}>
          {t('copies.use')}
        </Button>
        <Button variant="subtle" color="gray" disabled={isPending} onClick={() => void discard()}>
          {t('copies.discard')}
        </Button>
      </Row>
      {problem && <p role="alert">{problem}</p>}
    </li>
  )
}

/** What was written to the same addendum elsewhere: kept until somebody says what becomes of it. */
export const AddendumCopies = ({ copies, ...rest }: AddendumCopiesProps) => {
  const { t } = useTranslation('writing')
  return (
    <section className={styles.banner} data-inside aria-label={t('copies.label')}>
      <p role="status">
        <strong>{t('copies.count', { count: copies.length })}</strong>
      </p>
      <ul>
        {copies.map((copy) => (
          <AddendumCopy key={copy.key} copy={copy} {...rest} />
        ))}
      </ul>
    </section>
  )
}
