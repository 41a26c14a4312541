import { languages } from '@ulna/contract/languages'
import { useTranslation } from 'react-i18next'
import { CheckboxField } from '../../ui/base/CheckboxField.tsx'
import { TextField } from '../../ui/base/TextField.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { TextAreaField } from '../../ui/fields/TextAreaField.tsx'
import { More } from '../../ui/More.tsx'
import styles from './PatientForm.module.css'
import { PictureField } from './PictureField.tsx'
import type { TextName } from './patient-form-values.ts'
import type { PatientForm } from './use-patient-form.ts'

export interface MoreAboutPatientProps {
  form: PatientForm
  clinical: boolean
  onReading: (isReading: boolean) => void
}

/** What can wait: folded for a new patient. */
export const MoreAboutPatient = ({ form, clinical, onReading }: MoreAboutPatientProps) => {
  const { t } = useTranslation(['patient', 'common'])
  const { stored, values, faults, change } = form
  const field = (name: TextName) => ({ ...form.text(name), label: t(`form.${name}`), autoComplete: 'off' })
  const note = { rows: 2, maxLength: 10_000, className: styles.full }
  return (
    <More label={t('form.more')} isOpen={stored !== undefined}>
      <div className={styles.fields}>
        <TextField {...field('fileId')} hint={stored ? undefined : t('form.fileIdHint')} maxLength={40} />
        <TextField {...field('phone')} type="tel" maxLength={40} />
        <TextField {...field('address')} className={styles.full} maxLength={200} />
        {clinical && (
          <TextAreaField {...field('clinicSummary')} {...note} hint={t('form.clinicSummaryHint')} />
        )}
        <TextAreaField {...field('note')} {...note} />
        <SelectField
          name="language"
          label={t('form.language')}
          value={values.language ?? ''}
          options={[
            { value: '', label: t('form.practiceLanguage') },
            ...languages.map((value) => ({ value, label: t(`common:languages.${value}`) })),
          ]}
          onChange={(event) => {
            const chosen = event.currentTarget.value
            change({ language: languages.find((one) => one === chosen) ?? null })
          }}
        />
        <CheckboxField
          name="mailReminders"
          label={t('form.mailReminders')}
          checked={values.mailReminders}
          onChange={(event) => change({ mailReminders: event.currentTarget.checked })}
        />
        <PictureField
          picture={values.picture}
          error={faults.picture}
          onChange={(picture) => change({ picture })}
          onReading={onReading}
        />
      </div>
    </More>
  )
}
