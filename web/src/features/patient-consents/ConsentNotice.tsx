import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ConsentStanding, consentStanding } from '@ulna/contract/patient-consents/patient-consents.rules'
import { useTranslation } from 'react-i18next'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { calloutClass } from '../../ui/base/callout.ts'
import { Row } from '../../ui/base/Row.tsx'
import styles from './Consents.module.css'
import { consentsQuery } from './patient-consents.queries.ts'

export interface ConsentNoticeProps {
  patientId: number
  /** The class of the consent that is needed. */
  classId: string
  /** What it is called; undefined where the practice cannot write one. */
  name: string | undefined
  onBegin: () => void
  onOpen: (recordId: number) => void
}

/** Says that the consent a form needs is missing, withdrawn or of an older text; says nothing where all is well. */
export const ConsentNotice = ({ patientId, classId, name, onBegin, onOpen }: ConsentNoticeProps) => {
  const { t } = useTranslation('consents')
  const consents = useQuery(consentsQuery(patientId))
  if (!consents.data) return null
  const standing = consentStanding(consents.data, classId)
  if (standing.state === 'given') return null
  const { open } = standing
  return (
    <div className={calloutClass(standing.state === 'older' ? 'info' : 'warn', styles.notice)} role="status">
      <StandingText standing={standing} name={name ?? classId} />
      {standing.state !== 'older' && <p>{t('notice.paper')}</p>}
      {name === undefined && <p>{t('notice.unavailable')}</p>}
      <Row className={styles.actions}>
        {open && (
          <Button variant="default" onClick={() => onOpen(open.recordId)}>
            {t('notice.toSign')}
          </Button>
        )}
        {!open && name !== undefined && (
          <Button variant="default" onClick={onBegin}>
            {t(standing.state === 'older' ? 'notice.renew' : 'notice.begin')}
          </Button>
        )}
      </Row>
    </div>
  )
}

const StandingText = ({ standing, name }: { standing: ConsentStanding; name: string }) => {
  const { t } = useTranslation('consents')
  const dates = useDates()
  const { state, consent } = standing
  if (state === 'withdrawn')
    return (
      <p className={styles.strong}>
        {t('notice.withdrawn', { name, when: dates.instantDay(consent?.withdrawnAt ?? '') })}
      </p>
    )
  if (state === 'older')
    return (
      <p>
        {t('notice.older', { name, version: consent?.recordClassVersion, newest: consent?.newestVersion })}
      </p>
    )
  return <p className={styles.strong}>{t('notice.missing', { name })}</p>
}
