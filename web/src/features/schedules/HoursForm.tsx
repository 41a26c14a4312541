import { Button } from '@mantine/core'
import { mostCapacity, type Schedule } from '@ulna/contract/schedules/schedules'
import { useTranslation } from 'react-i18next'
import { useServerForm } from '../../api/forms/use-server-form.ts'
import { queueInfo } from '../../api/http/messages.ts'
import type { ZonedTime } from '../../blocks/agenda-grid/parts/zoned-time.ts'
import { FormFrame } from '../../blocks/form/FormFrame.tsx'
import { WeekPeriods } from '../../blocks/weekly-hours/WeekPeriods.tsx'
import { FormActions } from '../../ui/base/FormActions.tsx'
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

/** When somebody works and how many patients they see at once. */
export const HoursForm = ({ practiceId, schedule, usual, time, reason }: HoursFormProps) => {
  const { t } = useTranslation('schedules')
  const words = useScheduleWords(time)
  const weekWords = useWeekWords()
  const saving = useChangeSchedule(practiceId)
  const { doctorId } = schedule
  const { frame, values, faults, conflict, change, text } = useServerForm({
    stored: schedule,
    startOf: valuesOfSchedule,
    faultsOf: ({ hours, capacity }) => ({
      ...Object.fromEntries(
        [...periodFaults(hours)].map(([at, fault]) => [`hours.${at}.to`, t(`hours.${fault}`)]),
      ),
      ...(isCapacity(capacity) ? {} : { capacity: t('capacity.fault', { most: mostCapacity }) }),
    }),
    // What is wrong with the hours as a whole has no field.
    fieldOf: (path) => (path === 'hours' ? undefined : path),
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
      <ChoiceField
        legend={t('hours.legend')}
        name="hours"
        value={values.hours === null ? 'usual' : 'own'}
        choices={[
          { value: 'usual', label: t('hours.usual', usual) },
          { value: 'own', label: t('hours.own') },
        ]}
        onChange={(choice) => change(chooseHours(values, choice === 'own', usual))}
      />
      {values.hours && (
        <WeekPeriods
          value={values.hours}
          usual={usual}
          words={weekWords}
          errorOf={(index, end) => faults[`hours.${index}.${end}`]}
          onChange={(hours) => change({ hours })}
        />
      )}
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
      <FormActions>
        {frame.isDirty ? (
          <Button variant="default" onClick={frame.onDiscard}>
            {t('undoChanges')}
          </Button>
        ) : null}
        <ReasonedButton reason={reason} type="submit" loading={frame.pending} disabled={!frame.isDirty}>
          {t('hours.save')}
        </ReasonedButton>
      </FormActions>
    </FormFrame>
  )
}
