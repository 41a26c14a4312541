import { Button } from '@mantine/core'
import type { Schedule } from '@ulna/contract/schedules/schedules'
import { mostCapacity } from '@ulna/contract/schedules/schedules'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queueInfo } from '../../api/http/messages.ts'
import type { ZonedTime } from '../../blocks/agenda-grid/parts/zoned-time.ts'
import { WeekPeriods } from '../../blocks/weekly-hours/WeekPeriods.tsx'
import { TextField } from '../../ui/base/TextField.tsx'
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { Conflict, Problem } from './ScheduleBanners.tsx'
import css from './ScheduleDialog.module.css'
import {
  afterSave,
  changeOfSchedule,
  chooseHours,
  hasFaults,
  isSameSchedule,
  type ScheduleValues,
  scheduleFaults,
  valuesOfSchedule,
} from './schedule-values.ts'
import { useChangeSchedule } from './schedules.mutations.ts'
import { useRefusal } from './use-refusal.ts'
import { useScheduleWords, useWeekWords } from './use-schedule-words.ts'

export interface HoursFormProps {
  practiceId: number
  schedule: Schedule
  /** The working day of the practice. */
  usual: { from: string; to: string }
  time: ZonedTime
  /** Why these hours may not be changed; undefined when they may. */
  reason: string | undefined
  onDirty: (isDirty: boolean) => void
}

interface WeekProps {
  values: ScheduleValues
  usual: { from: string; to: string }
  errorOf: (index: number, end: 'from' | 'to') => string | undefined
  onChange: (part: Partial<ScheduleValues>) => void
}

const Week = ({ values, usual, errorOf, onChange }: WeekProps) => {
  const { t } = useTranslation('schedules')
  const words = useWeekWords()
  return (
    <>
      <ChoiceField
        legend={t('hours.legend')}
        name="hours"
        value={values.hours === null ? 'usual' : 'own'}
        choices={[
          { value: 'usual', label: t('hours.usual', usual) },
          { value: 'own', label: t('hours.own') },
        ]}
        onChange={(choice) => onChange(chooseHours(values, choice === 'own', usual))}
      />
      {values.hours === null ? null : (
        <WeekPeriods
          value={values.hours}
          usual={usual}
          words={words}
          errorOf={errorOf}
          onChange={(hours) => onChange({ hours })}
        />
      )}
    </>
  )
}

/** The form's values over what is stored, its faults and how it is saved. */
const useHoursForm = ({ practiceId, schedule, onDirty }: HoursFormProps) => {
  const { t } = useTranslation('schedules')
  const [base, setBase] = useState(schedule)
  const [values, setValues] = useState(() => valuesOfSchedule(schedule))
  const [showsFaults, setShowsFaults] = useState(false)
  const change = useChangeSchedule(practiceId)
  const refusal = useRefusal<Schedule>()
  const isDirty = !isSameSchedule(values, valuesOfSchedule(base))
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])

  const adopt = (stored: Schedule) => {
    setBase(stored)
    setValues(valuesOfSchedule(stored))
    refusal.forget()
  }
  const save = (version = base.version) => {
    const isWrong = hasFaults(scheduleFaults(values))
    setShowsFaults(isWrong)
    if (isWrong) return
    refusal.forget()
    const wish = { doctorId: schedule.doctorId, change: changeOfSchedule(values, version) }
    change.mutate(wish, {
      onSuccess: (saved) => {
        setBase(saved)
        setValues((current) => afterSave(current, values, saved))
        queueInfo(t('hours.saved'))
      },
      onError: refusal.take,
    })
  }
  const undo = () => setValues(valuesOfSchedule(base))
  return { values, setValues, showsFaults, refusal, isDirty, isPending: change.isPending, adopt, undo, save }
}

/** When somebody works and how many patients they see at once. */
export const HoursForm = (props: HoursFormProps) => {
  const { usual, time, reason } = props
  const { t } = useTranslation('schedules')
  const words = useScheduleWords(time)
  const hoursForm = useHoursForm(props)
  const { values, setValues, showsFaults, refusal, isDirty, isPending, adopt, undo, save } = hoursForm
  const faults = scheduleFaults(values)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason === undefined) save()
  }
  const errorOf = (index: number, end: 'from' | 'to'): string | undefined => {
    const fault = faults.periods.get(index)
    return showsFaults && fault && end === 'to' ? t(`hours.${fault}`) : undefined
  }
  const { theirs, problem } = refusal
  return (
    <form className={css.form} noValidate onSubmit={submit}>
      {problem ? <Problem title={t('failed.title')} text={problem} /> : null}
      {theirs ? (
        <Conflict
          title={t('conflict.hours')}
          text={t('conflict.theirHours', { hours: words.hours(theirs.hours), capacity: theirs.capacity })}
          isPending={isPending}
          onTheirs={() => adopt(theirs)}
          onMine={() => save(theirs.version)}
        />
      ) : null}
      <Week
        values={values}
        usual={usual}
        errorOf={errorOf}
        onChange={(part) => setValues({ ...values, ...part })}
      />
      <TextField
        label={t('capacity.label')}
        hint={t('capacity.hint')}
        error={showsFaults && faults.capacity ? t('capacity.fault', { most: mostCapacity }) : undefined}
        className={css.short}
        inputMode="numeric"
        maxLength={2}
        autoComplete="off"
        value={values.capacity}
        onChange={(event) => setValues({ ...values, capacity: event.currentTarget.value.trim() })}
      />
      <div className={css.actions}>
        {isDirty ? (
          <Button variant="default" onClick={undo}>
            {t('undoChanges')}
          </Button>
        ) : null}
        <ReasonedButton reason={reason} type="submit" loading={isPending} disabled={!isDirty}>
          {t('hours.save')}
        </ReasonedButton>
      </div>
    </form>
  )
}
