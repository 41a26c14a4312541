import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/Loader.css'
import '@mantine/core/styles/UnstyledButton.css'
import { TimePicker } from '@mantine/dates'
import '@mantine/dates/styles.css'
import { type Appointment, appointmentStatuses } from '@ulna/contract/appointments'
import { limits } from '@ulna/contract/http/text'
import { useEffect } from 'react'
import { type Control, Controller, type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { AgendaDoctor } from '../../blocks/agenda-grid/agenda-event.ts'
import { clockText } from '../../blocks/agenda-grid/agenda-text.ts'
import { DayInput } from '../../blocks/record-form/DayInput.tsx'
import { useDates } from '../../i18n/use-dates.ts'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { ConflictBanner, OverlapBanner, ProblemBanner } from './AppointmentBanners.tsx'
import css from './AppointmentForm.module.css'
import {
  type AppointmentFormValues,
  endMinuteOf,
  faultsOf,
  minutesChoices,
  valuesOfAppointment,
} from './appointment-form-values.ts'
import type { AgendaPlace } from './appointments.queries.ts'
import { PatientPicker } from './PatientPicker.tsx'
import { useAgendaObstacle } from './use-agenda-permission.ts'
import { type FieldFault, useSaveAppointment } from './use-save-appointment.ts'

export interface AppointmentFormProps {
  place: AgendaPlace
  doctors: readonly AgendaDoctor[]
  /** The appointment to change; absent for a new one. */
  stored?: Appointment | undefined
  initial: AppointmentFormValues
  onSaved: (appointment: Appointment) => void
  onCancel: () => void
  onRemove?: (() => void) | undefined
  /** Told when something was typed, so that the dialog does not close by accident. */
  onDirty: (dirty: boolean) => void
}

type FormControl = Control<AppointmentFormValues>
type TextName = 'title' | 'note' | 'patientNote' | 'cancelReason'

const DoctorField = ({ control, doctors }: { control: FormControl; doctors: readonly AgendaDoctor[] }) => {
  const { t } = useTranslation('calendar')
  const obstacleTo = useAgendaObstacle()
  const reason = doctors.map(({ id }) => obstacleTo(id)).find((one) => one !== undefined)
  return (
    <Controller
      control={control}
      name="doctorId"
      render={({ field, fieldState }) => (
        <NativeSelect
          {...field}
          label={t('form.doctor')}
          description={reason && `${t('form.othersAgenda')} ${reason}`}
          error={fieldState.error?.message}
          data={doctors.map(({ id, fullName }) => ({
            value: String(id),
            label: fullName,
            disabled: obstacleTo(id) !== undefined,
          }))}
        />
      )}
    />
  )
}

const StartField = ({ control }: { control: FormControl }) => {
  const { t } = useTranslation('calendar')
  const { timeFormat } = useDates()
  return (
    <Controller
      control={control}
      name="start"
      render={({ field, fieldState }) => (
        <TimePicker
          label={t('form.start')}
          format={timeFormat === 'HH:mm' ? '24h' : '12h'}
          minutesStep={5}
          value={field.value}
          onChange={(time) => field.onChange(time.slice(0, 5))}
          onBlur={field.onBlur}
          error={fieldState.error?.message}
          hoursRef={field.ref}
          hoursInputLabel={`${t('form.start')}, ${t('form.hours')}`}
          minutesInputLabel={`${t('form.start')}, ${t('form.minutesLabel')}`}
          amPmInputLabel={`${t('form.start')}, ${t('form.amPm')}`}
        />
      )}
    />
  )
}

const WhenFields = ({ control, place }: { control: FormControl; place: AgendaPlace }) => {
  const { t } = useTranslation('calendar')
  const { timeFormat } = useDates()
  const values = useWatch({ control }) as AppointmentFormValues
  const end = endMinuteOf(values, place.time)
  return (
    <>
      <div className={css.row}>
        <Controller
          control={control}
          name="day"
          render={({ field, fieldState }) => (
            <DayInput
              label={t('form.day')}
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              error={fieldState.error?.message}
            />
          )}
        />
        <StartField control={control} />
        <Controller
          control={control}
          name="minutes"
          render={({ field, fieldState }) => (
            <NativeSelect
              {...field}
              label={t('form.duration')}
              error={fieldState.error?.message}
              data={minutesChoices(field.value).map((count) => ({
                value: String(count),
                label: t('form.minutes', { count }),
              }))}
            />
          )}
        />
      </div>
      <p className={css.ends} aria-live="polite">
        {end === undefined ? '' : t('form.endsAt', { time: clockText(end, timeFormat) })}
      </p>
    </>
  )
}

const LongText = ({ control, name }: { control: FormControl; name: TextName }) => {
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

const StatusFields = ({ control }: { control: FormControl }) => {
  const { t } = useTranslation('calendar')
  const status = useWatch({ control, name: 'status' })
  return (
    <>
      <Controller
        control={control}
        name="status"
        render={({ field }) => (
          <NativeSelect
            {...field}
            label={t('form.status')}
            data={appointmentStatuses.map((value) => ({ value, label: t(`status.${value}`) }))}
          />
        )}
      />
      {status === 'cancelled' ? (
        <Controller
          control={control}
          name="cancelReason"
          render={({ field, fieldState }) => (
            <TextInput
              {...field}
              label={t('form.cancelReason')}
              maxLength={limits.title}
              error={fieldState.error?.message}
              autoComplete="off"
            />
          )}
        />
      ) : null}
    </>
  )
}

const MoreFields = ({ control, opened }: { control: FormControl; opened: boolean }) => {
  const { t } = useTranslation('calendar')
  return (
    <details className={css.more} open={opened}>
      <summary>{t('form.more')}</summary>
      <div>
        <LongText control={control} name="note" />
        <LongText control={control} name="patientNote" />
      </div>
    </details>
  )
}

const ConfirmedField = ({ control }: { control: FormControl }) => {
  const { t } = useTranslation('calendar')
  return (
    <Controller
      control={control}
      name="confirmed"
      render={({ field: { value, ...field } }) => (
        <Checkbox {...field} checked={value} label={t('form.confirmed')} />
      )}
    />
  )
}

type Form = UseFormReturn<AppointmentFormValues>

const showFaults = (form: Form, faults: readonly FieldFault[]): void => {
  for (const [index, { field, text }] of faults.entries()) {
    form.setError(field, { message: text }, { shouldFocus: index === 0 })
  }
}

const WhoFields = ({ control, place }: { control: FormControl; place: AgendaPlace }) => {
  const { t } = useTranslation('calendar')
  return (
    <>
      <Controller
        control={control}
        name="patient"
        render={({ field, fieldState }) => (
          <PatientPicker
            practiceId={place.practiceId}
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            inputRef={field.ref}
            error={fieldState.error?.message}
          />
        )}
      />
      <Controller
        control={control}
        name="title"
        render={({ field, fieldState }) => (
          <TextInput
            {...field}
            label={t('form.title')}
            description={t('form.titleHint')}
            maxLength={limits.title}
            error={fieldState.error?.message}
            autoComplete="off"
          />
        )}
      />
    </>
  )
}

/** Books a free time or changes an appointment. Enter after choosing a patient books. */
export const AppointmentForm = (props: AppointmentFormProps) => {
  const { place, doctors, stored, initial, onSaved, onCancel, onRemove, onDirty } = props
  const { t } = useTranslation('calendar')
  const form = useForm<AppointmentFormValues>({ defaultValues: initial })
  const { control } = form
  const saving = useSaveAppointment({
    place,
    stored,
    onSaved,
    onFaults: (faults) => showFaults(form, faults),
  })
  const { isDirty } = form.formState
  const obstacleTo = useAgendaObstacle()
  const doctorId = useWatch({ control, name: 'doctorId' })
  const storedReason = stored && obstacleTo(stored.doctorId)
  const reason = storedReason ?? obstacleTo(Number(doctorId))
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])

  const submit = form.handleSubmit((values) => {
    if (reason !== undefined) return
    const missing = Object.entries(faultsOf(values))
    if (missing.length === 0) {
      saving.save(values)
      return
    }
    showFaults(
      form,
      missing.map(([field, key]) => ({ field: field as FieldFault['field'], text: t(`form.${key}`) })),
    )
  })

  const takeTheirs = () => {
    if (saving.theirs) form.reset(valuesOfAppointment(saving.theirs, place.time))
    saving.takeTheirs()
  }

  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        form.clearErrors()
        void submit(event)
      }}
    >
      {saving.problem ? <ProblemBanner text={saving.problem} /> : null}
      {saving.theirs ? (
        <ConflictBanner
          theirs={saving.theirs}
          pending={saving.pending}
          onMine={() => saving.saveOverTheirs(form.getValues())}
          onTheirs={takeTheirs}
        />
      ) : null}
      <WhoFields control={control} place={place} />
      <WhenFields control={control} place={place} />
      <div className={css.half}>
        <DoctorField control={control} doctors={doctors} />
        {stored ? <StatusFields control={control} /> : null}
      </div>
      <ConfirmedField control={control} />
      <MoreFields control={control} opened={initial.note !== '' || initial.patientNote !== ''} />
      {saving.overlap ? (
        <OverlapBanner
          other={saving.overlap}
          pending={saving.pending}
          onBook={() => saving.save(form.getValues(), true)}
        />
      ) : null}
      <div className={css.actions}>
        {onRemove ? (
          <ReasonedButton reason={storedReason} variant="subtle" color="red" onClick={onRemove}>
            {t('form.delete')}
          </ReasonedButton>
        ) : null}
        <span className={css.space} />
        <Button variant="default" onClick={onCancel}>
          {t('form.cancel')}
        </Button>
        <ReasonedButton reason={reason} type="submit" loading={saving.pending}>
          {t(stored ? 'form.save' : 'form.book')}
        </ReasonedButton>
      </div>
    </form>
  )
}
