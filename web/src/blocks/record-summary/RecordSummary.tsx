import { marksIn } from '@ulna/contract/record-class/body-chart/record-class.body-chart.values'
import type { RecordClass } from '@ulna/contract/record-class/record-class'
import { valueFieldsOf } from '@ulna/contract/record-class/record-class.fields'
import type { RecordRow } from '@ulna/contract/records/records'
import {
  besidesSummary,
  type ContentsSection,
  leftOutSummary,
  mostSummaryFields,
  recordSummary,
  type SummaryItem,
  untitledContents,
} from '@ulna/contract/records/records.summary.rules'
import type { ReadingContext } from '@ulna/contract/records/records.values.rules'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { lazyPart } from '../../i18n/lazy-part.ts'
import { Hint, hintClass } from '../../ui/base/Hint.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import styles from './RecordSummary.module.css'

export interface RecordSummaryProps {
  /** Class and version the record was written with. */
  recordClass: RecordClass
  data: NonNullable<RecordRow['data']>
  /** Age of the patient: below 20 the body mass index has no adult band. */
  ageInYears?: number | null
  /** Names of cases by id. */
  cases?: ReadonlyMap<number, string>
}

// Few classes have scores.
const RecordScores = lazyPart(() => import('../record-scores/RecordScores.tsx'), 'RecordScores')

// Many records have no drawing.
const BodyChartPicture = lazyPart(() => import('../body-chart/BodyChartPicture.tsx'), 'BodyChartPicture')

type Data = RecordSummaryProps['data']

/** The names of the regions come with the first chart that is read. */
const useChartWords = (recordClass: RecordClass, data: Data): boolean => {
  const hasChart = valueFieldsOf(recordClass).some(
    ({ field }) => field.type === 'body_chart' && data[field.id] !== undefined,
  )
  return useTranslation(hasChart ? 'bodyChart' : 'record').ready
}

const Items = ({ items, data }: { items: readonly SummaryItem[]; data: Data }) => (
  <dl className={styles.list}>
    {items.map((item) => (
      <div key={item.fieldId}>
        <dt className={hintClass}>{item.label}</dt>
        <dd>
          {item.text}
          {item.type === 'body_chart' && (
            <Suspense>
              <BodyChartPicture marks={marksIn(data[item.fieldId])} />
            </Suspense>
          )}
        </dd>
      </div>
    ))}
  </dl>
)

const Contents = ({ sections, data }: { sections: readonly ContentsSection[]; data: Data }) => (
  <div className={styles.sections}>
    {sections.map((section) => (
      <section key={section.sectionId} aria-label={section.label}>
        {sections.length > 1 && <h3>{section.label}</h3>}
        {section.text && <p>{section.text}</p>}
        <Items items={section.items} data={data} />
      </section>
    ))}
  </div>
)

interface Reading {
  /** The items of the summary, lowest `displayOrder` first. */
  summary: readonly SummaryItem[]
  /** Everything, by section, and what of it the summary does not say. */
  whole: readonly ContentsSection[]
  besides: readonly ContentsSection[]
  data: Data
}

/**
 * All of a record: its summary and what that leaves out. Forms with texts to read, and records without a summary, are
 * read as they were written, by section.
 */
const Whole = ({ summary, whole, besides, data }: Reading) =>
  summary.length === 0 || whole.some(({ text }) => text !== '') ? (
    <Contents sections={whole} data={data} />
  ) : (
    <>
      <Items items={summary} data={data} />
      <Contents sections={besides} data={data} />
    </>
  )

const countOf = (sections: readonly ContentsSection[]): number =>
  sections.reduce((count, { items, text }) => count + items.length + (text === '' ? 0 : 1), 0)

/**
 * What a record says: at most 12 fields, or all of it when expanded. What has no field to begin with is shown whole at
 * once.
 */
export const RecordSummary = ({ recordClass, data, ageInYears, cases }: RecordSummaryProps) => {
  const { t } = useTranslation('record')
  const { language, timeZone, timeFormat } = useDates()
  const [expanded, setExpanded] = useState(false)
  const knowsWords = useChartWords(recordClass, data)
  const context: ReadingContext = {
    language,
    timeZone,
    timeFormat,
    t: (key, values) => t(key, { ...values }),
    ...(ageInYears === undefined ? {} : { ageInYears }),
    ...(cases ? { cases } : {}),
  }
  const summary = recordSummary(recordClass, data, { ...context, expanded: true })
  const short =
    summary.length > 0 ? summary.slice(0, mostSummaryFields) : leftOutSummary(recordClass, data, context)
  const whole = untitledContents(recordClass, data, context)
  const reading = { summary, whole, besides: besidesSummary(recordClass, data, context), data }

  if (!knowsWords) return null
  if (whole.length === 0) return <Hint>{t('summary.empty')}</Hint>
  const scores = recordClass.scores && (
    <Suspense>
      <RecordScores recordClass={recordClass} data={data} language={language} />
    </Suspense>
  )
  const hasMore = short.length > 0 && countOf(whole) > short.length
  return (
    <>
      {expanded || short.length === 0 ? <Whole {...reading} /> : <Items items={short} data={data} />}
      {scores}
      {hasMore && (
        <TextButton className={styles.more} aria-expanded={expanded} onClick={() => setExpanded(!expanded)}>
          {t(expanded ? 'summary.less' : 'summary.more')}
        </TextButton>
      )}
    </>
  )
}
