import { Button } from '@mantine/core'
import { type Receipt, receiptNumber } from '@ulna/contract/receipts/receipts'
import { moneyText } from '@ulna/contract/receipts/receipts.amounts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../api/practice/use-permission.ts'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { lazyPart } from '../../i18n/lazy-part.ts'
import { Hint } from '../../ui/base/Hint.tsx'
import { LinkButton } from '../../ui/base/LinkButton.tsx'
import { DocumentIcon } from '../../ui/icons/shared-icons.tsx'
import { Optional } from '../../ui/Optional.tsx'
import { Pill } from '../../ui/pills/Pill.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import styles from './ReceiptList.module.css'
import { useReceiptPaper } from './receipts.queries.ts'

const VoidDialog = lazyPart(() => import('./VoidDialog.tsx'), 'VoidDialog')

/** What became of a receipt, in words: that it was voided, or what it voids. */
const State = ({ receipt }: { receipt: Receipt }) => {
  const { t } = useTranslation('receipts')
  const { voids, voidedBy } = receipt
  if (voids) return <Pill tone="warn">{t('voids', { number: receiptNumber(voids) })}</Pill>
  if (voidedBy) return <Pill tone="bad">{t('voidedBy', { number: receiptNumber(voidedBy) })}</Pill>
  return null
}

const Facts = ({ receipt }: { receipt: Receipt }) => {
  const { t } = useTranslation('receipts')
  const { payer, patient, method, issuedBy, reason } = receipt
  const line = [
    t(`method.${method}`),
    payer.name === patient.fullName ? undefined : t('paidBy', { name: payer.name }),
    issuedBy && t('by', { name: issuedBy }),
    reason,
  ]
  return <Hint>{line.filter(Boolean).join(' · ')}</Hint>
}

const Row = ({ receipt, withPatient }: { receipt: Receipt; withPatient: boolean }) => {
  const { t } = useTranslation('receipts')
  const dates = useDates()
  const { reason } = usePermission('voidReceipts')
  const paper = useReceiptPaper()
  const [voids, setVoids] = useState(false)
  const number = receiptNumber(receipt)
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <p className={styles.head}>
          <b>{number}</b> <time dateTime={receipt.issuedOn}>{dates.day(receipt.issuedOn)}</time>{' '}
          <State receipt={receipt} />
        </p>
        {withPatient && (
          <LinkButton
            to="/app/patient/$patientId"
            params={{ patientId: String(receipt.patientId) }}
            variant="subtle"
            size="compact-md"
            px={8}
            // Its words stand below the number, as those of the lines do.
            ml={-8}
            className={styles.patient ?? ''}
          >
            {receipt.patient.fullName}
          </LinkButton>
        )}
        <p className={styles.lines}>{receipt.lines.map(({ description }) => description).join(' · ')}</p>
        <Facts receipt={receipt} />
      </div>
      <b className={styles.amount}>{moneyText(receipt.totalMinor, receipt, dates.language)}</b>
      <div className={styles.actions}>
        <Button
          variant="default"
          leftSection={<DocumentIcon />}
          aria-label={t('pdf.label', { number })}
          loading={paper.isPending}
          onClick={() => paper.mutate(receipt.id)}
        >
          {t('pdf.action')}
        </Button>
        {receipt.kind === 'receipt' && receipt.voidedBy === null && (
          <ReasonedButton
            variant="subtle"
            reason={reason}
            aria-label={t('void.label', { number })}
            onClick={() => setVoids(true)}
          >
            {t('void.action')}
          </ReasonedButton>
        )}
      </div>
      <Optional>{voids && <VoidDialog receipt={receipt} onClose={() => setVoids(false)} />}</Optional>
    </li>
  )
}

/** Receipts and counter-entries, each with its PDF and, while it stands, the way to void it. */
export const ReceiptList = ({ rows, withPatient }: { rows: readonly Receipt[]; withPatient: boolean }) => (
  <ul className={styles.list}>
    {rows.map((receipt) => (
      <Row key={receipt.id} receipt={receipt} withPatient={withPatient} />
    ))}
  </ul>
)
