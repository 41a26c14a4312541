import { type Ref, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { calloutClass } from '../../../ui/base/callout.ts'
import styles from './RecordForm.module.css'

export interface SummaryEntry {
  fieldId: string
  label: string
  message: string
}

export interface ErrorSummaryProps {
  entries: readonly SummaryEntry[]
  onFollow: (fieldId: string) => void
  ref?: Ref<HTMLDivElement>
}

/** Everything that keeps the form from being saved, each leading to its field. Takes focus when saving is refused. */
export const ErrorSummary = ({ entries, onFollow, ref }: ErrorSummaryProps) => {
  const { t } = useTranslation('record')
  const titleId = useId()
  if (entries.length === 0) return null
  return (
    <div
      ref={ref}
      className={calloutClass('bad', styles.summary)}
      role="alert"
      tabIndex={-1}
      aria-labelledby={titleId}
    >
      <p id={titleId} className={styles.summaryTitle}>
        {t('form.errors', { count: entries.length })}
      </p>
      <ul>
        {entries.map((entry) => (
          <li key={entry.fieldId}>
            <button type="button" onClick={() => onFollow(entry.fieldId)}>
              {t('form.errorEntry', { label: entry.label, message: entry.message })}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
