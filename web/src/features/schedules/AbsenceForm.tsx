import { Button } from '@mantine/core'
import { limits } from '@ulna/contract/http/text'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormFields } from '../../api/forms/server-form.ts'
import { FormFrame } from '../../blocks/form/FormFrame.tsx'
import { useLeaveQuestion } from '../../blocks/form/use-leave-question.tsx'
import { DayInput } from '../../blocks/typed-time/DayInput.tsx'
import { dayOf } from '../../blocks/typed-time/day-text.ts'
import { TimeInput } from '../../blocks/typed-time/TimeInput.tsx'
import { CheckboxField } from '../../ui/base/CheckboxField.tsx'
import { FormActions } from '../../ui/base/FormActions.tsx'
import { TextField } from '../../ui/base/TextField.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import type { AbsenceValues } from './absence-values.ts'
import styles from './ScheduleDialog.module.css'
import { type AbsenceOptions, useAbsenceForm } from './use-absence-form.ts'
import { useScheduleWords } from './use-schedule-words.ts'

export interface AbsenceFormProps extends AbsenceOptions {
  reason: string | undefined
  onCancel: () => void
}

const When = ({ values, faults, change }: FormFields<AbsenceValues>) => {
  const { t } = useTranslation('schedules')
  const clockOf = (field: 'from' | 'to') =>
    values.wholeDays ? null : (
      <TimeInput
        label={t(`absence.${field}`)}
        value={values[field]}
        error={faults[field]}
        onChange={(time) => change({ [field]: time })}
      />
    )
  const setFirst = (firstDay: string | null) => {
    // The last day follows: an absence of one day is the usual one.
    const [first, last] = [dayOf(firstDay), dayOf(values.lastDay)]
    const isBehind = first !== null && last !== null && last < first
    change({ firstDay, ...(isBehind ? { lastDay: firstDay } : {}) })
  }
  return (
    <div className={values.wholeDays ? `${styles.when} ${styles.days}` : styles.when}>
      <DayInput
        label={t('absence.firstDay')}
        value={values.firstDay}
        error={faults.firstDay}
        onChange={setFirst}
      />
      {clockOf('from')}
      <DayInput
        label={t('absence.lastDay')}
        value={values.lastDay}
        error={faults.lastDay}
        onChange={(lastDay) => change({ lastDay })}
      />
      {clockOf('to')}
    </div>
  )
}

/** Enters an absence or changes one. */
export const AbsenceForm = (props: AbsenceFormProps) => {
  const { time, reason, onCancel } = props
  const { t } = useTranslation('schedules')
  const words = useScheduleWords(time)
  const { frame, stored, conflict, ...fields } = useAbsenceForm(props)
  const { question, close } = useLeaveQuestion({ ...frame, onClose: onCancel, isPart: true })
  // What was pressed to get here is out of sight now.
  useEffect(() => frame.form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), [frame.form])
  const label = t(stored ? 'absence.editTitle' : 'absence.newTitle')
  const theirs = conflict?.stored && {
    title: t('conflict.absence'),
    text: t('conflict.theirAbsence', { title: conflict.stored.title, when: words.absence(conflict.stored) }),
  }
  return (
    <div className={styles.inset}>
      <h3>{label}</h3>
      <FormFrame
        frame={{ ...frame, onSave: frame.isUnchanged ? onCancel : frame.onSave }}
        label={label}
        conflict={theirs}
        reason={reason}
      >
        <TextField
          {...fields.text('title')}
          label={t('absence.title')}
          hint={t('absence.titleHint')}
          maxLength={limits.title}
          autoComplete="off"
          data-autofocus=""
        />
        <CheckboxField
          label={t('absence.wholeDays')}
          checked={fields.values.wholeDays}
          onChange={(event) => fields.change({ wholeDays: event.currentTarget.checked })}
        />
        <When {...fields} />
        <FormActions>
          <Button variant="default" onClick={close}>
            {t('cancel')}
          </Button>
          <ReasonedButton reason={reason} type="submit" loading={frame.pending}>
            {t('absence.save')}
          </ReasonedButton>
        </FormActions>
      </FormFrame>
      {question}
    </div>
  )
}
