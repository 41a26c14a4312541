import { useTranslation } from 'react-i18next'
import { useDates } from '../../../i18n/dates/use-dates.ts'
import { Card, CardList } from '../../../ui/base/Card.tsx'
import { EmptyState } from '../../../ui/base/EmptyState.tsx'
import { hintClass } from '../../../ui/base/Hint.tsx'
import { LinkButton } from '../../../ui/base/LinkButton.tsx'
import { CalendarIcon } from '../../../ui/icons/shared-icons.tsx'
import styles from './SidePanels.module.css'
import { useToday } from './use-today.ts'

/** Patients with an open case and no next visit. */
export const WithoutNextVisit = () => {
  const { t } = useTranslation('dashboard')
  const dates = useDates()
  const { data: today } = useToday()
  if (!today) return null
  const lastWords = (lastControl: string | null): string =>
    lastControl === null ? '' : t('lastControl', { date: dates.instantDay(lastControl) })
  return (
    <Card title={t('withoutNextVisit')} count={today.withoutNextVisit.length}>
      {today.withoutNextVisit.length === 0 && <EmptyState plain level={3} title={t('everybodyHasVisit')} />}
      <CardList>
        {today.withoutNextVisit.map((patient) => (
          <li key={patient.caseId}>
            <div className={styles.words}>
              <div className={styles.name}>{patient.patientName}</div>
              <div className={hintClass}>
                {patient.caseName && <span>{patient.caseName} · </span>}
                <span className={styles.together}>{lastWords(patient.lastControl)}</span>
              </div>
            </div>
            <LinkButton
              to="/app/calendar"
              search={{ new: true, patientId: patient.patientId }}
              variant="subtle"
              leftSection={<CalendarIcon />}
              aria-label={t('bookFor', { name: patient.patientName })}
            >
              {t('book')}
            </LinkButton>
          </li>
        ))}
      </CardList>
    </Card>
  )
}
