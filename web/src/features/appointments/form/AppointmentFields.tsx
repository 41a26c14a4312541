import { type Appointment, appointmentStatuses } from '@ulna/contract/appointments/appointments'
import { limits } from '@ulna/contract/http/text'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormFields, ServerForm } from '../../../api/forms/server-form.ts'
import { patientSearchQuery } from '../../../api/patient-search.query.ts'
import { usePracticeSession } from '../../../api/session/session.ts'
import type { AgendaPractitioner } from '../../../blocks/agenda-grid/parts/agenda-appointment.ts'
import { PatientPicker } from '../../../blocks/patient-picker/PatientPicker.tsx'
import { CheckboxField } from '../../../ui/base/CheckboxField.tsx'
import { calloutClass } from '../../../ui/base/callout.ts'
import { FieldPair } from '../../../ui/base/FieldPair.tsx'
import { LinkButton } from '../../../ui/base/LinkButton.tsx'
import { Row } from '../../../ui/base/Row.tsx'
import { TextField } from '../../../ui/base/TextField.tsx'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import { TextAreaField } from '../../../ui/fields/TextAreaField.tsx'
import { PersonIcon } from '../../../ui/icons/other-icons.tsx'
import { PlayIcon } from '../../../ui/icons/record-icons.tsx'
import { More } from '../../../ui/More.tsx'
import type { AgendaPlace } from '../agenda/appointments.cache.ts'
import { AppointmentMessages } from '../messages/AppointmentMessages.tsx'
import { RepeatFields } from '../series/step/RepeatFields.tsx'
import { canStart } from '../visit-start.ts'
import { AppointmentPractitionerField, AppointmentWhenFields } from './AppointmentWhenFields.tsx'
import type { AppointmentFormValues } from './appointment-form-values.ts'

interface FieldsProps {
  form: FormFields<AppointmentFormValues>
}

/** The ways to the patient's file: to the follow-up of their case for those who write it, or just there. */
const FileLinks = ({ appointment }: { appointment: Appointment }) => {
  const { t } = useTranslation(['appointment', 'calendar'])
  const { clinical } = usePracticeSession()
  const file = {
    to: '/app/patient/$patientId',
    params: { patientId: String(appointment.patientId) },
  } as const
  return (
    <Row>
      {clinical && canStart(appointment) ? (
        <LinkButton
          {...file}
          search={{ write: 'followup' }}
          variant="light"
          leftSection={<PlayIcon size={18} />}
        >
          {t('start')}
        </LinkButton>
      ) : null}
      <LinkButton {...file} variant="default" leftSection={<PersonIcon size={18} />}>
        {t('calendar:form.openFile')}
      </LinkButton>
    </Row>
  )
}

export interface WhoFieldsProps extends FieldsProps {
  practiceId: number
  /** Somebody is not there yet; told what was typed to find them. */
  onNewPatient: (typed: string) => void
}

/** Who comes, or what the time is kept for. */
const WhoFields = ({ form, practiceId, onNewPatient }: WhoFieldsProps) => {
  const { t } = useTranslation('calendar')
  const { values, faults, change, text } = form
  return (
    <>
      <PatientPicker
        queryOf={(typed) => patientSearchQuery(practiceId, typed)}
        value={values.patient}
        onChange={(patient) => change({ patient })}
        onNew={onNewPatient}
        error={faults.patient}
      />
      <TextField
        {...text('title')}
        label={t('form.title')}
        hint={t('form.titleHint')}
        maxLength={limits.title}
        autoComplete="off"
      />
    </>
  )
}

/** What became of a booked visit, and why it was cancelled. */
const StatusFields = ({ form: { values, text } }: FieldsProps) => {
  const { t } = useTranslation('calendar')
  return (
    <>
      <SelectField
        {...text('status')}
        label={t('form.status')}
        options={appointmentStatuses.map((value) => ({ value, label: t(`status.${value}`) }))}
      />
      {values.status === 'cancelled' ? (
        <TextField
          {...text('cancelReason')}
          label={t('form.cancelReason')}
          maxLength={limits.title}
          autoComplete="off"
        />
      ) : null}
    </>
  )
}

/** Whether the patient confirmed, and the notes, which most appointments do without. */
const NoteFields = ({ form: { values, change, text } }: FieldsProps) => {
  const { t } = useTranslation('calendar')
  const [isOpen] = useState(values.note !== '' || values.patientNote !== '')
  return (
    <>
      <CheckboxField
        label={t('form.confirmed')}
        checked={values.confirmed}
        onChange={({ currentTarget }) => change({ confirmed: currentTarget.checked })}
      />
      <More label={t('form.more')} isOpen={isOpen}>
        {(['note', 'patientNote'] as const).map((name) => (
          <TextAreaField
            key={name}
            {...text(name)}
            label={t(`form.${name}`)}
            rows={2}
            maxLength={limits.note}
          />
        ))}
      </More>
    </>
  )
}

export interface AppointmentFieldsProps extends Pick<WhoFieldsProps, 'onNewPatient'> {
  form: ServerForm<Appointment | undefined, AppointmentFormValues>
  place: AgendaPlace
  practitioners: readonly AgendaPractitioner[]
  /** What a stored visit does with a package of its patient. */
  packageOf: (appointment: Appointment) => ReactNode
}

/** Everything an appointment says, and what there is about the patient it is stored for. */
export const AppointmentFields = (props: AppointmentFieldsProps) => {
  const { form, place, practitioners, onNewPatient, packageOf } = props
  const { t } = useTranslation('calendar')
  const { stored, values, frame } = form
  /** Nobody else was chosen in the form. */
  const ofPatient = values.patient && stored?.patientId === values.patient.id ? stored : undefined
  return (
    <>
      {ofPatient ? <FileLinks appointment={ofPatient} /> : null}
      <WhoFields form={form} practiceId={place.practiceId} onNewPatient={onNewPatient} />
      <AppointmentWhenFields form={form} place={place} />
      <RepeatFields form={form} isInSeries={stored !== undefined && stored.parent !== null} />
      <FieldPair>
        <AppointmentPractitionerField form={form} practitioners={practitioners} />
        {stored ? <StatusFields form={form} /> : null}
      </FieldPair>
      {stored?.allowOverlap && stored.overlapReason ? (
        <p className={calloutClass('warn')}>{t('overlap.booked', { reason: stored.overlapReason })}</p>
      ) : null}
      <NoteFields form={form} />
      {ofPatient ? packageOf(ofPatient) : null}
      {ofPatient ? (
        <AppointmentMessages place={place} appointment={ofPatient} isChanged={frame.isDirty} />
      ) : null}
    </>
  )
}
