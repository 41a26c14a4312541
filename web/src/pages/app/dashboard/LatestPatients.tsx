import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { PatientRow } from '@ulna/contract/patients/patients'
import { useTranslation } from 'react-i18next'
import { useDates } from '../../../i18n/dates/use-dates.ts'
import { Card } from '../../../ui/base/Card.tsx'
import { EmptyState } from '../../../ui/base/EmptyState.tsx'
import { hintClass } from '../../../ui/base/Hint.tsx'
import { LinkButton } from '../../../ui/base/LinkButton.tsx'
import { SkeletonRows } from '../../../ui/Skeletons.tsx'
import { Avatar, colorOf, initialsOfPerson } from '../../../ui/shell/Avatar.tsx'
import styles from './LatestPatients.module.css'
import { latestPatientsQuery } from './today.queries.ts'

const LatestPatient = ({ patient }: { patient: PatientRow }) => {
  const { t } = useTranslation('dashboard')
  const dates = useDates()
  const name = `${patient.firstName} ${patient.lastName}`
  const lastControl = patient.lastControl ?? ''
  const isToday = lastControl !== '' && dates.localDay(lastControl) === dates.today()
  return (
    <Link to="/app/patient/$patientId" params={{ patientId: String(patient.id) }} className={styles.patient}>
      <Avatar
        name={name}
        initials={initialsOfPerson(patient)}
        color={colorOf(patient.id)}
        src={patient.profileImgData?.thumbUrl}
      />
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        {lastControl !== '' && (
          <span className={hintClass}>
            {isToday ? t('todayAt', { time: dates.time(lastControl) }) : dates.instantDay(lastControl)}
          </span>
        )}
      </span>
    </Link>
  )
}

const Content = () => {
  const { t } = useTranslation(['dashboard', 'common'])
  const { data: patients, isError } = useQuery(latestPatientsQuery)
  if (isError && !patients) return <EmptyState plain level={3} title={t('common:couldNotLoad')} />
  if (!patients) return <SkeletonRows rows={3} label={t('common:loading')} />
  if (patients.length > 0) {
    return (
      <div className={styles.grid}>
        {patients.map((patient) => (
          <LatestPatient key={patient.id} patient={patient} />
        ))}
      </div>
    )
  }
  const register = (
    <LinkButton to="/app/patient" search={{ new: true }} variant="default">
      {t('newPatient')}
    </LinkButton>
  )
  return (
    <EmptyState plain level={3} title={t('noPatients.title')} actions={register}>
      {t('noPatients.text')}
    </EmptyState>
  )
}

export const LatestPatients = () => {
  const { t } = useTranslation('dashboard')
  const all = (
    <LinkButton to="/app/patient" variant="subtle">
      {t('allPatients')}
    </LinkButton>
  )
  return (
    <Card title={t('latestPatients')} action={all}>
      <Content />
    </Card>
  )
}
