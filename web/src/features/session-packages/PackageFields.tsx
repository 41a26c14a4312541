import { useQuery } from '@tanstack/react-query'
import { limits } from '@ulna/contract/http/text'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { patientSearchQuery } from '../../api/patient-search.query.ts'
import { usePermission } from '../../api/practice/use-permission.ts'
import { usePracticeSession } from '../../api/session/session.ts'
import { currencyChoices } from '../../blocks/money/currencies.ts'
import { type ChosenPatient, PatientPicker } from '../../blocks/patient-picker/PatientPicker.tsx'
import { DayInput } from '../../blocks/typed-time/DayInput.tsx'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { CheckboxField } from '../../ui/base/CheckboxField.tsx'
import { FieldPair } from '../../ui/base/FieldPair.tsx'
import { Hint } from '../../ui/base/Hint.tsx'
import { TextField } from '../../ui/base/TextField.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { TextAreaField } from '../../ui/fields/TextAreaField.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { CloseIcon } from '../../ui/icons/base-icons.tsx'
import styles from './PackageFields.module.css'
import type { PackageForm } from './package-values.ts'
import { practitionersQuery } from './session-packages.queries.ts'

export interface PackageFieldsProps {
  form: PackageForm
  /** The currency of a price, where no other was chosen. */
  usualCurrency: string
}

const FamilyField = ({ form: { values, change } }: Pick<PackageFieldsProps, 'form'>) => {
  const { t } = useTranslation('sessionPackage')
  const { authPractice } = usePracticeSession()
  const [key, setKey] = useState(0)
  const { family, patient } = values
  const add = (chosen: ChosenPatient | null) => {
    if (!chosen) return
    const isThere = chosen.id === patient?.id || family.some(({ id }) => id === chosen.id)
    if (!isThere) change({ family: [...family, chosen] })
    setKey((before) => before + 1)
  }
  return (
    <fieldset className={styles.family}>
      <legend>{t('form.family')}</legend>
      <Hint>{t('form.familyHint')}</Hint>
      <ul>
        {family.map(({ id, name }) => (
          <li key={id}>
            <span>{name}</span>
            <IconButton
              label={t('form.familyRemove', { name })}
              onClick={() => change({ family: family.filter((one) => one.id !== id) })}
            >
              <CloseIcon />
            </IconButton>
          </li>
        ))}
      </ul>
      <PatientPicker
        key={key}
        label={t('form.familyAdd')}
        queryOf={(text) => patientSearchQuery(authPractice.id, text)}
        value={null}
        onChange={add}
      />
    </fieldset>
  )
}

const PriceFields = ({ form: { values, faults, change, text }, usualCurrency }: PackageFieldsProps) => {
  const { t } = useTranslation('sessionPackage')
  const { language } = useDates()
  return (
    <FieldPair>
      <TextField {...text('price')} label={t('form.price')} inputMode="decimal" maxLength={20} />
      <SelectField
        label={t('form.currency')}
        value={values.currency ?? usualCurrency}
        error={faults.currency}
        options={currencyChoices(language, [
          usualCurrency,
          ...(values.currency === null ? [] : [values.currency]),
        ])}
        onChange={(event) => change({ currency: event.currentTarget.value })}
      />
    </FieldPair>
  )
}

const SessionFields = ({ form: { values, stored, text } }: Pick<PackageFieldsProps, 'form'>) => {
  const { t } = useTranslation('sessionPackage')
  const { authPractice } = usePracticeSession()
  const { allowed } = usePermission('managePackages')
  const { data: practitioners = [] } = useQuery(practitionersQuery(authPractice.id))
  const mayResize = !stored || allowed
  const choices = practitioners.map(({ id, fullName }) => ({ value: String(id), label: fullName }))
  return (
    <FieldPair>
      <TextField
        {...text('numSessions')}
        label={t('form.numSessions')}
        hint={mayResize ? undefined : t('form.resizeHint')}
        inputMode="numeric"
        maxLength={4}
        readOnly={!mayResize}
      />
      <SelectField
        {...text('doctorId')}
        label={t('form.practitioner')}
        options={[...(values.doctorId === '' ? [{ value: '', label: t('form.choose') }] : []), ...choices]}
      />
    </FieldPair>
  )
}

/** What is sold: to whom, how many sessions, for how much, until when, and whom else it serves. */
export const PackageFields = ({ form, usualCurrency }: PackageFieldsProps) => {
  const { t } = useTranslation('sessionPackage')
  const { authPractice } = usePracticeSession()
  const { stored, values, faults, change, text } = form
  return (
    <>
      {stored ? (
        <b>{stored.owner.fullName}</b>
      ) : (
        <PatientPicker
          queryOf={(sought) => patientSearchQuery(authPractice.id, sought)}
          value={values.patient}
          onChange={(patient) => change({ patient })}
          error={faults.patient}
        />
      )}
      <SessionFields form={form} />
      <TextField {...text('description')} label={t('form.description')} maxLength={limits.title} />
      <PriceFields form={form} usualCurrency={usualCurrency} />
      <DayInput
        label={t('form.expiresOn')}
        value={values.expiresOn}
        onChange={(expiresOn) => change({ expiresOn })}
        error={faults.expiresOn}
      />
      <CheckboxField
        label={t('form.autoAdd')}
        checked={values.autoAdd}
        onChange={(event) => change({ autoAdd: event.currentTarget.checked })}
      />
      <FamilyField form={form} />
      <TextAreaField {...text('notes')} label={t('form.notes')} rows={2} maxLength={limits.note} />
    </>
  )
}
