import { receiptNumber } from '@ulna/contract/receipts/receipts'
import { useTranslation } from 'react-i18next'
import { useServerForm } from '../../api/forms/use-server-form.ts'
import { queueInfo } from '../../api/http/messages.ts'
import { usePracticeSession } from '../../api/session/session.ts'
import { FormDialog } from '../../blocks/form/FormDialog.tsx'
import { ReceiptFields } from './ReceiptFields.tsx'
import { emptyReceipt, formFieldOf, inputOf, missingIn, type ReceiptOccasion } from './receipt-values.ts'
import { useIssueReceipt } from './receipts.queries.ts'

export interface IssueDialogProps {
  occasion: ReceiptOccasion
  onClose: () => void
}

/** What was paid: by whom, for what, how much and how. */
export const IssueDialog = ({ occasion, onClose }: IssueDialogProps) => {
  const { t } = useTranslation('receipts')
  const { authPractice } = usePracticeSession()
  const { mutateAsync } = useIssueReceipt(authPractice.id)
  const { frame, ...form } = useServerForm({
    stored: undefined,
    startOf: () => emptyReceipt(occasion),
    faultsOf: (values) => Object.fromEntries(missingIn(values).map((name) => [name, t('form.missing')])),
    fieldOf: formFieldOf,
    save: ({ values, keyOf }) => {
      const input = inputOf(values)
      return mutateAsync({ input, idempotencyKey: keyOf(input) })
    },
    onSaved: (receipt) => {
      queueInfo(t('form.issued', { number: receiptNumber(receipt) }))
      onClose()
    },
  })
  return (
    <FormDialog
      frame={frame}
      title={t('form.title')}
      size={600}
      saveLabel={t('form.submit')}
      onClose={onClose}
    >
      <ReceiptFields {...form} patientName={occasion.patient?.name} />
    </FormDialog>
  )
}
