import { useQuery } from '@tanstack/react-query'
import { receiptNumber } from '@ulna/contract/receipts/receipts'
import type { Price } from '@ulna/contract/receipts/receipts.prices'
import { useTranslation } from 'react-i18next'
import { useServerForm } from '../../api/forms/use-server-form.ts'
import { queueInfo } from '../../api/http/messages.ts'
import { usePracticeSession } from '../../api/session/session.ts'
import { FormDialog } from '../../blocks/form/FormDialog.tsx'
import { pricesQuery } from './prices/prices.queries.ts'
import { ReceiptFields } from './ReceiptFields.tsx'
import {
  emptyReceipt,
  formFieldOf,
  inputOf,
  missingIn,
  pricedOccasion,
  type ReceiptOccasion,
} from './receipt-values.ts'
import { useIssueReceipt } from './receipts.queries.ts'

export interface IssueDialogProps {
  occasion: ReceiptOccasion
  onClose: () => void
}

const IssueForm = ({ occasion, prices, onClose }: IssueDialogProps & { prices: readonly Price[] }) => {
  const { t } = useTranslation('receipts')
  const { authPractice } = usePracticeSession()
  const { mutateAsync } = useIssueReceipt(authPractice.id)
  const { frame, ...form } = useServerForm({
    stored: undefined,
    startOf: () => emptyReceipt(pricedOccasion(occasion, prices)),
    faultsOf: (values) =>
      Object.fromEntries(missingIn(values).map(({ field, what }) => [field, t(`form.wrong.${what}`)])),
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
      <ReceiptFields {...form} patientName={occasion.patient?.name} prices={prices} />
    </FormDialog>
  )
}

/** What was paid: by whom, for what, how much and how. It opens once it is known what the price list says of it. */
export const IssueDialog = (props: IssueDialogProps) => {
  const { authPractice } = usePracticeSession()
  const { data: prices = [], isPending } = useQuery(pricesQuery(authPractice.id))
  return isPending ? null : <IssueForm {...props} prices={prices} />
}
