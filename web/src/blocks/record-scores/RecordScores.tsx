import type { Language, RecordClass } from '@ulna/contract/record-class/record-class'
import { recordScores } from '@ulna/contract/record-class/scores.rules'
import styles from './Scores.module.css'

export interface RecordScoresProps {
  /** Class and version the record was written with. */
  recordClass: RecordClass
  data: Readonly<Record<string, unknown>>
  language: Language
}

/** What the answers of a record count up to; nothing where nothing can be counted. */
export const RecordScores = ({ recordClass, data, language }: RecordScoresProps) => {
  const lines = recordScores(recordClass, data, language)
  if (lines.length === 0) return null
  return (
    <dl className={styles.list}>
      {lines.map(({ scoreId, label, text, band }) => (
        <div key={scoreId}>
          <dt>{label}</dt>
          <dd>
            <span className={styles.value}>{text}</span>
            {band && <span>{` · ${band}`}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
