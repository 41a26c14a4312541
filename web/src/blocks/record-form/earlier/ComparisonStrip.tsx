import { withUnit } from '@ulna/contract/record-class/record-class.pairs'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextButton } from '../../../ui/TextButton.tsx'
import { useRecordFormFrame } from '../form/record-form-frame.ts'
import { useLateValues } from '../form/use-late-values.ts'
import { numberText } from '../numbers/number-text.ts'
import styles from './ComparisonStrip.module.css'
import { type ComparisonRow, comparisonRows } from './comparison.ts'

export interface ComparisonStripProps {
  /** Days of the last and the first visit, in words. */
  lastDay?: string | undefined
  firstDay?: string | undefined
}

const signed = (change: number, language: string) =>
  new Intl.NumberFormat(language, { signDisplay: 'exceptZero', maximumFractionDigits: 2 })
    .format(change)
    .replace('-', '−')

const Value = ({
  value,
  unit,
  language,
}: {
  value: number | string | null
  unit: string
  language: string
}) => {
  if (value === null) return <span className={styles.none}>–</span>
  if (typeof value === 'string') return <span className={styles.text}>{value}</span>
  return <span className={styles.figure}>{withUnit(numberText(value, language), unit)}</span>
}

/** Today next to the last and the first visit, while today is being written. Stands inside a RecordForm. */
export const ComparisonStrip = ({ lastDay, firstDay }: ComparisonStripProps) => {
  const { t } = useTranslation('record')
  const { recordClass, text, language, last, first } = useRecordFormFrame()
  const titleId = useId()
  const today = useLateValues()
  const [against, setAgainst] = useState<'last' | 'first'>('last')
  const rows = comparisonRows(recordClass, today, last, first)
  if (rows.length === 0) return null

  const changeText = (row: ComparisonRow) => {
    if (row.change === null) return null
    if (row.change === 0) return t('comparison.same')
    return t('comparison.change', { change: signed(row.change, language) })
  }

  return (
    <div className={styles.frame}>
      <div className={styles.head}>
        <h3 id={titleId}>{t('comparison.title')}</h3>
        {last && first && (
          <TextButton
            className={styles.against}
            aria-pressed={against === 'first'}
            onClick={() => setAgainst(against === 'last' ? 'first' : 'last')}
          >
            {against === 'last' ? t('comparison.showFirst') : t('comparison.showLast')}
          </TextButton>
        )}
      </div>
      <table className={styles.table} aria-labelledby={titleId} data-against={last ? against : 'first'}>
        <thead>
          <tr>
            <td />
            <th scope="col" className={styles.today}>
              {t('comparison.today')}
            </th>
            {last && (
              <th scope="col" data-column="last">
                {t('comparison.last')}
                <span>{lastDay}</span>
              </th>
            )}
            {first && (
              <th scope="col" data-column="first">
                {t('comparison.first')}
                <span>{firstDay}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.fieldId} ${row.side}`}>
              <th scope="row">
                {text(row.labelKey)}
                {row.side && `, ${t(`side.${row.side}`)}`}
              </th>
              <td className={styles.today}>
                <Value value={row.today} unit={text(row.unit)} language={language} />
                {row.change !== null && <span className={styles.change}>{changeText(row)}</span>}
              </td>
              {last && (
                <td data-column="last">
                  <Value value={row.last} unit={text(row.unit)} language={language} />
                </td>
              )}
              {first && (
                <td data-column="first">
                  <Value value={row.first} unit={text(row.unit)} language={language} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
