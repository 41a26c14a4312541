import type { Draft } from '@ulna/contract/drafts/drafts'
import { CopyItem, CopyList } from '../copies/CopyList.tsx'
import styles from '../copies/DraftCopies.module.css'
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
  const { swap, ...place } = useCopyPlace(copy, saver)
  const text = addendumText(copy.data)
  const take = () => swap(present.trim() === '' ? undefined : { text: present }, () => onTake(text))
  const said = <p className={styles.text}>{text}</p>
  return <CopyItem copy={copy} words={words} text={said} take={take} {...place} />
}

/** What was written to the same addendum elsewhere: kept until somebody says what becomes of it. */
export const AddendumCopies = ({ copies, ...rest }: AddendumCopiesProps) => (
  <CopyList copies={copies}>{(copy) => <AddendumCopy key={copy.key} copy={copy} {...rest} />}</CopyList>
)
