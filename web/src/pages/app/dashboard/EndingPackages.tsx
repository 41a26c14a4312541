import { Link } from '@tanstack/react-router'
import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import { balanceTone, sessionsLeft } from '@ulna/contract/session-packages/session-packages.rules'
import { useTranslation } from 'react-i18next'
import { Pips } from '../../../blocks/package-balance/Pips.tsx'
import { useDates } from '../../../i18n/dates/use-dates.ts'
import { Card, CardList, leadingRow } from '../../../ui/base/Card.tsx'
import { classNames } from '../../../ui/base/class-names.ts'
import { hintClass } from '../../../ui/base/Hint.tsx'
import styles from './SidePanels.module.css'
import { useToday } from './use-today.ts'

const EndingPackage = ({ sold }: { sold: SessionPackage }) => {
  const { t } = useTranslation('dashboard')
  const dates = useDates()
  const left = sessionsLeft(sold)
  const { numSessions, expiresOn } = sold
  const words = [
    t('sessionsLeft', { count: left }),
    expiresOn !== null && t('endsOn', { date: dates.day(expiresOn) }),
  ]
  return (
    <li className={classNames(leadingRow.row, styles.ending)}>
      <div className={styles.words}>
        <Link
          to="/app/session-package/$packageId"
          params={{ packageId: String(sold.id) }}
          className={leadingRow.link}
        >
          {sold.owner.fullName}
        </Link>
        <div className={hintClass}>{words.filter(Boolean).join(', ')}</div>
      </div>
      <Pips sessions={sold} tone={balanceTone(sold.status, left)} />
      <b className={styles.figure}>
        {numSessions - left}/{numSessions}
      </b>
    </li>
  )
}

/** Packages with hardly a session left, or whose last day is near. */
export const EndingPackages = () => {
  const { t } = useTranslation('dashboard')
  const { data: today } = useToday()
  if (!today || today.endingPackages.length === 0) return null
  return (
    <Card title={t('endingPackages')} count={today.endingPackages.length}>
      <CardList>
        {today.endingPackages.map((sold) => (
          <EndingPackage key={sold.id} sold={sold} />
        ))}
      </CardList>
    </Card>
  )
}
