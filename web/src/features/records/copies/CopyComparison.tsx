import { Button } from '@mantine/core'
import { type FieldDifference, recordDifference } from '@ulna/contract/records/records.difference.rules'
import type { ReadingContext } from '@ulna/contract/records/records.values.rules'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type FormValues, filledValues } from '../../../blocks/record-form/form/form-values.ts'
import { useRecordFormFrame } from '../../../blocks/record-form/form/record-form-frame.ts'
import { useDates } from '../../../i18n/dates/use-dates.ts'
import styles from './DraftCopies.module.css'

const Field = ({ difference, onTake }: { difference: FieldDifference; onTake: (id: string) => void }) => {
  const { t } = useTranslation('writing')
  const { fieldId, label, before, after } = difference
  return (
    <div className={styles.field}>
      <dt>{label}</dt>
      <dd>
        <span className={styles.side}>{t('copies.here')}</span>
        <span className={styles.text}>{before || t('copies.nothing')}</span>
      </dd>
      <dd>
        <span className={styles.side}>{t('copies.there')}</span>
        <span className={styles.text}>{after || t('copies.nothing')}</span>
        <Button
          mt={8}
          variant="default"
          onClick={() => onTake(fieldId)}
          aria-label={t('copies.takeField', { label })}
        >
          {t('copies.take')}
        </Button>
      </dd>
    </div>
  )
}

const useReading = (): ReadingContext => {
  const { t } = useTranslation('record')
  const { language, timeZone, timeFormat } = useDates()
  return { language, timeZone, timeFormat, ageInYears: null, t: (key, values) => t(key, { ...values }) }
}

/** The open form beside another text of it, field by field; each field may be taken over. */
export const CopyComparison = ({ data, onTake }: { data: FormValues; onTake: (fieldId: string) => void }) => {
  const { t } = useTranslation('writing')
  const { recordClass } = useRecordFormFrame()
  const context = useReading()
  const form = useFormContext<FormValues>()
  const today = useWatch({ control: form.control }) as FormValues
  const contentOf = (values: FormValues) => ({ recordClass, data: filledValues(recordClass, values) })
  const differences = recordDifference(contentOf(today), contentOf(data), context)
  if (differences.length === 0) return <p>{t('copies.same')}</p>
  return (
    <dl className={styles.comparison}>
      {differences.map((difference) => (
        <Field key={difference.fieldId} difference={difference} onTake={onTake} />
      ))}
    </dl>
  )
}
