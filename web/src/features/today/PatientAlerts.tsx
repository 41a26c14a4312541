import type { PatientGlance } from '@ulna/contract/patient-file/patient-file'
import { balanceTone, sessionsLeft } from '@ulna/contract/session-packages/session-packages.rules'
import type { VisitFacts } from '@ulna/contract/today/today'
import { useTranslation } from 'react-i18next'
import { Pips } from '../../blocks/package-balance/Pips.tsx'
import { AlertIcon } from '../../ui/icons/base-icons.tsx'
import { Pill } from '../../ui/pills/Pill.tsx'
import styles from './PatientAlerts.module.css'

const Balance = ({ sold }: { sold: NonNullable<VisitFacts['package']> }) => {
  const { t } = useTranslation('dashboard')
  const left = sessionsLeft(sold)
  return (
    <span className={styles.balance}>
      <Pips sessions={sold} tone={balanceTone('active', left)} />
      {t('sessionsLeft', { count: left })}
    </span>
  )
}

export interface PatientAlertsProps {
  glance: PatientGlance | undefined
  facts: VisitFacts | null | undefined
}

/** Allergies and warnings first, then what is left of the package the visit counts on. */
export const PatientAlerts = ({ glance, facts }: PatientAlertsProps) => {
  const { t } = useTranslation('dashboard')
  return (
    <div className={styles.pills}>
      {glance?.alerts.map(({ kind, text }) => (
        <Pill key={text} tone={kind === 'allergy' ? 'bad' : 'warn'} icon={<AlertIcon size={15} />}>
          {kind === 'allergy' ? t('allergy', { what: text }) : text}
        </Pill>
      ))}
      {facts?.package && <Balance sold={facts.package} />}
    </div>
  )
}
