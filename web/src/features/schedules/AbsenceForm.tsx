import { Button } from '@mantine/core'
import { limits } from '@ulna/contract/http/text'
import type { Absence } from '@ulna/contract/schedules/schedules'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { ServerForm } from '../../api/forms/server-form.ts'
import { useServerForm } from '../../api/forms/use-server-form.ts'
import type { CalendarDay } from '../../blocks/agenda-grid/parts/calendar-day.ts'
import type { ZonedTime } from '../../blocks/agenda-grid/parts/zoned-time.ts'
import { FormFrame } from '../../blocks/form/FormFrame.tsx'
import { useLeaveQuestion } from '../../blocks/form/use-leave-question.tsx'
import { DayInput } from '../../blocks/typed-time/DayInput.tsx'
import { dayOf } from '../../blocks/typed-time/day-text.ts'
import { TimeInput } from '../../blocks/typed-time/TimeInput.tsx'
import { CheckboxField } from '../../ui/base/CheckboxField.tsx'
import { FormActions } from '../../ui/base/FormActions.tsx'
import { TextField } from '../../ui/base/TextField.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import {
  type AbsenceValues,
  absenceFaults,
  absenceFieldOf,
  inputOfAbsence,
  newAbsence,
  valuesOfAbsence,
} from './absence-values.ts'
import styles from './ScheduleDialog.module.css'
import { type SavedAbsence, useSaveAbsence } from './schedules.mutations.ts'
import { useScheduleWords } from './use-schedule-words.ts'

export interface AbsenceFormProps {
  practiceId: number
  /** Who is away; null means the whole practice. */
  doctorId: number | null
  stored: Absence | undefined
  today: CalendarDay
  usual: { from: string; to: string }
  time: ZonedTime
  reason: string | undefined
  onSaved: (saved: SavedAbsence) => void
  /** The absence was saved as it stood when it was sent; what was typed since is still to be saved. */
  onSavedBefore: (saved: SavedAbsence) => void
  onCancel: () => void
}

type WhenProps = Pick<ServerForm<Absence | undefined, AbsenceValues>, 'values' | 'faults' | 'change'>

const When = ({ values, faults, change }: WhenProps) => {
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
  const { practiceId, doctorId, today, usual, time, reason, onCancel } = props
  const { t } = useTranslation('schedules')
  const words = useScheduleWords(time)
  const saving = useSaveAbsence(practiceId)
  const { frame, stored, conflict, ...fields } = useServerForm({
    stored: props.stored,
    startOf: (known) => (known ? valuesOfAbsence(known, time, usual) : newAbsence(today, usual)),
    tidy: (values) => ({ ...values, title: values.title.trim() }),
    faultsOf: (values) =>
      Object.fromEntries(
        Object.entries(absenceFaults(values)).map(([name, fault]) => [name, t(`absence.${fault}`)]),
      ),
    fieldOf: absenceFieldOf,
    save: ({ values, stored: base, keyOf }) => {
      const input = inputOfAbsence(values, doctorId, time)
      return saving.mutateAsync({ stored: base, input, idempotencyKey: keyOf(input) })
    },
    onSaved: (saved, goOn, isTypedOn) => {
      if (!isTypedOn) return props.onSaved(saved)
      goOn(saved.absence)
      props.onSavedBefore(saved)
    },
  })
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
