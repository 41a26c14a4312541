import type { RecordRow } from '@ulna/contract/records'
import { type CSSProperties, memo } from 'react'
import { useTranslation } from 'react-i18next'
import { painBand } from '../../blocks/record-form/pain-keys.ts'
import styles from './TimeLine.module.css'

export interface RecordCardProps {
  record: RecordRow
  title: string
  day: string
  /** The first lines of what was written. */
  excerpt: string
  open: boolean
  onOpen: (recordId: number) => void
}

const PainBar = ({ level }: { level: number }) => {
  const { t } = useTranslation('record')
  return (
    <span
      className={styles.pain}
      style={
        { '--width': `${level * 10}%`, '--pain': `var(--ulna-pain-${painBand(level)})` } as CSSProperties
      }
    >
      <i />
      {t('card.pain', { level })}
    </span>
  )
}

/** One record on the thread (visual.md, Record card). */
export const RecordCard = memo(({ record, title, day, excerpt, open, onOpen }: RecordCardProps) => {
  const { t } = useTranslation('record')
  const pain = record.data?.painIntensity
  const voided = record.voidedAt !== null
  return (
    <button
      type="button"
      className={styles.card}
      data-record={record.id}
      data-void={voided || undefined}
      aria-current={open || undefined}
      onClick={() => onOpen(record.id)}
    >
      <span className={styles.cardHead}>
        <span className={styles.cardTitle}>{title}</span>
        {typeof pain === 'number' && !voided && <PainBar level={pain} />}
      </span>
      <span className={styles.cardMeta}>
        {t('card.meta', { day, author: record.author.fullName })}
        {voided && ` · ${t('card.void')}`}
        {record.subtype === 'temporal' && !voided && ` · ${t('card.temporary')}`}
      </span>
      {excerpt && <span className={styles.cardText}>{excerpt}</span>}
    </button>
  )
})
RecordCard.displayName = 'RecordCard'
