import type { Patient } from '@ulna/contract/patients/patients'
import { useTranslation } from 'react-i18next'
import type { ServerForm } from '../../api/forms/server-form.ts'
import { TextField } from '../../ui/base/TextField.tsx'
import { TextAreaField } from '../../ui/fields/TextAreaField.tsx'
import { MailChoices } from './MailChoices.tsx'
import styles from './PatientForm.module.css'
import { PictureField } from './PictureField.tsx'
import type { PatientFormValues, TextName } from './patient-form-values.ts'

export interface MoreAboutPatientProps {
  form: ServerForm<Patient | undefined, PatientFormValues>
  clinical: boolean
  onReading: (isReading: boolean) => void
}

/** What can wait: folded for a new patient. */
export const MoreAboutPatient = ({ form, clinical, onReading }: MoreAboutPatientProps) => {
  const { t } = useTranslation('patient')
  const { stored, values, faults, change } = form
  const field = (name: TextName) => ({ ...form.text(name), label: t(`form.${name}`), autoComplete: 'off' })
  const note = { rows: 2, maxLength: 10_000, className: styles.full }
  return (
    <details className={styles.more} open={stored !== undefined}>
      <summary>{t('form.more')}</summary>
      <div className={styles.fields}>
        <TextField {...field('fileId')} hint={stored ? undefined : t('form.fileIdHint')} maxLength={40} />
        <TextField {...field('phone')} type="tel" maxLength={40} />
        <TextField {...field('address')} className={styles.full} maxLength={200} />
        {clinical && (
          <TextAreaField {...field('clinicSummary')} {...note} hint={t('form.clinicSummaryHint')} />
        )}
        <TextAreaField {...field('note')} {...note} />
        <MailChoices values={values} onChange={change} />
        <PictureField
          picture={values.picture}
          error={faults.picture}
          onChange={(picture) => change({ picture })}
          onReading={onReading}
        />
      </div>
    </details>
  )
}
