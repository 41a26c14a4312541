import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { PatientConsent } from '@ulna/contract/patient-consents/patient-consents'
import type { RecordRow } from '@ulna/contract/records/records'
import type { Decision } from '@ulna/contract/records/records.policy'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { lazyPart } from '../../i18n/lazy-part.ts'
import { calloutClass } from '../../ui/base/callout.ts'
import { Row } from '../../ui/base/Row.tsx'
import { Optional } from '../../ui/Optional.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import styles from './Consents.module.css'
import { consentsQuery } from './patient-consents.queries.ts'

const WithdrawConsentDialog = lazyPart(() => import('./WithdrawConsentDialog.tsx'), 'WithdrawConsentDialog')

export interface RecordConsentProps {
  record: RecordRow
  /** Whether the device may go to the patient, or why not. */
  mayHandOver: Decision
  isHandingOver: boolean
  onHandOver: () => void
}

/** What an open consent is worth, above what it says, and the way to its signature or its withdrawal. */
export const RecordConsent = ({ record, mayHandOver, isHandingOver, onHandOver }: RecordConsentProps) => {
  const { t } = useTranslation(['consents', 'error'])
  const [isWithdrawing, setWithdrawing] = useState(false)
  const consents = useQuery(consentsQuery(record.ownerId))
  const consent = consents.data?.find(({ recordId }) => recordId === record.id)
  if (!consent) return null
  const { state } = consent
  return (
    <section
      className={calloutClass(state === 'given' ? 'info' : 'warn', styles.notice)}
      aria-label={t(`state.${state}`)}
    >
      <p className={styles.strong}>{t(`state.${state}`)}</p>
      <ConsentFacts consent={consent} />
      <Row className={styles.actions}>
        {state === 'open' && (
          <ReasonedButton
            reason={mayHandOver === 'allowed' ? undefined : t(`error:${mayHandOver}`)}
            loading={isHandingOver}
            onClick={onHandOver}
          >
            {t('handOver')}
          </ReasonedButton>
        )}
        {state === 'given' && (
          <Button variant="default" onClick={() => setWithdrawing(true)}>
            {t('withdraw')}
          </Button>
        )}
      </Row>
      <Optional>
        {isWithdrawing && <WithdrawConsentDialog record={record} onClose={() => setWithdrawing(false)} />}
      </Optional>
    </section>
  )
}

const ConsentFacts = ({ consent }: { consent: PatientConsent }) => {
  const { t } = useTranslation('consents')
  const dates = useDates()
  const { state, signatures, recordClassVersion, newestVersion, withdrawnAt, withdrawnBy, withdrawReason } =
    consent
  const moment = (at: string): string => `${dates.instantDay(at)}, ${dates.time(at)}`
  if (state === 'open') return <p>{t('openText')}</p>
  return (
    <>
      {signatures.map(({ name, signer, at }) => (
        <p key={at}>
          {t('given', { when: moment(at), name, signer: t(`signer.${signer}`), version: recordClassVersion })}
        </p>
      ))}
      {withdrawnAt !== null && <p>{t('withdrawnText', { when: moment(withdrawnAt), by: withdrawnBy })}</p>}
      {withdrawReason !== null && <p>{t('reason', { reason: withdrawReason })}</p>}
      {state === 'given' && newestVersion > recordClassVersion && (
        <p>{t('newer', { version: newestVersion })}</p>
      )}
    </>
  )
}
