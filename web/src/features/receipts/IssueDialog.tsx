import { type Receipt, receiptNumber } from '@ulna/contract/receipts'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queueInfo } from '../../api/messages.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { WideDialog } from '../../ui/WideDialog.tsx'
import { ReceiptForm } from './ReceiptForm.tsx'
import type { ReceiptOccasion } from './receipt-values.ts'

export interface IssueDialogProps {
  occasion: ReceiptOccasion
  onClose: () => void
}

/** The form over the page. It asks before it throws away what was typed. */
export const IssueDialog = ({ occasion, onClose }: IssueDialogProps) => {
  const { t } = useTranslation(['receipts', 'calendar', 'buttons'])
  const isDirty = useRef(false)
  const [asks, setAsks] = useState(false)
  const close = () => (isDirty.current ? setAsks(true) : onClose())
  const onIssued = (receipt: Receipt) => {
    queueInfo(t('form.issued', { number: receiptNumber(receipt) }))
    onClose()
  }
  return (
    <>
      <WideDialog onClose={close} title={t('form.title')} size={600} closeLabel={t('buttons:close')}>
        <ReceiptForm
          occasion={occasion}
          onIssued={onIssued}
          onCancel={close}
          onDirty={() => {
            isDirty.current = true
          }}
        />
      </WideDialog>
      {asks ? (
        <ConfirmDialog
          opened
          title={t('calendar:discard.title')}
          confirmLabel={t('calendar:discard.confirm')}
          cancelLabel={t('calendar:discard.cancel')}
          closeLabel={t('buttons:close')}
          destructive
          onConfirm={onClose}
          onCancel={() => setAsks(false)}
        >
          {t('form.discard')}
        </ConfirmDialog>
      ) : null}
    </>
  )
}
