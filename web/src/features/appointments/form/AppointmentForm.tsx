import { Button } from '@mantine/core'
import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/Loader.css'
import '@mantine/core/styles/UnstyledButton.css'
import type { Appointment } from '@ulna/contract/appointments/appointments'
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { AgendaDoctor } from '../../../blocks/agenda-grid/parts/agenda-event.ts'
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx'
import type { AgendaPlace } from '../agenda/appointments.cache.ts'
import type { Saved } from '../agenda/appointments.queries.ts'
import { useAgendaObstacle } from '../agenda/use-agenda-permission.ts'
import { AppointmentMessages } from '../messages/AppointmentMessages.tsx'
import type { SeriesWish } from '../series/series-wish.ts'
import { RepeatFields } from '../series/step/RepeatFields.tsx'
import { ConflictBanner, OverlapBanner, OverlapNote, ProblemBanner } from './AppointmentBanners.tsx'
import { AppointmentDoctorField } from './AppointmentDoctorField.tsx'
import { AppointmentFileLinks } from './AppointmentFileLinks.tsx'
import styles from './AppointmentForm.module.css'
import { AppointmentNoteFields } from './AppointmentNoteFields.tsx'
import { AppointmentStatusFields } from './AppointmentStatusFields.tsx'
import { AppointmentWhenFields } from './AppointmentWhenFields.tsx'
import { AppointmentWhoFields } from './AppointmentWhoFields.tsx'
import {
  type AppointmentFormValues,
  type ChosenPatient,
  faultsOf,
  seriesWishOf,
  valuesOfAppointment,
} from './appointment-form-values.ts'
import { type FieldFault, useFieldFaults } from './use-field-faults.ts'
import { useSaveAppointment } from './use-save-appointment.ts'

/** What the dialog asks of the form once another step is over: the question about the series, or a new patient. */
export interface AppointmentFormHandle {
  /** Only this occurrence was meant. */
  saveThis: () => void
  /** A colleague changed it meanwhile. */
  showTheirs: (theirs: Appointment) => void
  /** The focus comes back to where the form was left. */
  takeFocus: () => void
  /** It is for somebody who was just registered. */
  choosePatient: (patient: ChosenPatient) => void
  /** The focus comes back to whom it is for. */
  focusPatient: () => void
}

export interface AppointmentFormProps {
  place: AgendaPlace
  doctors: readonly AgendaDoctor[]
  /** The appointment to change; absent for a new one. */
  stored?: Appointment | undefined
  initial: AppointmentFormValues
  onSaved: (saved: Saved) => void
  /** What is wanted is about a series: its dates are looked at before anything is written. */
  onSeries: (wish: SeriesWish) => void
  /** It is for somebody who is not there yet. */
  onNewPatient: (typed: string) => void
  /** Goes to the patient's file, once it is sure that nothing typed is lost by it. */
  onLeave: (go: () => void) => void
  onCancel: () => void
  onRemove?: (() => void) | undefined
  /** Told when something was typed, so that the dialog does not close by accident. */
  onDirty: (dirty: boolean) => void
  /** What a stored visit does with a package of its patient. */
  packageOf: (appointment: Appointment) => ReactNode
  /** Kept with what was typed while the series is looked at. */
  hidden: boolean
  handle: Ref<AppointmentFormHandle>
}

const showFaults = (form: UseFormReturn<AppointmentFormValues>, faults: readonly FieldFault[]): void => {
  for (const [index, { field, text }] of faults.entries()) {
    form.setError(field, { message: text }, { shouldFocus: index === 0 })
  }
}

interface OfPatientProps extends Pick<AppointmentFormProps, 'place' | 'onLeave'> {
  form: UseFormReturn<AppointmentFormValues>
  stored: Appointment | undefined
}

/** Of the patient for whom it is stored, as long as nobody else was chosen in the form. */
const useStoredPatient = ({ form, stored }: Pick<OfPatientProps, 'form' | 'stored'>) => {
  const patient = useWatch({ control: form.control, name: 'patient' })
  return stored && patient && stored.patientId === patient.id ? stored : undefined
}

const FileLinks = ({ onLeave, ...props }: Omit<OfPatientProps, 'place'>) => {
  const appointment = useStoredPatient(props)
  return appointment ? <AppointmentFileLinks appointment={appointment} onLeave={onLeave} /> : null
}

const PackageOf = ({
  packageOf,
  ...props
}: Omit<OfPatientProps, 'place' | 'onLeave'> & Pick<AppointmentFormProps, 'packageOf'>) => {
  const appointment = useStoredPatient(props)
  return appointment ? packageOf(appointment) : null
}

const Messages = ({ place, form, ...props }: Omit<OfPatientProps, 'onLeave'>) => {
  const appointment = useStoredPatient({ form, ...props })
  if (!appointment) return null
  return <AppointmentMessages {...{ place, appointment }} isChanged={form.formState.isDirty} />
}

/** Books a free time or changes an appointment. Enter after choosing a patient books. */
export const AppointmentForm = (props: AppointmentFormProps) => {
  const { place, doctors, stored, initial, onSaved, onSeries, onCancel, onRemove, onDirty } = props
  const { t } = useTranslation('calendar')
  const form = useForm<AppointmentFormValues>({ defaultValues: initial })
  const { control } = form
  const frame = useRef<HTMLFormElement>(null)
  const faults = useFieldFaults()
  const saving = useSaveAppointment({
    place,
    stored,
    onSaved,
    onFaults: (found) => showFaults(form, found),
  })
  const { isDirty } = form.formState
  const obstacleTo = useAgendaObstacle()
  const doctorId = useWatch({ control, name: 'doctorId' })
  const storedReason = stored && obstacleTo(stored.doctorId)
  const reason = storedReason ?? obstacleTo(Number(doctorId))
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])

  const saveOver = (values: AppointmentFormValues, base: Appointment | undefined) => {
    const wish = seriesWishOf(values, base, place.time)
    if (wish) onSeries(wish)
    else saving.save(values, undefined, base)
  }

  /** Does something with what the form holds, unless something of it is missing or makes no sense. */
  const ifWhole = (act: (values: AppointmentFormValues) => void): void => {
    const values = form.getValues()
    const found = faultsOf(values)
    if (found.length === 0) act(values)
    else showFaults(form, faults.ofForm(found))
  }

  const submit = form.handleSubmit(() => {
    if (reason === undefined) ifWhole((values) => saveOver(values, saving.base))
  })

  const seeTheirs = () => {
    if (saving.theirs) form.reset(valuesOfAppointment(saving.theirs, place.time))
    saving.seeTheirs()
  }

  useImperativeHandle(props.handle, () => ({
    saveThis: () => ifWhole((values) => saving.save(values)),
    showTheirs: saving.showTheirs,
    takeFocus: () => frame.current?.querySelector<HTMLElement>('[type="submit"]')?.focus(),
    choosePatient: (patient) => {
      form.setValue('patient', patient, { shouldDirty: true })
      form.clearErrors('patient')
    },
    focusPatient: () => form.setFocus('patient'),
  }))

  return (
    <form
      ref={frame}
      className={styles.form}
      noValidate
      hidden={props.hidden}
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
          onMine={() => ifWhole((values) => saveOver(values, saving.keepMine()))}
          onTheirs={seeTheirs}
        />
      ) : null}
      <FileLinks form={form} stored={saving.base} onLeave={props.onLeave} />
      <AppointmentWhoFields control={control} place={place} onNewPatient={props.onNewPatient} />
      <AppointmentWhenFields form={form} place={place} />
      <RepeatFields form={form} stored={saving.base} />
      <div className={styles.half}>
        <AppointmentDoctorField control={control} doctors={doctors} />
        {stored ? <AppointmentStatusFields control={control} /> : null}
      </div>
      {stored?.allowOverlap && stored.overlapReason ? <OverlapNote reason={stored.overlapReason} /> : null}
      <AppointmentNoteFields control={control} opened={initial.note !== '' || initial.patientNote !== ''} />
      <PackageOf form={form} stored={saving.base} packageOf={props.packageOf} />
      <Messages form={form} stored={saving.base} place={place} />
      {saving.overlap ? (
        <OverlapBanner
          other={saving.overlap}
          pending={saving.pending}
          onBook={(given) => ifWhole((values) => saving.save(values, given))}
        />
      ) : null}
      <div className={styles.actions}>
        {onRemove ? (
          <ReasonedButton reason={storedReason} variant="subtle" color="red" onClick={onRemove}>
            {t('form.delete')}
          </ReasonedButton>
        ) : null}
        <span className={styles.space} />
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
