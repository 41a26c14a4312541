import { Button } from '@mantine/core'
import { limits } from '@ulna/contract/http/text'
import type { Absence } from '@ulna/contract/schedules/schedules'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CalendarDay } from '../../blocks/agenda-grid/parts/calendar-day.ts'
import type { ZonedTime } from '../../blocks/agenda-grid/parts/zoned-time.ts'
import { DayInput } from '../../blocks/typed-time/DayInput.tsx'
import { dayOf } from '../../blocks/typed-time/day-text.ts'
import { ClockInput } from '../../blocks/weekly-hours/ClockInput.tsx'
import { CheckboxField } from '../../ui/base/CheckboxField.tsx'
import { TextField } from '../../ui/base/TextField.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { type AbsenceEditing, afterSaving, isDirtyAbsence } from './absence-editing.ts'
import {
  type AbsenceValues,
  absenceFaults,
  inputOfAbsence,
  newAbsence,
  valuesOfAbsence,
} from './absence-values.ts'
import { Conflict, Problem } from './ScheduleBanners.tsx'
import css from './ScheduleDialog.module.css'
import { type SavedAbsence, useSaveAbsence } from './schedules.mutations.ts'
import { useRefusal } from './use-refusal.ts'
import { useScheduleWords } from './use-schedule-words.ts'

export interface AbsenceFormProps {
  practiceId: number
  /** Null: the whole practice. */
  doctorId: number | null
  stored: Absence | undefined
  today: CalendarDay
  usual: { from: string; to: string }
  time: ZonedTime
  reason: string | undefined
  onSaved: (saved: SavedAbsence) => void
  /** It was saved as it stood before; what was typed meanwhile is still to be. */
  onSavedBefore: (saved: SavedAbsence) => void
  onCancel: () => void
  onDirty: (isDirty: boolean) => void
}

interface FieldsProps {
  values: AbsenceValues
  errorOf: (field: keyof AbsenceValues) => string | undefined
  onChange: (part: Partial<AbsenceValues>) => void
}

const When = ({ values, errorOf, onChange }: FieldsProps) => {
  const { t } = useTranslation('schedules')
  const clockOf = (field: 'from' | 'to') =>
    values.wholeDays ? null : (
      <ClockInput
        name={t(`absence.${field}`)}
        label={t(`absence.${field}`)}
        value={values[field]}
        error={errorOf(field)}
        onChange={(time) => onChange({ [field]: time })}
      />
    )
  const setFirst = (firstDay: string | null) => {
    // The last day follows: an absence of one day is the usual one.
    const [first, last] = [dayOf(firstDay), dayOf(values.lastDay)]
    const isBehind = first !== null && last !== null && last < first
    onChange({ firstDay, ...(isBehind ? { lastDay: firstDay } : {}) })
  }
  return (
    <div className={values.wholeDays ? `${css.when} ${css.days}` : css.when}>
      <DayInput
        label={t('absence.firstDay')}
        value={values.firstDay}
        error={errorOf('firstDay')}
        onChange={setFirst}
      />
      {clockOf('from')}
      <DayInput
        label={t('absence.lastDay')}
        value={values.lastDay}
        error={errorOf('lastDay')}
        onChange={(lastDay) => onChange({ lastDay })}
      />
      {clockOf('to')}
    </div>
  )
}

const Fields = ({ values, errorOf, onChange }: FieldsProps) => {
  const { t } = useTranslation('schedules')
  return (
    <>
      <TextField
        label={t('absence.title')}
        hint={t('absence.titleHint')}
        value={values.title}
        error={errorOf('title')}
        maxLength={limits.title}
        autoComplete="off"
        data-autofocus=""
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <CheckboxField
        label={t('absence.wholeDays')}
        checked={values.wholeDays}
        onChange={(event) => onChange({ wholeDays: event.currentTarget.checked })}
      />
      <When values={values} errorOf={errorOf} onChange={onChange} />
    </>
  )
}

const useAbsenceForm = (props: AbsenceFormProps) => {
  const { practiceId, doctorId, stored, today, usual, time, onSaved, onSavedBefore, onDirty } = props
  const [editing, setEditing] = useState((): AbsenceEditing => {
    const start = stored ? valuesOfAbsence(stored, time, usual) : newAbsence(today, usual)
    return { stored, start, values: start }
  })
  const latest = useRef(editing)
  latest.current = editing
  const [showsFaults, setShowsFaults] = useState(false)
  const saving = useSaveAbsence(practiceId)
  const refusal = useRefusal<Absence>()
  const isDirty = isDirtyAbsence(editing)
  useEffect(() => {
    onDirty(isDirty)
    return () => onDirty(false)
  }, [isDirty, onDirty])
  const save = (over = editing.stored) => {
    const sent = editing.values
    const isWrong = Object.keys(absenceFaults(sent)).length > 0
    setShowsFaults(isWrong)
    if (isWrong || saving.isPending) return
    refusal.forget()
    const onSuccess = (saved: SavedAbsence) => {
      const next = afterSaving(latest.current, sent, saved.absence)
      if (!isDirtyAbsence(next)) return onSaved(saved)
      setEditing((current) => afterSaving(current, sent, saved.absence))
      onSavedBefore(saved)
    }
    const input = inputOfAbsence(sent, doctorId, time)
    saving.mutate({ stored: over, input }, { onSuccess, onError: refusal.take })
  }
  const change = (part: Partial<AbsenceValues>) =>
    setEditing((current) => ({ ...current, values: { ...current.values, ...part } }))
  const adopt = (theirs: Absence) => {
    const values = valuesOfAbsence(theirs, time, usual)
    setEditing({ stored: theirs, start: values, values })
    refusal.forget()
  }
  return { ...editing, change, showsFaults, refusal, isPending: saving.isPending, save, adopt }
}

/** Enters an absence or changes one. */
export const AbsenceForm = (props: AbsenceFormProps) => {
  const { time, reason, onCancel } = props
  const { t } = useTranslation('schedules')
  const words = useScheduleWords(time)
  const { stored, values, change, showsFaults, refusal, isPending, save, adopt } = useAbsenceForm(props)
  const faults = showsFaults ? absenceFaults(values) : {}
  const { theirs, problem } = refusal
  const form = useRef<HTMLFormElement>(null)
  // What was pressed to get here is out of sight now.
  useEffect(() => form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason === undefined) save()
  }
  const isWrong = Object.keys(faults).length > 0
  // Whoever saves by keyboard is brought to what is missing.
  useEffect(() => {
    if (isWrong) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [isWrong])
  return (
    <form ref={form} className={`${css.form} ${css.inset}`} noValidate onSubmit={submit}>
      <h3>{t(stored ? 'absence.editTitle' : 'absence.newTitle')}</h3>
      {problem ? <Problem title={t('failed.title')} text={problem} /> : null}
      {theirs ? (
        <Conflict
          title={t('conflict.absence')}
          text={t('conflict.theirAbsence', { title: theirs.title, when: words.absence(theirs) })}
          isPending={isPending}
          onTheirs={() => adopt(theirs)}
          onMine={() => save(theirs)}
        />
      ) : null}
      <Fields
        values={values}
        errorOf={(field) => {
          const fault = faults[field]
          return fault && t(`absence.${fault}`)
        }}
        onChange={change}
      />
      <div className={css.actions}>
        <Button variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <ReasonedButton reason={reason} type="submit" loading={isPending}>
          {t('absence.save')}
        </ReasonedButton>
      </div>
    </form>
  )
}
