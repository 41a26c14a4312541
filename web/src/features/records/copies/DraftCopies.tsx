import { Button } from '@mantine/core'
import type { Draft } from '@ulna/contract/drafts/drafts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DraftSaver } from '../drafts/draft-saver.ts'
import type { RecordWords } from '../use-record-words.ts'
import { CopyComparison } from './CopyComparison.tsx'
import { CopyItem, CopyList } from './CopyList.tsx'
import styles from './DraftCopies.module.css'
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
  const [isShown, setShown] = useState(false)
  const { takeField, ...place } = useDraftCopy(copy, saver)
  const compare = (
    <Button variant="subtle" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
      {t(isShown ? 'copies.hide' : 'copies.compare')}
    </Button>
  )
  return (
    <CopyItem copy={copy} words={words} more={compare} {...place}>
      {isShown && <CopyComparison data={copy.data} onTake={takeField} />}
    </CopyItem>
  )
}

/** Other texts of the form that is open. Stands inside a RecordForm. */
export const DraftCopies = ({ copies, ...rest }: DraftCopiesProps) => (
  <CopyList copies={copies} className={styles.apart}>
    {(copy) => <DraftCopy key={copy.key} copy={copy} {...rest} />}
  </CopyList>
)
