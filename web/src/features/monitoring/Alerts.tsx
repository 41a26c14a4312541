import type { AlertName, MonitoringStand } from '@ulna/contract/monitoring/monitoring'
import { useTranslation } from 'react-i18next'
import { calloutClass } from '../../ui/base/callout.ts'
import { Hint } from '../../ui/base/Hint.tsx'
import { stackClass } from '../../ui/base/stack.ts'
import { useInstant } from './use-instant.ts'

/** What is late or will be, and what may lose data. */
const tones: Readonly<Record<AlertName, 'warn' | 'bad'>> = {
  backup_missing: 'bad',
  disk_full: 'bad',
  trail_broken: 'bad',
  queue_stuck: 'warn',
  mail_failing: 'warn',
  certificate_ending: 'warn',
  clock_wrong: 'warn',
}

/** What is wrong with the installation and since when, or that nothing is. */
export const Alerts = ({ alerts }: Pick<MonitoringStand, 'alerts'>) => {
  const { t } = useTranslation('monitoring')
  const instant = useInstant()
  return (
    <div className={stackClass(8)} role="status">
      {alerts.length === 0 && <p className={calloutClass('info')}>{t('well')}</p>}
      {alerts.map(({ name, since }) => (
        <div key={name} className={calloutClass(tones[name])}>
          <b>{t(`alert.${name}.title`)}</b>
          <p>{t(`alert.${name}.text`)}</p>
          <Hint>{t('since', { at: instant(since) })}</Hint>
        </div>
      ))}
    </div>
  )
}
