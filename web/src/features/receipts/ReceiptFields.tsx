import { Button } from '@mantine/core'
import { limits } from '@ulna/contract/http/text'
import { paymentMethods } from '@ulna/contract/receipts/receipts'
import { moneyText, mostLines } from '@ulna/contract/receipts/receipts.amounts'
import type { Price } from '@ulna/contract/receipts/receipts.prices'
import { digitsOf } from '@ulna/contract/session-packages/session-packages.currency'
import { useTranslation } from 'react-i18next'
import type { ServerForm } from '../../api/forms/server-form.ts'
import { patientSearchQuery } from '../../api/patient-search.query.ts'
import { usePracticeSession } from '../../api/session/session.ts'
import { currencyChoices, currencyOfZone } from '../../blocks/money/currencies.ts'
import { PatientPicker } from '../../blocks/patient-picker/PatientPicker.tsx'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { CheckboxField } from '../../ui/base/CheckboxField.tsx'
import { FieldPair } from '../../ui/base/FieldPair.tsx'
import { Hint } from '../../ui/base/Hint.tsx'
import { Row } from '../../ui/base/Row.tsx'
import { stackClass } from '../../ui/base/stack.ts'
import { TextField } from '../../ui/base/TextField.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { TextAreaField } from '../../ui/fields/TextAreaField.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { CloseIcon } from '../../ui/icons/base-icons.tsx'
import { PlusIcon } from '../../ui/icons/shared-icons.tsx'
import { PriceChoices } from './prices/PriceChoices.tsx'
import styles from './ReceiptFields.module.css'
import {
  fittingPrices,
  type LineValues,
  type ReceiptFormValues,
  totalOfForm,
  withPrice,
} from './receipt-values.ts'

type FieldsProps = Pick<ServerForm<undefined, ReceiptFormValues>, 'values' | 'faults' | 'change' | 'text'>

const lineFields = [
  { name: 'description', maxLength: limits.title },
  { name: 'quantity', inputMode: 'numeric', maxLength: 3 },
  { name: 'unit', inputMode: 'decimal', maxLength: 20 },
] as const

const LineFields = ({ values, faults, change, index }: FieldsProps & { index: number }) => {
  const { t } = useTranslation('receipts')
  const line = values.lines[index] as LineValues
  const set = (part: Partial<LineValues>) =>
    change({ lines: values.lines.map((one) => (one.key === line.key ? { ...one, ...part } : one)) })
  const remove = () => change({ lines: values.lines.filter((one) => one.key !== line.key) })
  return (
    <fieldset className={styles.line}>
      <legend className={styles.legend}>{t('line.number', { number: index + 1 })}</legend>
      {lineFields.map(({ name, ...field }) => (
        <TextField
          {...field}
          key={name}
          className={styles[name]}
          label={t(`line.${name}`)}
          value={line[name]}
          error={faults[`lines.${index}.${name}`]}
          onChange={(event) => set({ [name]: event.currentTarget.value })}
        />
      ))}
      {values.lines.length > 1 && (
        <span className={styles.remove}>
          <IconButton label={t('line.remove', { number: index + 1 })} onClick={remove}>
            <CloseIcon />
          </IconButton>
        </span>
      )}
    </fieldset>
  )
}

const Lines = ({ prices, ...fields }: FieldsProps & { prices: readonly Price[] }) => {
  const { t } = useTranslation('receipts')
  const { language } = useDates()
  const { values, change } = fields
  const { lines, currency } = values
  const add = () => {
    const key = 1 + Math.max(...lines.map((line) => line.key))
    change({ lines: [...lines, { key, description: '', quantity: '1', unit: '' }] })
  }
  const total = moneyText(totalOfForm(values), { currency, digits: digitsOf(currency) }, language)
  return (
    <>
      <PriceChoices
        prices={lines.length < mostLines ? fittingPrices(prices, values) : []}
        onChoose={(price) => change(withPrice(values, price))}
      />
      {lines.map(({ key }, index) => (
        <LineFields key={key} {...fields} index={index} />
      ))}
      <Row>
        {lines.length < mostLines && (
          <Button variant="subtle" leftSection={<PlusIcon />} onClick={add}>
            {t('line.add')}
          </Button>
        )}
        <p className={styles.total} role="status">
          {t('total')}: <b>{total}</b>
        </p>
      </Row>
    </>
  )
}

const PayerFields = ({ values, change, text }: FieldsProps) => {
  const { t } = useTranslation('receipts')
  return (
    <fieldset className={stackClass(8)}>
      <legend className={styles.legend}>{t('payer.label')}</legend>
      <CheckboxField
        label={t('payer.other')}
        checked={values.othersPay}
        onChange={(event) => change({ othersPay: event.currentTarget.checked })}
      />
      {values.othersPay ? (
        <>
          <TextField {...text('payerName')} label={t('payer.name')} maxLength={201} />
          <TextField {...text('payerTaxId')} label={t('payer.taxId')} maxLength={limits.name} />
          <TextField {...text('payerAddress')} label={t('payer.address')} maxLength={limits.title} />
        </>
      ) : (
        <Hint>{t('payer.hint')}</Hint>
      )}
    </fieldset>
  )
}

const MoneyFields = ({ values, faults, change }: FieldsProps) => {
  const { t } = useTranslation('receipts')
  const { language } = useDates()
  const { authPractice } = usePracticeSession()
  return (
    <FieldPair>
      <SelectField
        label={t('method.label')}
        value={values.method}
        options={paymentMethods.map((value) => ({ value, label: t(`method.${value}`) }))}
        onChange={(event) => {
          const method = paymentMethods.find((one) => one === event.currentTarget.value)
          if (method) change({ method })
        }}
      />
      <SelectField
        label={t('form.currency')}
        value={values.currency}
        error={faults.currency}
        options={currencyChoices(language, [currencyOfZone(authPractice.timezone), values.currency])}
        onChange={(event) => change({ currency: event.currentTarget.value })}
      />
    </FieldPair>
  )
}

/** What a receipt says. */
export const ReceiptFields = ({
  patientName,
  prices,
  ...fields
}: FieldsProps & { patientName: string | undefined; prices: readonly Price[] }) => {
  const { t } = useTranslation('receipts')
  const { authPractice } = usePracticeSession()
  const { values, faults, change } = fields
  return (
    <>
      {patientName === undefined ? (
        <PatientPicker
          label={t('patient')}
          queryOf={(text) => patientSearchQuery(authPractice.id, text)}
          value={values.patient}
          onChange={(patient) => change({ patient })}
          {...(faults.patient === undefined ? {} : { error: faults.patient })}
        />
      ) : (
        <b>{patientName}</b>
      )}
      <Lines {...fields} prices={prices} />
      <MoneyFields {...fields} />
      <PayerFields {...fields} />
      <TextAreaField {...fields.text('notes')} label={t('notes')} rows={2} maxLength={1000} />
      <Hint>{t('form.final')}</Hint>
    </>
  )
}
