import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { TextButton } from '../../../ui/TextButton.tsx'
import { type FormValues, sameValues } from '../form/form-values.ts'
import { useRecordFormFrame } from '../form/record-form-frame.ts'
import { useLateValues } from '../form/use-late-values.ts'
import styles from './CarryForward.module.css'
import { unchangedFields, valuesToCarry } from './carry-forward.ts'

export interface CarryForwardProps {
  isRestored: boolean
  /** Where its buttons stand: beside the title, so that they take no line of their own from the form. */
  place: HTMLElement
}

/** Fills the empty fields with what the last visit said, marks them, and takes it back. Stands inside a RecordForm. */
export const CarryForward = ({ isRestored, place }: CarryForwardProps) => {
  const { t } = useTranslation('writing')
  const { recordClass, last, lastDay, carried, setCarried } = useRecordFormFrame()
  const form = useFormContext<FormValues>()
  const today = useLateValues()
  const [before, setBefore] = useState<FormValues>()
  const bar = useRef<HTMLElement>(null)
  const offered = valuesToCarry(recordClass, today, last)
  const unchangedIn = (values: FormValues) => [...carried].filter((id) => sameValues(values[id], last?.[id]))
  const unchanged = unchangedIn(today)

  // A draft of an earlier sitting does not say what was carried; what says the same as last time is marked.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what the form starts with
  useEffect(() => {
    if (isRestored) setCarried(new Set(unchangedFields(recordClass, form.getValues(), last)))
  }, [])

  const fill = (values: FormValues) => {
    for (const [fieldId, value] of Object.entries(values))
      form.setValue(fieldId, value, { shouldDirty: true })
  }

  const carry = () => {
    const values = form.getValues()
    const brought = valuesToCarry(recordClass, values, last)
    const ids = Object.keys(brought)
    setBefore(Object.fromEntries(ids.map((id) => [id, values[id] ?? null])))
    fill(brought)
    setCarried(new Set([...carried, ...ids]))
    bar.current?.focus()
  }

  const undo = () => {
    const still = unchangedIn(form.getValues())
    const untouched = Object.entries(before ?? {}).filter(([id]) => still.includes(id))
    fill(Object.fromEntries(untouched))
    setBefore(undefined)
    setCarried(new Set())
    bar.current?.focus()
  }

  const canUndo = before !== undefined && unchanged.length > 0
  const count = Object.keys(offered).length
  if (count === 0 && unchanged.length === 0 && before === undefined) return null
  return (
    <>
      {createPortal(
        <section ref={bar} className={styles.bar} tabIndex={-1} aria-label={t('carry.label')}>
          {count > 0 && <TextButton onClick={carry}>{t('carry.carry', { day: lastDay ?? '' })}</TextButton>}
          {canUndo && <TextButton onClick={undo}>{t('carry.undo')}</TextButton>}
        </section>,
        place,
      )}
      <p role="status" className={styles.count}>
        {unchanged.length > 0 && t('carry.count', { count: unchanged.length, day: lastDay ?? '' })}
      </p>
    </>
  )
}
