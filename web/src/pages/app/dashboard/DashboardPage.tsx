import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../../api/practice/use-permission.ts'
import { usePracticeSession } from '../../../api/session/session.ts'
import { useErrorText } from '../../../api/session/use-error-text.ts'
import { standingQuery } from '../../../features/backups/backups.queries.ts'
import { localParts } from '../../../i18n/dates/dates.ts'
import { useDates } from '../../../i18n/dates/use-dates.ts'
import { lazyPart } from '../../../i18n/lazy-part.ts'
import { LinkButton } from '../../../ui/base/LinkButton.tsx'
import { ErrorBanner } from '../../../ui/ErrorBanner.tsx'
import { PatientsIcon, PlusIcon } from '../../../ui/icons/shared-icons.tsx'
import { Optional } from '../../../ui/Optional.tsx'
import { PageTitle } from '../../../ui/PageTitle.tsx'
import styles from './DashboardPage.module.css'
import { dayCounts, greetingOf } from './day-thread.ts'
import { EndingPackages } from './EndingPackages.tsx'
import { LatestPatients } from './LatestPatients.tsx'
import { MyDay } from './MyDay.tsx'
import { UnsignedRecords } from './UnsignedRecords.tsx'
import { useNow } from './use-now.ts'
import { useToday } from './use-today.ts'
import { WaitingCopies } from './WaitingCopies.tsx'
import { WithoutNextVisit } from './WithoutNextVisit.tsx'

const BackupNotice = lazyPart(() => import('../../../features/backups/BackupNotice.tsx'), 'BackupNotice', [
  'backups',
])

const FirstSteps = lazyPart(() => import('../../../features/first-steps/FirstSteps.tsx'), 'FirstSteps', [
  'firstSteps',
])

/** For whoever may do them, until somebody put them away. */
const NewPractice = () => {
  const { authPractice } = usePracticeSession()
  const { allowed } = usePermission('changePractice')
  const isShown = allowed && !authPractice.configurations.firstSteps.dismissed
  return <Optional>{isShown && <FirstSteps />}</Optional>
}

/** For whoever runs the installation, while there is nothing to come back to. */
const InstallationNotice = () => {
  const { data } = useQuery(standingQuery)
  const notice = data?.notice
  return <Optional>{notice && notice !== 'same_disk' && <BackupNotice notice={notice} />}</Optional>
}

const useHeadline = (): { title: string; subtitle: string } => {
  const { t } = useTranslation('dashboard')
  const { authDoctor, authUser } = usePracticeSession()
  const { data: today } = useToday()
  const dates = useDates()
  const { hour, day } = localParts(new Date(useNow()), dates.timeZone)
  const name = authDoctor?.firstName ?? authUser.username
  const date = `${dates.weekday(day)} ${dates.day(day)}`
  const counts = today && dayCounts(today.events)
  const visits = counts && t('visits', { count: counts.visits })
  const attended = counts && counts.attended > 0 && t('attended', { count: counts.attended })
  const waiting = counts && counts.waiting > 0 && t('waiting', { count: counts.waiting })
  // What another day has stands with that day.
  const words = today?.day === day ? [visits, attended, waiting].filter(Boolean).join(', ') : ''
  return { title: t(`greeting.${greetingOf(hour)}`, { name }), subtitle: words ? `${date} · ${words}` : date }
}

/** What is shown is older than it should be: say so, and offer to try again. */
const StaleNotice = () => {
  const { t } = useTranslation(['common', 'buttons'])
  const { textOf } = useErrorText()
  const { data, error, refetch } = useToday()
  if (!error || !data) return null
  const retry = (
    <Button variant="default" onClick={() => void refetch()}>
      {t('buttons:retry')}
    </Button>
  )
  return (
    <div className={styles.notice}>
      <ErrorBanner title={t('couldNotRefresh')} action={retry}>
        {textOf(error)}
      </ErrorBanner>
    </div>
  )
}

/** Today: my day on the thread, latest patients, what is unsigned, who has no next visit. */
export const DashboardPage = () => {
  const { t } = useTranslation('dashboard')
  const { clinical } = usePracticeSession()
  const actions = (
    <div className={styles.actions}>
      <LinkButton to="/app/patient" search={{ new: true }} variant="default" leftSection={<PatientsIcon />}>
        {t('newPatient')}
      </LinkButton>
      <LinkButton to="/app/calendar" search={{ new: true }} leftSection={<PlusIcon />}>
        {t('newAppointment')}
      </LinkButton>
    </div>
  )
  return (
    <>
      <PageTitle {...useHeadline()} actions={actions} />
      <StaleNotice />
      <div className={styles.grid}>
        <div className={styles.stack}>
          <InstallationNotice />
          <NewPractice />
          <MyDay />
          <LatestPatients />
        </div>
        <div className={styles.stack}>
          {clinical && <UnsignedRecords />}
          {clinical && <WaitingCopies />}
          <EndingPackages />
          {clinical && <WithoutNextVisit />}
        </div>
      </div>
    </>
  )
}
