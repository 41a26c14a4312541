import { Button } from '@mantine/core'
import { moneyText } from '@ulna/contract/receipts/receipts.amounts'
import type { Price } from '@ulna/contract/receipts/receipts.prices'
import { useTranslation } from 'react-i18next'
import { useDates } from '../../../i18n/dates/use-dates.ts'
import styles from './PriceChoices.module.css'

export interface PriceChoicesProps {
  prices: readonly Price[]
  onChoose: (price: Price) => void
}

/** The price list as buttons: each fills in a line of the receipt. */
export const PriceChoices = ({ prices, onChoose }: PriceChoicesProps) => {
  const { t } = useTranslation('receipts')
  const { language } = useDates()
  if (prices.length === 0) return null
  return (
    <fieldset className={styles.choices}>
      <legend>{t('prices.title')}</legend>
      {prices.map((price) => (
        <Button key={price.id} variant="default" className={styles.choice} onClick={() => onChoose(price)}>
          {price.name} · {moneyText(price.priceMinor, price, language)}
        </Button>
      ))}
    </fieldset>
  )
}
