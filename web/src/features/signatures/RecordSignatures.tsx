import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { RecordRow } from '@ulna/contract/records/records'
import type { Decision } from '@ulna/contract/records/records.policy'
import type { Signature } from '@ulna/contract/signatures/signatures'
import { sealIdText } from '@ulna/contract/signatures/signatures.seal'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { lazyPart } from '../../i18n/lazy-part.ts'
import { Hint, hintClass } from '../../ui/base/Hint.tsx'
import { Row } from '../../ui/base/Row.tsx'
import { EditIcon } from '../../ui/icons/other-icons.tsx'
import { Optional } from '../../ui/Optional.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import styles from './Signing.module.css'
import { signaturesQuery } from './signatures.queries.ts'

const PractitionerSignDialog = lazyPart(
  () => import('./PractitionerSignDialog.tsx'),
  'PractitionerSignDialog',
)
const WithdrawDialog = lazyPart(() => import('./WithdrawDialog.tsx'), 'WithdrawDialog')

export interface RecordSignaturesProps {
  record: RecordRow
  rights: { readonly sign: Decision; readonly withdraw: Decision }
  isHandingOver: boolean
  /** The device goes to a patient. */
  onHandOver: () => void
}

/** Who signed a record and when, and what there is to do about it. */
export const RecordSignatures = ({ record, rights, isHandingOver, onHandOver }: RecordSignaturesProps) => {
  const { t } = useTranslation(['signatures', 'error'])
  const { data } = useQuery(signaturesQuery(record))
  const [withdrawing, setWithdrawing] = useState<Signature>()
  const [isSigning, setSigning] = useState(false)
  const isTemporary = record.type === 'document' && record.subtype === 'temporal'
  const signatures = data?.signatures ?? []
  const hasSigned = signatures.some(
    ({ signer, withdrawnAt }) => signer === 'practitioner' && withdrawnAt === null,
  )
  const reason = rights.sign === 'allowed' ? undefined : t(`error:${rights.sign}`)
  if (isTemporary || (record.voidedAt !== null && signatures.length === 0)) return null
  return (
    <section className={styles.record} aria-label={t('title')}>
      <h3>{t('title')}</h3>
      {signatures.length === 0 && <Hint>{t('none')}</Hint>}
      {signatures.length > 0 && (
        <ol className={styles.list}>
          {signatures.map((one) => (
            <SignatureItem
              key={one.id}
              signature={one}
              onWithdraw={rights.withdraw === 'allowed' ? () => setWithdrawing(one) : undefined}
            />
          ))}
        </ol>
      )}
      {record.voidedAt === null && (
        <Row>
          <ReasonedButton
            leftSection={<EditIcon />}
            variant="default"
            reason={reason}
            loading={isHandingOver}
            onClick={onHandOver}
          >
            {t('handOver.start')}
          </ReasonedButton>
          {!hasSigned && (
            <ReasonedButton variant="subtle" reason={reason} onClick={() => setSigning(true)}>
              {t('signOneself')}
            </ReasonedButton>
          )}
        </Row>
      )}
      <Optional>
        {isSigning && <PractitionerSignDialog record={record} onClose={() => setSigning(false)} />}
        {withdrawing && (
          <WithdrawDialog record={record} signature={withdrawing} onClose={() => setWithdrawing(undefined)} />
        )}
      </Optional>
    </section>
  )
}

interface SignatureItemProps {
  signature: Signature
  /** Absent where it may not be taken back. */
  onWithdraw: (() => void) | undefined
}

const SignatureItem = ({ signature, onWithdraw }: SignatureItemProps) => {
  const { t } = useTranslation('signatures')
  const dates = useDates()
  const moment = (at: string): string => `${dates.instantDay(at)}, ${dates.time(at)}`
  const { signerName, relation, image, typedName, withdrawnAt } = signature
  const role = [t(`signer.${signature.signer}`), relation].filter(Boolean).join(', ')
  return (
    <li className={styles.signature} data-withdrawn={withdrawnAt !== null || undefined}>
      {image ? (
        <img className={styles.image} src={image} alt={t('image', { name: signerName })} />
      ) : (
        <span className={styles.typedName}>{typedName}</span>
      )}
      <p>
        <strong>{signerName}</strong> <span className={hintClass}>{role}</span>
      </p>
      {signature.signer === 'practitioner' && signature.practitioner.licenceNumber !== null && (
        <Hint>{t('licence', { number: signature.practitioner.licenceNumber })}</Hint>
      )}
      <Hint>{moment(signature.signedAt)}</Hint>
      <Hint>
        {t('seal')} <span className={styles.code}>{sealIdText(signature.sealId)}</span>
      </Hint>
      {withdrawnAt === null ? (
        onWithdraw && (
          <div>
            <Button variant="subtle" color="gray" px={12} onClick={onWithdraw}>
              {t('withdraw.open')}
            </Button>
          </div>
        )
      ) : (
        <p>
          {t('withdrawn', {
            when: moment(withdrawnAt),
            by: signature.withdrawnBy ?? '',
            reason: signature.withdrawReason ?? '',
          })}
        </p>
      )}
    </li>
  )
}
