import type { RecordField } from '@ulna/contract/record-class/record-class'
import { type MeasureSide, withUnit } from '@ulna/contract/record-class/record-class.pairs'
import { useTranslation } from 'react-i18next'
import { useRecordFormFrame } from '../form/record-form-frame.ts'
import { numberText } from '../numbers/number-text.ts'
import { earlierFigures } from './earlier-values.ts'

const signed = (change: number, language: string): string =>
  new Intl.NumberFormat(language, { signDisplay: 'exceptZero', maximumFractionDigits: 2 })
    .format(change)
    .replace('-', '−')

/** Says of a figure what it was before, and what it became since the first time. */
export const useEarlierFigures = (field: RecordField) => {
  const { t } = useTranslation('record')
  const frame = useRecordFormFrame()
  const change = (today: unknown, side?: MeasureSide): string | undefined => {
    const found = earlierFigures(field, frame, today, side)?.change
    if (found === undefined) return undefined
    return found === 0
      ? t('comparison.same')
      : t('comparison.change', { change: signed(found, frame.language) })
  }
  return {
    /** What changed since the first time, in words. */
    change,
    /** All of it on one line: last time, first time, and what changed. */
    line: (today: unknown, unit: string, side?: MeasureSide): string | undefined => {
      const found = earlierFigures(field, frame, today, side)
      if (!found) return undefined
      const said = (figure: number) => withUnit(numberText(figure, frame.language), unit)
      return [
        found.last !== undefined && t('form.lastTime', { text: said(found.last) }),
        found.first !== undefined && t('form.firstTime', { text: said(found.first) }),
        change(today, side),
      ]
        .filter(Boolean)
        .join(' · ')
    },
  }
}
