import { Button } from '@mantine/core'
import type { FieldError } from '@ulna/contract/errors'
import { type FieldDifference, recordDifference } from '@ulna/contract/records/records.difference.rules'
import type { ReadingContext } from '@ulna/contract/records/records.values.rules'
import { type ReactNode, useMemo } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type FormValues, filledValues, startValues } from '../../blocks/record-form/form/form-values.ts'
import { RecordForm } from '../../blocks/record-form/form/RecordForm.tsx'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { Card } from '../../ui/base/Card.tsx'
import styles from './Merge.module.css'
import type { ReadComparison, ReadHistory } from './patient-merges.queries.ts'

type Histories = NonNullable<ReadComparison['histories']>

const useReading = (): ReadingContext => {
  const { t } = useTranslation('record')
  const { language, timeZone, timeFormat } = useDates()
  return { language, timeZone, timeFormat, ageInYears: null, t: (key, values) => t(key, { ...values }) }
}

const valuesOf = ({ record }: ReadHistory): FormValues => record.data ?? {}

/** The form that is newer, and what both say in it: what the file that stays leaves open is filled in from the other. */
const jointOf = ({ kept, other }: Histories) => {
  const isOlder =
    kept.recordClass.classId === other.recordClass.classId &&
    kept.recordClass.version < other.recordClass.version
  const recordClass = isOlder ? other.recordClass : kept.recordClass
  const filled = {
    ...filledValues(recordClass, valuesOf(other)),
    ...filledValues(recordClass, valuesOf(kept)),
  }
  return { recordClass, values: startValues(recordClass, filled) }
}

interface DifferencesProps {
  differences: readonly FieldDifference[]
  histories: Histories
  sides: { readonly kept: string; readonly other: string }
}

/** Where both say something else, with either of it to take over; what is taken is edited below. */
const Differences = ({ differences, histories, sides }: DifferencesProps) => {
  const { t } = useTranslation('merge')
  const form = useFormContext<FormValues>()
  const take = (fieldId: string, from: ReadHistory): void =>
    form.setValue(fieldId, valuesOf(from)[fieldId] ?? null, { shouldDirty: true })
  if (differences.length === 0) return <p className={styles.apart}>{t('history.same')}</p>
  return (
    <dl className={styles.apart} aria-label={t('history.differences')}>
      {differences.map(({ fieldId, label, before, after }) => (
        <div key={fieldId} className={styles.difference}>
          <dt>{label}</dt>
          {(['kept', 'other'] as const).map((side) => (
            <dd key={side}>
              <span className={styles.side}>{sides[side]}</span>
              <span className={styles.value}>
                {(side === 'kept' ? before : after) || t('fields.nothing')}
              </span>
              <Button
                mt={8}
                variant="default"
                aria-label={t('history.takeField', { label, side: sides[side] })}
                onClick={() => take(fieldId, histories[side])}
              >
                {t('history.take')}
              </Button>
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
}

export interface HistoryFormProps {
  histories: Histories
  sides: { readonly kept: string; readonly other: string }
  serverErrors: readonly FieldError[]
  onSubmit: (history: { recordClassId: string; data: FormValues }) => void
  /** Where the merge is confirmed. */
  actions: ReactNode
}

/** Two medical histories side by side, and the one that counts from now on: whoever confirms it is its author. */
export const HistoryForm = ({ histories, sides, serverErrors, onSubmit, actions }: HistoryFormProps) => {
  const { t } = useTranslation('merge')
  const context = useReading()
  const { recordClass, values } = useMemo(() => jointOf(histories), [histories])
  const differences = useMemo(() => {
    const content = (one: ReadHistory) => ({ recordClass: one.recordClass, data: valuesOf(one) })
    return recordDifference(content(histories.kept), content(histories.other), context)
  }, [histories, context])
  return (
    <Card title={t('history.title')} lead={<p>{t('history.lead')}</p>}>
      <RecordForm
        label={t('history.title')}
        recordClass={recordClass}
        startValues={values}
        serverErrors={serverErrors}
        before={<Differences differences={differences} histories={histories} sides={sides} />}
        actions={actions}
        onSubmit={(data) => onSubmit({ recordClassId: recordClass.classId, data })}
      />
    </Card>
  )
}
