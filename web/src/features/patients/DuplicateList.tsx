import type { PatientRow } from '@ulna/contract/patients/patients'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { calloutClass } from '../../ui/base/callout.ts'
import { hintClass } from '../../ui/base/Hint.tsx'
import styles from './PatientForm.module.css'

export interface DuplicateListProps {
  rows: readonly PatientRow[]
  /** In what they are alike. */
  text: string
  /** More to tell them apart by than the number of the file and the day of birth. */
  moreOf: (row: PatientRow) => string | null
  actionOf: (row: PatientRow) => ReactNode
}

/** Patients that may be the person in the form; the first three, said aloud once they are found. */
export const DuplicateList = ({ rows, text, moreOf, actionOf }: DuplicateListProps) => {
  const { t } = useTranslation('patient')
  const dates = useDates()
  const facts = (row: PatientRow) =>
    [
      t('head.fileNumber', { number: row.fileId }),
      row.birthDate && dates.day(row.birthDate),
      moreOf(row),
      row.archived && t('duplicates.archived'),
    ]
      .filter(Boolean)
      .join(' · ')

  return (
    <div role="status">
      {rows.length > 0 && (
        <div className={calloutClass('warn', styles.duplicates)}>
          <p>
            <strong>{t('duplicates.title', { count: rows.length })}</strong>
          </p>
          <p>{text}</p>
          <ul>
            {rows.slice(0, 3).map((row) => (
              <li key={row.id}>
                <span>
                  {row.firstName} {row.lastName}
                  <span className={hintClass}>{facts(row)}</span>
                </span>
                {actionOf(row)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
