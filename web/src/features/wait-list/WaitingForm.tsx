import { Button, NativeSelect, Textarea } from '@mantine/core'
import '../../ui/fields/mantine-styles.ts'
import { limits } from '@ulna/contract/http/text'
import type { WaitingPatient } from '@ulna/contract/wait-list/wait-list'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { patientSearchQuery } from '../../api/patient-search.query.ts'
import type { AgendaDoctor } from '../../blocks/agenda-grid/parts/agenda-event.ts'
import { PatientPicker } from '../../blocks/patient-picker/PatientPicker.tsx'
import { DayInput } from '../../blocks/typed-time/DayInput.tsx'
import { TimeInput } from '../../blocks/typed-time/TimeInput.tsx'
import { useSaveWaiting, type WaitingFaults } from './use-save-waiting.ts'
import { WaitingConflict } from './WaitingConflict.tsx'
import css from './WaitingForm.module.css'
import { WeekdaysField } from './WeekdaysField.tsx'
import { minutesChoices, valuesOfWaiting, type WaitingFormValues } from './wait-list-values.ts'

export interface WaitingFormProps {
  practiceId: number
  doctors: readonly Pick<AgendaDoctor, 'id' | 'fullName'>[]
  /** What is changed; absent for a new one. */
  stored?: WaitingPatient | undefined
  initial: WaitingFormValues
  onSaved: (waiting: WaitingPatient) => void
  onCancel: () => void
  /** Closes at once: what was typed is not wanted any more. */
  onLeave: () => void
  /** Told when something was typed, so that the dialog does not close by accident. */
  onDirty: () => void
}

interface FieldsProps {
  values: WaitingFormValues
  faults: WaitingFaults
  change: (part: Partial<WaitingFormValues>) => void
}

const TimeField = ({ name, values, faults, change }: FieldsProps & { name: 'from' | 'to' }) => {
  const { t } = useTranslation('waitList')
  const label = t(`form.${name}`)
  return (
    <TimeInput
      label={label}
      value={values[name]}
      onChange={(time) => change({ [name]: time })}
      error={faults[name]}
      clearLabel={t('form.clear', { name: label })}
    />
  )
}

const DayField = ({ name, values, faults, change }: FieldsProps & { name: 'earliest' | 'latest' }) => {
  const { t } = useTranslation('waitList')
  return (
    <DayInput
      label={t(`form.${name}`)}
      value={values[name]}
      onChange={(day) => change({ [name]: day })}
      error={faults[name]}
    />
  )
}

/** Practitioners who can be booked, and the one already wished for who no longer can. */
const choicesOf = (doctors: WaitingFormProps['doctors'], stored: WaitingPatient | undefined) => {
  const { doctorId = null, doctorName = '' } = stored ?? {}
  const isMissing = doctorId !== null && doctors.every(({ id }) => id !== doctorId)
  return isMissing ? [...doctors, { id: doctorId, fullName: doctorName ?? '' }] : doctors
}

/** A patient and what they wish; length is all that must be said besides the name. */
export const WaitingForm = (props: WaitingFormProps) => {
  const { practiceId, doctors, stored, initial, onSaved, onCancel, onLeave, onDirty } = props
  const { t } = useTranslation(['waitList', 'calendar'])
  const [values, setValues] = useState(initial)
  const saving = useSaveWaiting({ practiceId, stored, onSaved })
  const form = useRef<HTMLFormElement>(null)
  const nameId = useId()
  const { faults, theirs } = saving

  useEffect(() => {
    if (Object.keys(faults).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error="true"] input')?.focus()
  }, [faults])

  const change = (part: Partial<WaitingFormValues>) => {
    onDirty()
    setValues((before) => ({ ...before, ...part }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!saving.pending) saving.save(values)
  }
  const seeTheirs = () => {
    if (theirs) setValues(valuesOfWaiting(theirs))
    saving.seeTheirs()
  }
  const fields: FieldsProps = { values, faults, change }

  return (
    <form ref={form} className={css.form} noValidate onSubmit={submit}>
      {saving.problem === undefined ? null : (
        <p className={css.banner} role="alert">
          {saving.problem}
        </p>
      )}
      {theirs ? (
        <WaitingConflict
          theirs={theirs}
          onTheirs={seeTheirs}
          onMine={() => saving.saveOverTheirs(values)}
          onLeave={onLeave}
        />
      ) : null}
      {stored ? (
        <p className={css.patient} id={nameId}>
          {stored.patientName}
        </p>
      ) : (
        <PatientPicker
          queryOf={(text) => patientSearchQuery(practiceId, text)}
          value={values.patient}
          onChange={(patient) => change({ patient })}
          onBlur={() => undefined}
          error={faults.patient}
        />
      )}
      <div className={css.pair}>
        <NativeSelect
          label={t('calendar:form.duration')}
          size="md"
          value={values.minutes}
          onChange={(event) => change({ minutes: event.currentTarget.value })}
          error={faults.minutes}
          data={minutesChoices(values.minutes).map((count) => ({
            value: String(count),
            label: t('calendar:form.minutes', { count }),
          }))}
          data-autofocus={stored ? true : undefined}
        />
        <NativeSelect
          label={t('calendar:form.doctor')}
          size="md"
          value={values.doctorId}
          onChange={(event) => change({ doctorId: event.currentTarget.value })}
          error={faults.doctorId}
          data={[
            { value: '', label: t('form.anyDoctor') },
            ...choicesOf(doctors, stored).map(({ id, fullName }) => ({ value: String(id), label: fullName })),
          ]}
        />
      </div>
      <WeekdaysField
        value={values.weekdays}
        error={faults.weekdays}
        onChange={(weekdays) => change({ weekdays })}
      />
      <div className={css.pair}>
        <TimeField {...fields} name="from" />
        <TimeField {...fields} name="to" />
      </div>
      <div className={css.pair}>
        <DayField {...fields} name="earliest" />
        <DayField {...fields} name="latest" />
      </div>
      <Textarea
        label={t('form.note')}
        size="md"
        rows={2}
        maxLength={limits.note}
        value={values.note}
        onChange={(event) => change({ note: event.currentTarget.value })}
        error={faults.note}
      />
      <div className={css.actions}>
        <Button variant="default" onClick={onCancel}>
          {t('calendar:form.cancel')}
        </Button>
        <Button type="submit" loading={saving.pending}>
          {t(stored ? 'form.save' : 'form.add')}
        </Button>
      </div>
    </form>
  )
}
