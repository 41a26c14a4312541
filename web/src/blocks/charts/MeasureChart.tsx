import { againstNorm, withUnit } from '@ulna/contract/record-class/record-class.pairs'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { Hint } from '../../ui/base/Hint.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './Chart.module.css'
import { ChartFrame } from './ChartFrame.tsx'
import { LineKey, MeasureCurve } from './MeasureCurve.tsx'
import {
  changeOf,
  linesOf,
  type MeasureLine,
  type MeasureLineName,
  type MeasureSeries,
} from './measure-series.ts'

type Figure = (value: number) => string

const useFigure = (unit: string): { figure: Figure; signed: Figure } => {
  const { language } = useDates()
  const plain = new Intl.NumberFormat(language, { maximumFractionDigits: 3 })
  const withSign = new Intl.NumberFormat(language, { maximumFractionDigits: 3, signDisplay: 'exceptZero' })
  return {
    figure: (value) => withUnit(plain.format(value), unit),
    signed: (value) => withUnit(withSign.format(value).replace('-', '−'), unit),
  }
}

const useLineWords = ({ norm, unit }: MeasureSeries) => {
  const { t } = useTranslation('evolution')
  const { figure, signed } = useFigure(unit)
  /** What a value lacks to the norm, or exceeds it by. */
  const deficit = (value: number): string | undefined => {
    if (!norm) return undefined
    const found = againstNorm(norm, value)
    return found.kind === 'within' ? t('norm.within') : t(`norm.${found.kind}`, { by: figure(found.by) })
  }
  const sentence = (line: MeasureLine): string => {
    const found = changeOf(line)
    const last = line.points.at(-1)?.value ?? 0
    const against = deficit(last)
    const course = found
      ? t('course', { first: figure(found.first), last: figure(found.last), change: signed(found.change) })
      : t('once', { value: figure(last) })
    const name = line.name === 'value' ? '' : `${t(`line.${line.name}`)}: `
    return `${name}${course}${against ? ` · ${against}` : ''}`
  }
  return { figure, deficit, sentence }
}

interface TableProps {
  series: MeasureSeries
  titleId: string
  figure: Figure
  deficit: (value: number) => string | undefined
}

/** The same figures to read, to hear and to copy. */
const MeasureTable = ({ series, titleId, figure, deficit }: TableProps) => {
  const { t } = useTranslation('evolution')
  const names: MeasureLineName[] = linesOf(series).map(({ name }) => name)
  return (
    <DataTable className={styles.table} aria-labelledby={titleId}>
      <thead>
        <tr>
          <th scope="col">{t('day')}</th>
          {names.map((name) => (
            <th key={name} scope="col">
              {t(`line.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {series.visits.map((visit) => (
          <tr key={visit.key}>
            <th scope="row">{visit.day}</th>
            {names.map((name) => {
              const value = visit[name]
              return (
                <td key={name}>
                  {value === undefined ? '–' : figure(value)}
                  {value !== undefined && series.norm && <span>{deficit(value)}</span>}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </DataTable>
  )
}

/** A measure over time: a line a side, the band of what is normal, what changed in words, and all of it as a table. */
export const MeasureChart = ({ series }: { series: MeasureSeries }) => {
  const { t } = useTranslation('evolution')
  const titleId = useId()
  const { figure, deficit, sentence } = useLineWords(series)
  const table = <MeasureTable series={series} titleId={titleId} figure={figure} deficit={deficit} />
  return (
    <section className={styles.frame} aria-labelledby={titleId}>
      <ChartFrame
        titleId={titleId}
        title={
          <>
            {series.label}
            {series.form !== '' && <span>{series.form}</span>}
          </>
        }
        words={{ table: t('showTable'), curve: t('showCurve') }}
        curve={(width) => <MeasureCurve series={series} width={width} figure={figure} />}
        table={table}
        heard={<VisuallyHidden>{table}</VisuallyHidden>}
      />
      <ul className={styles.words}>
        {linesOf(series).map((line) => (
          <li key={line.name}>
            <LineKey line={line.name} />
            <span>{sentence(line)}</span>
          </li>
        ))}
      </ul>
      {series.normText && <Hint>{series.normText}</Hint>}
    </section>
  )
}
