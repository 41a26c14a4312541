import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../api/practice/use-permission.ts'
import { usePracticeSession } from '../../api/session/session.ts'
import { useAskedForm } from '../../blocks/form/use-asked-form.ts'
import { currencyOfZone } from '../../blocks/money/currencies.ts'
import { lazyPart } from '../../i18n/lazy-part.ts'
import { Hint } from '../../ui/base/Hint.tsx'
import { Row } from '../../ui/base/Row.tsx'
import { DocumentIcon, PlusIcon } from '../../ui/icons/shared-icons.tsx'
import { Optional } from '../../ui/Optional.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import styles from './PackageReceipts.module.css'
import { ReceiptList } from './ReceiptList.tsx'
import type { ReceiptOccasion } from './receipt-values.ts'
import { receiptsQuery, useAttendancePaper } from './receipts.queries.ts'

const IssueDialog = lazyPart(() => import('./IssueDialog.tsx'), 'IssueDialog')

const Issued = ({ sold }: { sold: SessionPackage }) => {
  const { t } = useTranslation('receipts')
  const { authPractice } = usePracticeSession()
  const { data, isError } = useQuery(receiptsQuery(authPractice.id, { packageId: sold.id }, 0))
  if (isError) return <Hint className={styles.none}>{t('failed')}</Hint>
  if (!data) return <SkeletonRows rows={2} label={t('title')} />
  if (data.rows.length === 0) return <Hint className={styles.none}>{t('ofPackage.none')}</Hint>
  return <ReceiptList rows={data.rows} withPatient={false} />
}

/** What was paid for a package, and the papers of it. */
export const PackageReceipts = ({ sold }: { sold: SessionPackage }) => {
  const { t } = useTranslation('receipts')
  const { authPractice } = usePracticeSession()
  const { reason } = usePermission('issueReceipts')
  const attendance = useAttendancePaper({ showsOwnErrors: false })
  const [issues, setIssues] = useState(false)
  useAskedForm(() => setIssues(reason === undefined), 'receipt')
  const { price, currency } = sold.packageData
  const occasion: ReceiptOccasion = {
    patient: { id: sold.ownerId, name: sold.owner.fullName },
    packageId: sold.id,
    description: sold.description ?? t('sessions', { count: sold.numSessions }),
    price,
    currency: currency ?? currencyOfZone(authPractice.timezone),
  }
  return (
    <section className={styles.receipts} aria-label={t('ofPackage.title')}>
      <Row className={styles.head}>
        <h3>{t('ofPackage.title')}</h3>
        <ReasonedButton
          variant="light"
          reason={reason}
          leftSection={<PlusIcon />}
          onClick={() => setIssues(true)}
        >
          {t('new')}
        </ReasonedButton>
        <Button
          variant="subtle"
          leftSection={<DocumentIcon />}
          loading={attendance.isPending}
          onClick={() => attendance.mutate({ patientId: sold.ownerId, packageId: sold.id })}
        >
          {t('ofPackage.attendance')}
        </Button>
      </Row>
      <Issued sold={sold} />
      <Optional>{issues && <IssueDialog occasion={occasion} onClose={() => setIssues(false)} />}</Optional>
    </section>
  )
}
