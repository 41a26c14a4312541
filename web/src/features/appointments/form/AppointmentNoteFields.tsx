import { Checkbox, Textarea } from '@mantine/core'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import '../../../ui/fields/mantine-styles.ts'
import { limits } from '@ulna/contract/http/text'
import { type Control, Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import styles from './AppointmentForm.module.css'
import type { AppointmentFormValues } from './appointment-form-values.ts'

type FormControl = Control<AppointmentFormValues>

const LongText = ({ control, name }: { control: FormControl; name: 'note' | 'patientNote' }) => {
  const { t } = useTranslation('calendar')
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <Textarea
          {...field}
          label={t(`form.${name}`)}
          rows={2}
          maxLength={limits.note}
          error={fieldState.error?.message}
        />
      )}
    />
  )
}

/** Whether the patient confirmed, and the notes, which most appointments do without. */
export const AppointmentNoteFields = ({ control, opened }: { control: FormControl; opened: boolean }) => {
  const { t } = useTranslation('calendar')
  return (
    <>
      <Controller
        control={control}
        name="confirmed"
        render={({ field: { value, ...field } }) => (
          <Checkbox {...field} checked={value} label={t('form.confirmed')} />
        )}
      />
      <details className={styles.more} open={opened}>
        <summary>{t('form.more')}</summary>
        <div>
          <LongText control={control} name="note" />
          <LongText control={control} name="patientNote" />
        </div>
      </details>
    </>
  )
}
