import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { patientSearchQuery } from '../../api/patient-search.query.ts'
import { usePracticeSession } from '../../api/session/session.ts'
import { type ChosenPatient, PatientPicker } from '../../blocks/patient-picker/PatientPicker.tsx'
import { DayFilter } from '../../blocks/typed-time/DayFilter.tsx'
import styles from './ReceiptBrowser.module.css'

/** What receipts are narrowed by: days, both included, and patient. */
export interface ReceiptSearch {
  readonly from: string | null
  readonly to: string | null
  readonly patient: ChosenPatient | null
}

export interface ReceiptFiltersProps {
  search: ReceiptSearch
  onSearch: (search: ReceiptSearch) => void
}

export const ReceiptFilters = ({ search, onSearch }: ReceiptFiltersProps) => {
  const { t } = useTranslation('receipts')
  const { authPractice } = usePracticeSession()
  const { from, to, patient } = search
  const isFiltered = from !== null || to !== null || patient !== null
  return (
    <search className={styles.filters} aria-label={t('filter.label')}>
      <DayFilter
        label={t('filter.from')}
        value={from}
        {...(to === null ? {} : { maxDate: to })}
        onChange={(day) => onSearch({ ...search, from: day })}
      />
      <DayFilter
        label={t('filter.to')}
        value={to}
        {...(from === null ? {} : { minDate: from })}
        onChange={(day) => onSearch({ ...search, to: day })}
      />
      <PatientPicker
        key={patient === null ? 'any' : patient.id}
        label={t('filter.patient')}
        queryOf={(text) => patientSearchQuery(authPractice.id, text)}
        value={patient}
        onChange={(chosen) => onSearch({ ...search, patient: chosen })}
      />
      {isFiltered && (
        <Button
          variant="default"
          className={styles.clear ?? ''}
          onClick={() => onSearch({ from: null, to: null, patient: null })}
        >
          {t('filter.clear')}
        </Button>
      )}
    </search>
  )
}
