import { limits } from '@ulna/contract/http/text'
import { moneyText } from '@ulna/contract/receipts/receipts.amounts'
import type { Price } from '@ulna/contract/receipts/receipts.prices'
import { useTranslation } from 'react-i18next'
import { useServerForm } from '../../../api/forms/use-server-form.ts'
import { usePracticeSession } from '../../../api/session/session.ts'
import { FormDialog } from '../../../blocks/form/FormDialog.tsx'
import { currencyChoices, currencyOfZone } from '../../../blocks/money/currencies.ts'
import { useDates } from '../../../i18n/dates/use-dates.ts'
import { FieldPair } from '../../../ui/base/FieldPair.tsx'
import { TextField } from '../../../ui/base/TextField.tsx'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import { type PriceValues, priceInputOf, priceValues, wrongIn } from './price-values.ts'
import { useSavePrice } from './prices.queries.ts'

/** Writes one price of the list. */
export const PriceDialog = ({ price, onClose }: { price: Price | undefined; onClose: () => void }) => {
  const { t } = useTranslation('receipts')
  const { language } = useDates()
  const { authPractice } = usePracticeSession()
  const { mutateAsync } = useSavePrice()
  const startOf = (stored: Price | undefined) => priceValues(stored, currencyOfZone(authPractice.timezone))
  const { frame, text, values, faults, change, conflict } = useServerForm({
    stored: price,
    startOf,
    faultsOf: (typed: PriceValues) =>
      Object.fromEntries(wrongIn(typed).map((name) => [name, t(`prices.wrong.${name}`)])),
    fieldOf: (field) => (field === 'priceMinor' ? 'amount' : field),
    save: ({ values: typed, stored, keyOf }) => {
      const input = priceInputOf(typed)
      return mutateAsync({ price: stored, input, idempotencyKey: keyOf(input) })
    },
    onSaved: onClose,
    faultsIn: ({ key }) => (key === 'already_exists' ? { name: t('prices.taken') } : undefined),
  })
  const theirs = conflict && {
    by: 'colleague' as const,
    changes: conflict.changed.map((name) => ({
      label: t(`prices.${name}`),
      now:
        name === 'amount' && conflict.stored
          ? moneyText(conflict.stored.priceMinor, conflict.stored, language)
          : conflict.theirs[name],
    })),
  }
  return (
    <FormDialog
      frame={frame}
      conflict={theirs}
      title={price ? t('prices.change', { name: price.name }) : t('prices.new')}
      saveLabel={t('prices.save')}
      size={480}
      onClose={onClose}
    >
      <TextField
        {...text('name')}
        label={t('prices.name')}
        required
        maxLength={limits.title}
        autoComplete="off"
        data-autofocus
      />
      <TextField
        {...text('minutes')}
        label={t('prices.minutes')}
        hint={t('prices.minutesHint')}
        inputMode="numeric"
        maxLength={3}
      />
      <FieldPair>
        <TextField
          {...text('amount')}
          label={t('prices.amount')}
          required
          inputMode="decimal"
          maxLength={20}
        />
        <SelectField
          label={t('form.currency')}
          value={values.currency}
          error={faults.currency}
          options={currencyChoices(language, [currencyOfZone(authPractice.timezone), values.currency])}
          onChange={(event) => change({ currency: event.currentTarget.value })}
        />
      </FieldPair>
    </FormDialog>
  )
}
