import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { limits } from '@ulna/contract/http/text'
import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { patientSearchQuery } from '../../api/patient-search.query.ts'
import { usePermission } from '../../api/practice/use-permission.ts'
import { usePracticeSession } from '../../api/session/session.ts'
import { currencyChoices } from '../../blocks/money/currencies.ts'
import { type ChosenPatient, PatientPicker } from '../../blocks/patient-picker/PatientPicker.tsx'
import { DayInput } from '../../blocks/typed-time/DayInput.tsx'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { CheckboxField } from '../../ui/base/CheckboxField.tsx'
import { TextField } from '../../ui/base/TextField.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { TextAreaField } from '../../ui/fields/TextAreaField.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { CloseIcon } from '../../ui/icons/base-icons.tsx'
import { PackageConflict } from './PackageConflict.tsx'
import css from './PackageForm.module.css'
import type { PackageFormValues } from './package-values.ts'
import { doctorsQuery } from './session-packages.queries.ts'
import { type PackageFaults, usePackageForm } from './use-package-form.ts'

export interface PackageFormProps {
  /** Undefined for a new one. */
  known: SessionPackage | undefined
  startOf: (stored: SessionPackage | undefined) => PackageFormValues
  onSaved: (sold: SessionPackage) => void
  onCancel: () => void
  /** Told when something was typed, so that the dialog does not close by accident. */
  onDirty: () => void
}

interface FieldsProps {
  values: PackageFormValues
  faults: PackageFaults
  change: (part: Partial<PackageFormValues>) => void
}

const FamilyField = ({ values, change }: FieldsProps) => {
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
    <fieldset className={css.family}>
      <legend>{t('form.family')}</legend>
      <p>{t('form.familyHint')}</p>
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
        onBlur={() => undefined}
      />
    </fieldset>
  )
}

const PriceFields = ({ values, faults, change }: FieldsProps) => {
  const { t } = useTranslation('sessionPackage')
  const { language } = useDates()
  return (
    <div className={css.pair}>
      <TextField
        label={t('form.price')}
        inputMode="decimal"
        maxLength={20}
        value={values.price}
        error={faults.price}
        onChange={(event) => change({ price: event.currentTarget.value })}
      />
      <SelectField
        label={t('form.currency')}
        value={values.currency}
        error={faults.currency}
        options={currencyChoices(language)}
        onChange={(event) => change({ currency: event.currentTarget.value })}
      />
    </div>
  )
}

const SessionFields = ({ values, faults, change, isStored }: FieldsProps & { isStored: boolean }) => {
  const { t } = useTranslation('sessionPackage')
  const { authPractice } = usePracticeSession()
  const { allowed } = usePermission('managePackages')
  const { data: doctors = [] } = useQuery(doctorsQuery(authPractice.id))
  const mayResize = !isStored || allowed
  const choices = doctors.map(({ id, fullName }) => ({ value: String(id), label: fullName }))
  return (
    <div className={css.pair}>
      <TextField
        label={t('form.numSessions')}
        hint={mayResize ? undefined : t('form.resizeHint')}
        inputMode="numeric"
        maxLength={4}
        readOnly={!mayResize}
        value={values.numSessions}
        error={faults.numSessions}
        onChange={(event) => change({ numSessions: event.currentTarget.value })}
      />
      <SelectField
        label={t('form.doctor')}
        value={values.doctorId}
        error={faults.doctorId}
        options={[...(values.doctorId === '' ? [{ value: '', label: t('form.choose') }] : []), ...choices]}
        onChange={(event) => change({ doctorId: event.currentTarget.value })}
      />
    </div>
  )
}

/** What is sold: to whom, how many sessions, for how much, until when, and whom else it serves. */
export const PackageForm = ({ known, startOf, onSaved, onCancel, onDirty }: PackageFormProps) => {
  const { t } = useTranslation('sessionPackage')
  const { authPractice } = usePracticeSession()
  const form = useRef<HTMLFormElement>(null)
  const editing = usePackageForm({ known, startOf, form, onSaved })
  const { stored, values, theirs, faults, problem, pending } = editing
  const change = (part: Partial<PackageFormValues>) => {
    onDirty()
    editing.change(part)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    editing.save()
  }
  const fields: FieldsProps = { values, faults, change }
  return (
    <form ref={form} className={css.form} noValidate onSubmit={submit}>
      {stored && theirs ? (
        <PackageConflict
          stored={stored}
          theirs={theirs}
          startOf={startOf}
          onSeeTheirs={editing.seeTheirs}
          onKeepMine={editing.keepMine}
        />
      ) : null}
      {problem === undefined ? null : (
        <p className={css.banner} role="alert">
          {problem}
        </p>
      )}
      {stored ? (
        <p className={css.patient}>{stored.owner.fullName}</p>
      ) : (
        <PatientPicker
          queryOf={(text) => patientSearchQuery(authPractice.id, text)}
          value={values.patient}
          onChange={(patient) => change({ patient })}
          onBlur={() => undefined}
          error={faults.patient}
        />
      )}
      <SessionFields {...fields} isStored={stored !== undefined} />
      <TextField
        label={t('form.description')}
        maxLength={limits.title}
        value={values.description}
        error={faults.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      <PriceFields {...fields} />
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
      <FamilyField {...fields} />
      <TextAreaField
        label={t('form.notes')}
        rows={2}
        maxLength={limits.note}
        value={values.notes}
        error={faults.notes}
        onChange={(event) => change({ notes: event.currentTarget.value })}
      />
      <div className={css.actions}>
        <Button variant="default" onClick={onCancel}>
          {t('back')}
        </Button>
        <Button type="submit" loading={pending}>
          {t(stored ? 'form.save' : 'form.sell')}
        </Button>
      </div>
    </form>
  )
}
