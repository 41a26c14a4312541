import { useQuery } from '@tanstack/react-query'
import type { RecordRow } from '@ulna/contract/records/records'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BodyChartComparison } from '../../../blocks/body-chart/BodyChartComparison.tsx'
import { MeasureChart } from '../../../blocks/charts/MeasureChart.tsx'
import { useDates } from '../../../i18n/dates/use-dates.ts'
import { EmptyState } from '../../../ui/base/EmptyState.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import { SkeletonRows } from '../../../ui/Skeletons.tsx'
import { classOf } from '../editor-target.ts'
import { type PatientFile, recordClassesQuery } from '../records.queries.ts'
import type { RecordWords } from '../use-record-words.ts'
import styles from './MeasuresDialog.module.css'
import { chartsOverTime, measuresOverTime, type ReadRecord } from './measures-of-patient-file.ts'

export interface MeasuresDialogProps {
  patientFile: Pick<PatientFile, 'records' | 'recordClasses'>
  words: RecordWords
  /** The case that is looked at first. */
  caseId: number | undefined
  onClose: () => void
}

const isOfCase = (record: RecordRow, caseId: number | undefined): boolean =>
  caseId === undefined || record.id === caseId || record.caseId === caseId

/** The records that say something, with their classes. */
const readRecords = (
  { records, recordClasses }: MeasuresDialogProps['patientFile'],
  words: RecordWords,
): ReadRecord[] =>
  records.flatMap((record) => {
    const recordClass = classOf(record, recordClasses)
    if (!recordClass || record.data === null || record.voidedAt !== null) return []
    return [{ record, recordClass, data: record.data, day: words.day(record) }]
  })

/** How a patient gets on: every measure that was taken twice, and the body charts beside each other. */
export const MeasuresDialog = ({ patientFile, words, caseId, onClose }: MeasuresDialogProps) => {
  const { t } = useTranslation(['evolution', 'measures'])
  const { language } = useDates()
  const [chosen, setChosen] = useState(caseId)
  const current = useQuery(recordClassesQuery)
  const read = useMemo(() => readRecords(patientFile, words), [patientFile, words])
  const inView = read.filter(({ record }) => isOfCase(record, chosen))
  const series = measuresOverTime(inView, {
    current: current.data ?? [],
    language,
    t: (key, values) => t(`measures:${key}`, { ...values }),
  })
  const charts = chartsOverTime(inView, words.title)
  const cases = read.filter(({ record }) => record.subtype === 'case').map(({ record }) => record)
  const isAsked = current.isPending
  const isEmpty = series.length === 0 && charts.length < 2

  return (
    <Dialog onClose={onClose} title={t('title')} size={1120} closeLabel={t('close')}>
      <div className={styles.body}>
        {cases.length > 0 && (
          <SelectField
            className={styles.choice}
            label={t('case')}
            value={chosen === undefined ? '' : String(chosen)}
            options={[
              { value: '', label: t('allRecords') },
              ...cases.map((one) => ({ value: String(one.id), label: words.caseName(one) })),
            ]}
            onChange={(event) => {
              const { value } = event.currentTarget
              setChosen(value === '' ? undefined : Number(value))
            }}
          />
        )}
        {isAsked && <SkeletonRows rows={4} label={t('title')} />}
        {!isAsked && isEmpty && (
          <EmptyState level={3} title={t('empty.title')}>
            {t('empty.text')}
          </EmptyState>
        )}
        {charts.length > 1 && (
          <section aria-label={t('bodyCharts')}>
            <h2>{t('bodyCharts')}</h2>
            <BodyChartComparison key={chosen} charts={charts} />
          </section>
        )}
        {!isAsked && series.length > 0 && (
          <section aria-label={t('measures')}>
            <h2>{t('measures')}</h2>
            <div className={styles.charts}>
              {series.map((one) => (
                <MeasureChart key={one.key} series={one} />
              ))}
            </div>
          </section>
        )}
      </div>
    </Dialog>
  )
}
