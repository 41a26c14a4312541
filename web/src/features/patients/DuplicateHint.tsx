import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DuplicateList } from './DuplicateList.tsx'
import { duplicatesQuery, type PersonSought } from './patients.queries.ts'

/** Names patients that may be the same person. Shown before saving, never in the way of it (product-decisions.md §5). */
export const DuplicateHint = ({ person }: { person: PersonSought }) => {
  const { t } = useTranslation('patient')
  const { data = [] } = useQuery(duplicatesQuery(person))
  return (
    <DuplicateList
      rows={data}
      text={t('duplicates.text')}
      moreOf={({ socialId }) => socialId}
      actionOf={({ id }) => (
        <Link to="/app/patient/$patientId" params={{ patientId: String(id) }}>
          {t('duplicates.open')}
        </Link>
      )}
    />
  )
}
