import type { Language, RecordClass } from '@ulna/contract/record-class/record-class'
import { type ScoreLine, scoreLine } from '@ulna/contract/record-class/scores.rules'
import { useTranslation } from 'react-i18next'
import styles from '../../record-scores/Scores.module.css'
import { useLateValues } from '../form/use-late-values.ts'
import { rightAnswers, scoresBelow } from './live-scores.ts'

export interface LiveScoresProps {
  recordClass: RecordClass
  language: Language
  /** The section they stand below. */
  sectionId: string
  /** Ids of the sections that are drawn, in order. */
  drawn: readonly string[]
}

/** The scores of the form that is being written, counted again with every answer. Stands inside a RecordForm. */
export const LiveScores = ({ recordClass, language, sectionId, drawn }: LiveScoresProps) => {
  const values = useLateValues()
  const scores = scoresBelow(recordClass, sectionId, drawn)
  if (scores.length === 0) return null
  const answers = rightAnswers(recordClass, values)
  return (
    <div className={styles.live}>
      {scores.map((score) => (
        <LiveScore key={score.id} line={scoreLine(recordClass, score, answers, language)} />
      ))}
    </div>
  )
}

const LiveScore = ({ line: { label, text, band, missing } }: { line: ScoreLine }) => {
  const { t } = useTranslation('measures')
  return (
    <div>
      {/* What is still missing changes with every answer and is not read out. */}
      <output className={styles.score} aria-live="polite" aria-atomic="true">
        <span className={styles.label}>{label}</span>
        <span className={styles.value}>{text ?? '–'}</span>
        {band && <span className={styles.band}>{band}</span>}
      </output>
      {(missing > 0 || text === null) && (
        <p className={styles.missing}>
          {missing > 0 ? t('scores.missing', { count: missing }) : t('scores.impossible')}
        </p>
      )}
    </div>
  )
}
