import '../../ui/fields/mantine-styles.ts'
import { limits } from '@ulna/contract/http/text'
import type { WaitingPatient } from '@ulna/contract/wait-list/wait-list'
import { useTranslation } from 'react-i18next'
import type { ServerForm } from '../../api/forms/server-form.ts'
import { patientSearchQuery } from '../../api/patient-search.query.ts'
import type { AgendaPractitioner } from '../../blocks/agenda-grid/parts/agenda-appointment.ts'
import { PatientPicker } from '../../blocks/patient-picker/PatientPicker.tsx'
import { DayInput } from '../../blocks/typed-time/DayInput.tsx'
import { TimeInput } from '../../blocks/typed-time/TimeInput.tsx'
import { WeekdaysField } from '../../blocks/weekly-hours/WeekdaysField.tsx'
import { FieldPair } from '../../ui/base/FieldPair.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { TextAreaField } from '../../ui/fields/TextAreaField.tsx'
import { minutesChoices, type WaitingFormValues } from './wait-list-values.ts'

export interface WaitingFieldsProps {
  practiceId: number
  practitioners: readonly Pick<AgendaPractitioner, 'id' | 'fullName'>[]
  form: ServerForm<WaitingPatient | undefined, WaitingFormValues>
}

type FieldProps<Name> = Pick<WaitingFieldsProps, 'form'> & { name: Name }

const TimeField = ({ name, form: { values, faults, change } }: FieldProps<'from' | 'to'>) => {
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

const DayField = ({ name, form: { values, faults, change } }: FieldProps<'earliest' | 'latest'>) => {
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
const choicesOf = (
  practitioners: WaitingFieldsProps['practitioners'],
  stored: WaitingPatient | undefined,
) => {
  const { doctorId = null, doctorName = '' } = stored ?? {}
  const isMissing = doctorId !== null && practitioners.every(({ id }) => id !== doctorId)
  return isMissing ? [...practitioners, { id: doctorId, fullName: doctorName ?? '' }] : practitioners
}

/** A patient and what they wish; length is all that must be said besides the name. */
export const WaitingFields = ({ practiceId, practitioners, form }: WaitingFieldsProps) => {
  const { t } = useTranslation(['waitList', 'calendar'])
  const { stored, values, faults, change, text } = form
  return (
    <>
      {stored ? (
        <b>{stored.patientName}</b>
      ) : (
        <PatientPicker
          queryOf={(sought) => patientSearchQuery(practiceId, sought)}
          value={values.patient}
          onChange={(patient) => change({ patient })}
          error={faults.patient}
        />
      )}
      <FieldPair>
        <SelectField
          {...text('minutes')}
          label={t('calendar:form.duration')}
          options={minutesChoices(values.minutes).map((count) => ({
            value: String(count),
            label: t('calendar:form.minutes', { count }),
          }))}
          data-autofocus={stored ? true : undefined}
        />
        <SelectField
          {...text('doctorId')}
          label={t('calendar:form.practitioner')}
          options={[
            { value: '', label: t('form.anyPractitioner') },
            ...choicesOf(practitioners, stored).map(({ id, fullName }) => ({
              value: String(id),
              label: fullName,
            })),
          ]}
        />
      </FieldPair>
      <WeekdaysField
        label={t('form.weekdays')}
        hint={t('form.weekdaysHint')}
        value={values.weekdays}
        error={faults.weekdays}
        onChange={(weekdays) => change({ weekdays })}
      />
      <FieldPair>
        <TimeField form={form} name="from" />
        <TimeField form={form} name="to" />
      </FieldPair>
      <FieldPair>
        <DayField form={form} name="earliest" />
        <DayField form={form} name="latest" />
      </FieldPair>
      <TextAreaField {...text('note')} label={t('form.note')} rows={2} maxLength={limits.note} />
    </>
  )
}
