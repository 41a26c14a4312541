import { lateCancellations } from '@ulna/contract/session-packages/session-packages.states'
import { useTranslation } from 'react-i18next'
import type { Faults } from '../../../api/forms/server-form.ts'
import { FieldCard } from '../../../blocks/form/FieldCard.tsx'
import { TimeInput } from '../../../blocks/typed-time/TimeInput.tsx'
import { CheckboxField } from '../../../ui/base/CheckboxField.tsx'
import { TextField } from '../../../ui/base/TextField.tsx'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import styles from './PracticeForm.module.css'
import type { PracticeValues } from './practice-values.ts'

export interface AgendaSectionProps {
  values: PracticeValues
  faults: Faults
  onChange: (part: Partial<PracticeValues>) => void
}

type ClockKey = 'dayStartsAt' | 'dayEndsAt'
type NumberKey = 'appointmentMinutes' | 'lateCancelHours' | 'reminderHours'

/**
 * What the practice configures for the agenda: the working day, lengths and notice, what a late
 * cancellation costs, mails about appointments.
 */
export const AgendaSection = ({ values, faults, onChange }: AgendaSectionProps) => {
  const { t } = useTranslation('settings')
  const clock = (key: ClockKey) => ({
    label: t(`practice.${key}`),
    value: values[key],
    error: faults[key],
    onChange: (time: string) => onChange({ [key]: time }),
  })
  const number = (key: NumberKey) => ({
    name: key,
    label: t(`practice.${key}`),
    value: values[key],
    error: faults[key],
    inputMode: 'numeric' as const,
    maxLength: 4,
    onChange: (event: { currentTarget: { value: string } }) => onChange({ [key]: event.currentTarget.value }),
  })
  return (
    <FieldCard title={t('practice.agenda')} lead={t('practice.agendaLead')}>
      <TimeInput {...clock('dayStartsAt')} />
      <TimeInput {...clock('dayEndsAt')} />
      <TextField {...number('appointmentMinutes')} hint={t('practice.appointmentMinutesHint')} />
      <TextField {...number('lateCancelHours')} hint={t('practice.lateCancelHint')} />
      <SelectField
        label={t('practice.lateCancellation')}
        hint={t('practice.lateCancellationHint')}
        value={values.lateCancellation}
        error={faults.lateCancellation}
        onChange={(event) => {
          const rule = lateCancellations.find((one) => one === event.currentTarget.value)
          if (rule) onChange({ lateCancellation: rule })
        }}
        options={lateCancellations.map((one) => ({ value: one, label: t(`practice.lateRules.${one}`) }))}
      />
      <TextField {...number('reminderHours')} hint={t('practice.reminderHint')} />
      <div className={styles.wide}>
        <CheckboxField
          name="confirmationMails"
          label={t('practice.confirmationMails')}
          checked={values.confirmationMails}
          onChange={(event) => onChange({ confirmationMails: event.currentTarget.checked })}
        />
        <CheckboxField
          name="eveningSheets"
          label={t('practice.eveningSheets')}
          checked={values.eveningSheets}
          onChange={(event) => onChange({ eveningSheets: event.currentTarget.checked })}
        />
      </div>
    </FieldCard>
  )
}
