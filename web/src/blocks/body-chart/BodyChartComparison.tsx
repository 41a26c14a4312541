import type { BodyMark } from '@ulna/contract/record-class/body-chart/record-class.body-chart'
import {
  comparedPlaces,
  placeChange,
} from '@ulna/contract/record-class/body-chart/record-class.body-chart.compare'
import { markDetails, placeText } from '@ulna/contract/record-class/body-chart/record-class.body-chart.rules'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { calloutClass } from '../../ui/base/callout.ts'
import { Hint } from '../../ui/base/Hint.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import styles from './BodyChartComparison.module.css'
import { BodyChartPicture } from './BodyChartPicture.tsx'

export interface ChartOfVisit {
  readonly key: string
  /** The day of the visit, in words. */
  readonly day: string
  /** The title of the record that holds the chart. */
  readonly title: string
  readonly marks: readonly BodyMark[]
}

export interface BodyChartComparisonProps {
  /** Oldest first; two at least. */
  charts: readonly ChartOfVisit[]
}

const nameOf = ({ day, title }: ChartOfVisit): string => `${day} · ${title}`

const useMarkWords = () => {
  const { t } = useTranslation('bodyChart')
  const words = (key: string, values?: Readonly<Record<string, string | number>>) => t(key, { ...values })
  return {
    placeOf: (mark: BodyMark): string => placeText(mark, words),
    said: (mark: BodyMark | null): string => {
      if (!mark) return '–'
      return markDetails(mark, words) || t('compare.marked')
    },
    change: (before: BodyMark | null, after: BodyMark | null): string => {
      const found = placeChange(before, after)
      return t(`compare.${found.kind}`, 'by' in found ? { by: found.by } : {})
    },
  }
}

interface PairProps {
  before: ChartOfVisit
  after: ChartOfVisit
}

const PairTable = ({ before, after }: PairProps) => {
  const { t } = useTranslation('bodyChart')
  const words = useMarkWords()
  const places = comparedPlaces([before.marks, after.marks])
  return (
    <DataTable className={styles.table} aria-label={t('compare.table')}>
      <thead>
        <tr>
          <th scope="col">{t('compare.place')}</th>
          <th scope="col">{before.day}</th>
          <th scope="col">{after.day}</th>
          <th scope="col">{t('compare.change')}</th>
        </tr>
      </thead>
      <tbody>
        {places.map(({ key, mark, marks: [was = null, is = null] }) => (
          <tr key={key}>
            <th scope="row">{words.placeOf(mark)}</th>
            <td>{words.said(was)}</td>
            <td>{words.said(is)}</td>
            <td>{words.change(was, is)}</td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  )
}

/** A place and its dates below each other: however many visits there are, it is never wider than a phone. */
const AllTable = ({ charts }: BodyChartComparisonProps) => {
  const { t } = useTranslation('bodyChart')
  const words = useMarkWords()
  return (
    <DataTable className={styles.table} aria-label={t('compare.all')}>
      <thead>
        <tr>
          <th scope="col">{t('compare.day')}</th>
          <th scope="col">{t('compare.said')}</th>
        </tr>
      </thead>
      {comparedPlaces(charts.map(({ marks }) => marks)).map(({ key, mark, marks }) => (
        <tbody key={key}>
          <tr>
            <th scope="rowgroup" colSpan={2} className={styles.group}>
              {words.placeOf(mark)}
            </th>
          </tr>
          {charts.map((chart, index) => (
            <tr key={chart.key}>
              <th scope="row">{chart.day}</th>
              <td>{words.said(marks[index] ?? null)}</td>
            </tr>
          ))}
        </tbody>
      ))}
    </DataTable>
  )
}

/** Every chart small, for the course of it all, or the same as a table. */
const All = ({ charts }: BodyChartComparisonProps) => {
  const { t } = useTranslation('bodyChart')
  const [asTable, setAsTable] = useState(false)
  const alike = charts.flatMap(({ marks }) => marks)
  return (
    <div className={styles.all}>
      <div className={styles.head}>
        <h3>{t('compare.all')}</h3>
        <TextButton aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {t(asTable ? 'compare.showDrawings' : 'compare.showTable')}
        </TextButton>
      </div>
      {asTable ? (
        <AllTable charts={charts} />
      ) : (
        <ul className={styles.row}>
          {charts.map((chart) => (
            <li key={chart.key} className={calloutClass('plain')}>
              <Hint>{nameOf(chart)}</Hint>
              <BodyChartPicture marks={chart.marks} alike={alike} height={150} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const Visit = ({ chart, alike }: { chart: ChartOfVisit; alike: readonly BodyMark[] }) => (
  <div className={styles.visit}>
    <h3>
      {chart.day} <span>· {chart.title}</span>
    </h3>
    <BodyChartPicture marks={chart.marks} alike={alike} height={300} />
  </div>
)

/** Two visits side by side with what changed in each place, and all visits in small. */
export const BodyChartComparison = ({ charts }: BodyChartComparisonProps) => {
  const { t } = useTranslation('bodyChart')
  const [beforeKey, setBefore] = useState(charts[0]?.key)
  const [afterKey, setAfter] = useState(charts.at(-1)?.key)
  const before = charts.find(({ key }) => key === beforeKey) ?? charts[0]
  const after = charts.find(({ key }) => key === afterKey) ?? charts.at(-1)
  if (!before || !after) return null
  const alike = [...before.marks, ...after.marks]
  const options = charts.map((chart) => ({ value: chart.key, label: nameOf(chart) }))
  return (
    <div className={styles.frame}>
      <div className={styles.choices}>
        <SelectField
          label={t('compare.before')}
          value={before.key}
          options={options}
          onChange={(event) => setBefore(event.currentTarget.value)}
        />
        <SelectField
          label={t('compare.after')}
          value={after.key}
          options={options}
          onChange={(event) => setAfter(event.currentTarget.value)}
        />
      </div>
      <div className={styles.pair}>
        <Visit chart={before} alike={alike} />
        <Visit chart={after} alike={alike} />
      </div>
      <PairTable before={before} after={after} />
      {charts.length > 2 && <All charts={charts} />}
    </div>
  )
}
