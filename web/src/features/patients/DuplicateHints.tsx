import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { PatientRow } from '@ulna/contract/patients/patients'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { hintClass } from '../../ui/base/Hint.tsx'
import { alikeQuery } from './alike-patients.query.ts'
import type { Newcomer } from './alike-patients.ts'
import styles from './PatientForm.module.css'
import { duplicatesQuery, type PersonSought } from './patients.queries.ts'

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
    [t('head.fileNumber', { number: row.fileId }), row.birthDate && dates.day(row.birthDate), moreOf(row)]
      .filter(Boolean)
      .join(' · ')

  return (
    <div role="status">
      {rows.length > 0 && (
        <div className={styles.duplicates}>
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
