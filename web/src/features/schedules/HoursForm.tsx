import { Button } from '@mantine/core'
import type { Schedule } from '@ulna/contract/schedules/schedules'
import { useTranslation } from 'react-i18next'
import type { ZonedTime } from '../../blocks/agenda-grid/parts/zoned-time.ts'
import { FormFrame } from '../../blocks/form/FormFrame.tsx'
import { WeekPeriods } from '../../blocks/weekly-hours/WeekPeriods.tsx'
import { FormActions } from '../../ui/base/FormActions.tsx'
import { TextField } from '../../ui/base/TextField.tsx'
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import styles from './ScheduleDialog.module.css'
import { chooseHours } from './schedule-values.ts'
import { useHoursForm } from './use-hours-form.ts'
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
  const { frame, values, faults, conflict, change, text } = useHoursForm(practiceId, schedule)
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
