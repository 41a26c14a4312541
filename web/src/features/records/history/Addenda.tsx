import type { Addendum } from '@ulna/contract/records/records'
import { useTranslation } from 'react-i18next'
import { Hint } from '../../../ui/base/Hint.tsx'
import type { RecordWords } from '../use-record-words.ts'
import styles from './RecordTrail.module.css'

export interface AddendaProps {
  /** The addenda of one record, oldest first. */
  addenda: readonly Addendum[]
  words: RecordWords
}

/** What its author added to a record. */
export const Addenda = ({ addenda, words }: AddendaProps) => {
  const { t } = useTranslation('history')
  if (addenda.length === 0) return null
  return (
    <section aria-label={t('addenda.title')}>
      <h3>{t('addenda.title')}</h3>
      <ol className={styles.addenda}>
        {addenda.map((one) => (
          <li key={one.id}>
            <Hint>{t('addenda.by', { author: one.author.fullName, when: words.moment(one.at) })}</Hint>
            <p className={styles.text}>{one.text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
