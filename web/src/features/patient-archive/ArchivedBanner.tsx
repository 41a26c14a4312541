import { Button } from '@mantine/core'
import type { Patient } from '@ulna/contract/patients/patients'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../api/practice/use-permission.ts'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { calloutClass } from '../../ui/base/callout.ts'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import styles from './ArchivedBanner.module.css'
import { useBringBack } from './patient-archive.queries.ts'

export interface ArchivedBannerProps {
  patient: Patient
  /** Undefined where this person erases no file. */
  onErase?: (() => void) | undefined
}

/** Says over an archived file that it is only to be read, since when and why, and brings the patient back. */
export const ArchivedBanner = ({ patient, onErase }: ArchivedBannerProps) => {
  const { t } = useTranslation('archive')
  const dates = useDates()
  const { reason } = usePermission('archivePatient')
  const { mutate, isPending } = useBringBack(patient.id)
  if (patient.archivedAt === null) return null
  return (
    <section aria-label={t('banner.label')} className={calloutClass('warn', styles.banner)}>
      <div>
        <p>
          <strong>{t('banner.since', { day: dates.instantDay(patient.archivedAt) })}</strong>
        </p>
        {patient.archiveReason && <p>{t('banner.reason', { reason: patient.archiveReason })}</p>}
        <p>{t('banner.text')}</p>
      </div>
      <div className={styles.actions}>
        <ReasonedButton variant="default" reason={reason} loading={isPending} onClick={() => mutate()}>
          {t('banner.bringBack')}
        </ReasonedButton>
        {onErase && (
          <Button variant="default" onClick={onErase}>
            {t('banner.erase')}
          </Button>
        )}
      </div>
    </section>
  )
}
