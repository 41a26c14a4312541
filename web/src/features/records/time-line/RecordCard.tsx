import type { RecordRow } from '@ulna/contract/records/records'
import { type CSSProperties, memo } from 'react'
import { useTranslation } from 'react-i18next'
import { painBand } from '../../../blocks/pain-scale/pain-keys.ts'
import styles from './TimeLine.module.css'

export interface RecordCardProps {
  record: RecordRow
  title: string
  /** Name of the diagnosis a follow-up belongs to. */
  subject: string | undefined
  day: string
  /** On which day it was written, in words, where that is another one. */
  written: string | undefined
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
export const RecordCard = memo((props: RecordCardProps) => {
  const { record, title, subject, day, written, excerpt, open, onOpen } = props
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
        {[
          subject,
          day,
          record.author.fullName,
          written,
          voided && t('card.void'),
          record.subtype === 'temporal' && !voided && t('card.temporary'),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {excerpt && <span className={styles.cardText}>{excerpt}</span>}
    </button>
  )
})
RecordCard.displayName = 'RecordCard'
