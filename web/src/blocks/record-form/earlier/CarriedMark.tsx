import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type FormValues, sameValues } from '../form/form-values.ts'
import { useRecordFormFrame } from '../form/record-form-frame.ts'
import styles from './CarryForward.module.css'

export interface CarriedMarkProps {
  fieldId: string
  markId: string
  /** Told whether the mark stands, for what describes the field. */
  onMarked: (isMarked: boolean) => void
}

/** Says of a field that was carried forward that it still says what it said then; goes with the first change. */
export const CarriedMark = ({ fieldId, markId, onMarked }: CarriedMarkProps) => {
  const { t } = useTranslation('writing')
  const { last, lastDay } = useRecordFormFrame()
  const form = useFormContext<FormValues>()
  const today: unknown = useWatch({ control: form.control, name: fieldId })
  const isMarked = sameValues(today, last?.[fieldId])
  useEffect(() => {
    onMarked(isMarked)
    return () => onMarked(false)
  }, [isMarked, onMarked])
  if (!isMarked) return null
  return (
    <p id={markId} className={styles.mark} data-carried={fieldId}>
      {t('carry.unchanged', { day: lastDay ?? '' })}
    </p>
  )
}
