import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { PatientRow } from '@ulna/contract/patients'
import { useTranslation } from 'react-i18next'
import { useDates } from '../../i18n/use-dates.ts'
import styles from './PatientForm.module.css'
import { duplicatesQuery, type PersonSought } from './patients.queries.ts'

/** Names patients that may be the same person. Shown before saving, never in the way of it (decisions.md §5). */
export const DuplicateHint = ({ person, onLeave }: { person: PersonSought; onLeave: () => void }) => {
  const { t } = useTranslation('patient')
  const dates = useDates()
  const { data = [] } = useQuery(duplicatesQuery(person))
  const facts = (row: PatientRow) =>
    [t('head.fileNumber', { number: row.fileId }), row.birthDate && dates.day(row.birthDate), row.socialId]
      .filter(Boolean)
      .join(' · ')

  return (
    <div role="status">
      {data.length > 0 && (
        <div className={styles.duplicates}>
          <p>
            <strong>{t('duplicates.title', { count: data.length })}</strong>
          </p>
          <p>{t('duplicates.text')}</p>
          <ul>
            {data.slice(0, 3).map((row) => (
              <li key={row.id}>
                <span>
                  {row.firstName} {row.lastName}
                  <span className={styles.dim}>{facts(row)}</span>
                </span>
                <Link to="/app/patient/$patientId" params={{ patientId: String(row.id) }} onClick={onLeave}>
                  {t('duplicates.open')}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
