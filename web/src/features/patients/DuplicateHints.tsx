import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { PatientRow } from '@ulna/contract/patients/patients'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../api/practice/use-permission.ts'
import { alikeQuery } from './alike-patients.query.ts'
import type { Newcomer } from './alike-patients.ts'
import { DuplicateList } from './DuplicateList.tsx'
import { duplicatesQuery, type PersonSought } from './patients.queries.ts'

/** Names patients that may be the same person. Shown before saving, never in the way of it (product-decisions.md §5). */
export const DuplicateHint = ({ person }: { person: PersonSought }) => {
  const { t } = useTranslation('patient')
  const { data = [] } = useQuery(duplicatesQuery(person))
  const { allowed } = usePermission('mergePatients')
  const { exceptId } = person
  return (
    <DuplicateList
      rows={data}
      text={t('duplicates.text')}
      moreOf={({ socialId }) => socialId}
      actionOf={({ id, archived }) => (
        <span>
          <Link to="/app/patient/$patientId" params={{ patientId: String(id) }}>
            {t('duplicates.open')}
          </Link>
          {exceptId !== undefined && allowed && !archived && (
            <>
              {' · '}
              <Link
                to="/app/patient/$patientId/merge"
                params={{ patientId: String(exceptId) }}
                search={{ with: id }}
              >
                {t('duplicates.merge')}
              </Link>
            </>
          )}
        </span>
      )}
    />
  )
}

export interface AlikeHintProps {
  person: Newcomer
  onChoose: (row: PatientRow) => void
}

/**
 * Names patients of that name or address while somebody new is written in a short form, which asks neither for the day of
 * birth nor for the document. One of them is taken with a press; registering goes on as it was.
 */
export const AlikeHint = ({ person, onChoose }: AlikeHintProps) => {
  const { t } = useTranslation('appointment')
  const [sought] = useDebouncedValue(person, 350)
  const { data = [] } = useQuery(alikeQuery(sought))
  return (
    <DuplicateList
      rows={data}
      text={t('newcomer.alike')}
      moreOf={({ mobile, phone, email }) => mobile ?? phone ?? email}
      actionOf={(row) => (
        <Button
          variant="default"
          aria-label={t('newcomer.chooseNamed', { name: `${row.firstName} ${row.lastName}` })}
          onClick={() => onChoose(row)}
        >
          {t('newcomer.choose')}
        </Button>
      )}
    />
  )
}
