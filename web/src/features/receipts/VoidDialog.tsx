import { limits } from '@ulna/contract/http/text'
import { type Receipt, receiptNumber } from '@ulna/contract/receipts/receipts'
import { useTranslation } from 'react-i18next'
import { queueInfo } from '../../api/http/messages.ts'
import { usePracticeSession } from '../../api/session/session.ts'
import { ReasonDialog } from '../../blocks/form/ReasonDialog.tsx'
import { useVoidReceipt } from './receipts.queries.ts'

/** Takes a receipt back by a counter-entry; it asks why. */
export const VoidDialog = ({ receipt, onClose }: { receipt: Receipt; onClose: () => void }) => {
  const { t } = useTranslation('receipts')
  const { authPractice } = usePracticeSession()
  const voiding = useVoidReceipt(authPractice.id)
  const onSuccess = (counter: Receipt) => {
    queueInfo(t('void.done', { number: receiptNumber(counter) }))
    onClose()
  }
  return (
    <ReasonDialog
      destructive
      title={t('void.title', { number: receiptNumber(receipt) })}
      label={t('reason')}
      confirmLabel={t('void.confirm')}
      shortest={1}
      longest={limits.title}
      pending={voiding.isPending}
      onConfirm={(reason) => voiding.mutate({ id: receipt.id, reason }, { onSuccess })}
      onClose={onClose}
    >
      <p>{t('void.text')}</p>
    </ReasonDialog>
  )
}
