import type { Practice } from '@ulna/contract/practices/practices'
import { type AccessPeriod, rolesWithHours } from '@ulna/contract/practices/practices.configurations'
import { minutesOfDay } from '@ulna/contract/schedules/schedules.rules'
import { useTranslation } from 'react-i18next'
import { clockRange } from '../../../blocks/agenda-grid/parts/agenda-text.ts'
import { useZoneText } from '../../../blocks/time-zones/use-zone-names.ts'
import { dayName } from '../../../blocks/weekly-hours/day-name.ts'
import { useDates } from '../../../i18n/dates/use-dates.ts'
import { Card } from '../../../ui/base/Card.tsx'
import { calloutClass } from '../../../ui/base/callout.ts'
import { stackClass } from '../../../ui/base/stack.ts'
import { LockIcon } from '../../../ui/icons/record-icons.tsx'
import styles from './AccessSettings.module.css'

const Rows = ({ rows, none }: { rows: readonly string[]; none: string }) =>
  rows.length === 0 ? (
    <p className={styles.rule}>{none}</p>
  ) : (
    <ul className={styles.rule}>
      {rows.map((row) => (
        <li key={row}>{row}</li>
      ))}
    </ul>
  )

/** The rules as they hold, for whoever may not change them, and why they may not. */
export const AccessRulesInForce = ({ practice }: { practice: Practice }) => {
  const { t } = useTranslation(['settings', 'practice'])
  const zoneText = useZoneText()
  const { timeFormat } = useDates()
  const { networks, hours, mailDomains } = practice.configurations.access
  const periodText = ({ weekday, from, to }: AccessPeriod): string =>
    `${dayName(weekday)}, ${clockRange(minutesOfDay(from), minutesOfDay(to), timeFormat)}`
  return (
    <div className={stackClass(16)}>
      <p className={calloutClass('info', styles.ownerOnly)} role="note">
        <LockIcon />
        {t('access.ownerOnly')}
      </p>
      <Card title={t('access.networks.legend')}>
        <Rows rows={networks} none={t('access.networks.none')} />
      </Card>
      <Card
        title={t('access.whenTitle')}
        lead={`${t('access.whenLead', { zone: zoneText(practice.timezone) })} ${t('access.ownerFree')}`}
      >
        {rolesWithHours.map((role) => (
          <section key={role} className={styles.roleHours} aria-label={t(`practice:roles.${role}`)}>
            <h3>{t(`practice:roles.${role}`)}</h3>
            {hours[role] === null ? (
              <p className={styles.rule}>{t('access.always')}</p>
            ) : (
              <Rows rows={hours[role].map(periodText)} none={t('access.closed')} />
            )}
          </section>
        ))}
      </Card>
      <Card title={t('access.mailDomains.legend')}>
        <Rows rows={mailDomains} none={t('access.mailDomains.none')} />
      </Card>
    </div>
  )
}
