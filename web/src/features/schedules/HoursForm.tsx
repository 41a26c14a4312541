import { Button } from '@mantine/core'
import type { Schedule } from '@ulna/contract/schedules/schedules'
import { mostCapacity } from '@ulna/contract/schedules/schedules'
import { useTranslation } from 'react-i18next'
import type { Faults } from '../../api/forms/server-form.ts'
import { useServerForm } from '../../api/forms/use-server-form.ts'
import { queueInfo } from '../../api/http/messages.ts'
import type { ZonedTime } from '../../blocks/agenda-grid/parts/zoned-time.ts'
import { FormFrame } from '../../blocks/form/FormFrame.tsx'
import { WeekPeriods } from '../../blocks/weekly-hours/WeekPeriods.tsx'
import { TextField } from '../../ui/base/TextField.tsx'
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import styles from './ScheduleDialog.module.css'
import {
  changeOfSchedule,
  chooseHours,
  inOrder,
  isCapacity,
  periodFaults,
  type ScheduleValues,
  valuesOfSchedule,
} from './schedule-values.ts'
import { useChangeSchedule } from './schedules.mutations.ts'
import { useScheduleWords, useWeekWords } from './use-schedule-words.ts'

export interface HoursFormProps {
  practiceId: number
  schedule: Schedule
  /** The working day of the practice. */
  usual: { from: string; to: string }
  time: ZonedTime
  /** Why these hours may not be changed; undefined when they may. */
  reason: string | undefined
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

/** What is wrong with the hours, said before anything is sent. */
const useHoursFaults = () => {
  const { t } = useTranslation('schedules')
  return ({ hours, capacity }: ScheduleValues): Faults => ({
    ...Object.fromEntries(
      [...periodFaults(hours)].map(([at, fault]) => [`hours.${at}.to`, t(`hours.${fault}`)]),
    ),
    ...(isCapacity(capacity) ? {} : { capacity: t('capacity.fault', { most: mostCapacity }) }),
  })
}

/** When somebody works and how many patients they see at once. */
export const HoursForm = ({ practiceId, schedule, usual, time, reason }: HoursFormProps) => {
  const { t } = useTranslation('schedules')
  const words = useScheduleWords(time)
  const saving = useChangeSchedule(practiceId)
  const { doctorId } = schedule
  const { frame, values, faults, conflict, change, text } = useServerForm({
    stored: schedule,
    startOf: valuesOfSchedule,
    faultsOf: useHoursFaults(),
    fieldOf: (path) => (/^hours\.|^capacity$/.test(path) ? path : undefined),
    tidy: inOrder,
    save: ({ values: wish, stored: { version } }) =>
      saving.mutateAsync({ doctorId, change: changeOfSchedule(wish, version) }),
    onSaved: (saved, goOn) => {
      goOn(saved)
      queueInfo(t('hours.saved'))
    },
  })
  const theirs = conflict && {
    title: t('conflict.hours'),
    text: t('conflict.theirHours', {
      hours: words.hours(conflict.stored.hours),
      capacity: conflict.stored.capacity,
    }),
  }
  return (
    <FormFrame frame={frame} label={t('hours.title')} conflict={theirs} reason={reason}>
      <Week
        values={values}
        usual={usual}
        errorOf={(index, end) => faults[`hours.${index}.${end}`]}
        onChange={change}
      />
      <TextField
        {...text('capacity')}
        label={t('capacity.label')}
        hint={t('capacity.hint')}
        className={styles.short}
        inputMode="numeric"
        maxLength={2}
        autoComplete="off"
        onChange={(event) => change({ capacity: event.currentTarget.value.trim() })}
      />
      <div className={styles.actions}>
        {frame.isDirty ? (
          <Button variant="default" onClick={frame.onDiscard}>
            {t('undoChanges')}
          </Button>
        ) : null}
        <ReasonedButton reason={reason} type="submit" loading={frame.pending} disabled={!frame.isDirty}>
          {t('hours.save')}
        </ReasonedButton>
      </div>
    </FormFrame>
  )
}
