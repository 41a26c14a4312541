import { useTranslation } from 'react-i18next'
import { usePracticeSession } from '../../api/session/session.ts'
import { PageNotice } from '../../blocks/notices/PageNotice.tsx'
import { useDates } from '../../i18n/dates/use-dates.ts'

/** Says over every page of a practice that is about to be deleted what still can be done in it. */
export const ClosedNotice = () => {
  const { t } = useTranslation('practiceDeletions')
  const dates = useDates()
  const { closingAt } = usePracticeSession().authPractice
  if (closingAt === null) return null
  return (
    <PageNotice title={t('closedNotice.title', { day: dates.instantDay(closingAt) })}>
      <p>{t('closedNotice.text')}</p>
    </PageNotice>
  )
}
