import { Button, NativeSelect, TextInput } from '@mantine/core'
import '@mantine/core/styles/Button.css'
import '../../../ui/fields/mantine-styles.ts'
import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import { balanceTone, sessionsLeft } from '@ulna/contract/session-packages/session-packages.rules'
import { useEffect, useRef } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { AgendaDoctor } from '../../../blocks/agenda-grid/parts/agenda-event.ts'
import { Pips } from '../../../blocks/package-balance/Pips.tsx'
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx'
import type { AgendaPlace } from '../agenda/appointments.cache.ts'
import { useAgendaObstacle } from '../agenda/use-agenda-permission.ts'
import { AppointmentDoctorField } from '../form/AppointmentDoctorField.tsx'
import frameCss from '../form/AppointmentForm.module.css'
import { AppointmentWhenFields } from '../form/AppointmentWhenFields.tsx'
import { type AppointmentFormValues, faultsOf } from '../form/appointment-form-values.ts'
import { useFieldFaults } from '../form/use-field-faults.ts'
import { WeekdaysField } from '../series/step/WeekdaysField.tsx'
import css from './CourseForm.module.css'
import { useCourseWords } from './use-course-words.ts'

export interface CourseFormProps {
  place: AgendaPlace
  doctors: readonly AgendaDoctor[]
  initial: AppointmentFormValues
  /** Those that have sessions to keep. */
  packages: readonly SessionPackage[]
  sold: SessionPackage | undefined
  onSold: (id: number | undefined) => void
  /** Every date is looked at before anything is booked. */
  onPreview: (values: AppointmentFormValues) => void
  onCancel: () => void
  onDirty: (dirty: boolean) => void
  /** Kept with what was typed while the dates are looked at. */
  hidden: boolean
}

const PackageField = ({
  packages,
  sold,
  onSold,
  count,
}: Pick<CourseFormProps, 'packages' | 'sold' | 'onSold'> & { count: number }) => {
  const { t } = useTranslation('course')
  const words = useCourseWords()
  if (packages.length === 0) return <p className={css.words}>{t('package.noneActive')}</p>
  const left = sold ? sessionsLeft(sold) : 0
  return (
    <div className={css.package}>
      <NativeSelect
        label={t('package.label')}
        value={sold ? String(sold.id) : ''}
        onChange={({ currentTarget: { value } }) => onSold(value === '' ? undefined : Number(value))}
        data={[
          ...packages.map((one) => ({
            value: String(one.id),
            label: t('package.option', { title: words.title(one), count: sessionsLeft(one) }),
          })),
          { value: '', label: t('package.without') },
        ]}
      />
      {sold ? (
        <p className={css.words}>
          <Pips sessions={sold} tone={balanceTone(sold.status, left)} />
          <span>{words.balance(sold)}</span>
        </p>
      ) : null}
      <p role="status" className={css.short}>
        {sold && count > left ? t('package.tooFew', { count: left, wanted: count }) : ''}
      </p>
    </div>
  )
}

/** How many visits, on which days, when, with whom, and which package keeps their sessions. */
export const CourseForm = (props: CourseFormProps) => {
  const { place, doctors, initial, onPreview, onCancel, onDirty } = props
  const { t } = useTranslation(['course', 'calendar'])
  const form = useForm<AppointmentFormValues>({ defaultValues: initial })
  const { control } = form
  const faults = useFieldFaults()
  const obstacleTo = useAgendaObstacle()
  const [doctorId, count] = useWatch({ control, name: ['doctorId', 'repeat.count'] })
  const { isDirty } = form.formState
  const frame = useRef<HTMLFormElement>(null)
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  // It may come after a question that had the focus.
  useEffect(() => frame.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), [])
  // Back from the dates, the focus is where the form was left.
  const wasHidden = useRef(false)
  useEffect(() => {
    if (wasHidden.current && !props.hidden)
      frame.current?.querySelector<HTMLElement>('[type="submit"]')?.focus()
    wasHidden.current = props.hidden
  }, [props.hidden])

  const submit = form.handleSubmit((values) => {
    const found = faults.ofForm(faultsOf(values))
    for (const [index, { field, text }] of found.entries())
      form.setError(field, { message: text }, { shouldFocus: index === 0 })
    if (found.length === 0) onPreview(values)
  })

  return (
    <form
      ref={frame}
      className={frameCss.form}
      noValidate
      hidden={props.hidden}
      onSubmit={(event) => {
        form.clearErrors()
        void submit(event)
      }}
    >
      <div className={frameCss.half}>
        <Controller
          control={control}
          name="repeat.count"
          render={({ field, fieldState }) => (
            <TextInput
              {...field}
              label={t('form.count')}
              inputMode="numeric"
              maxLength={3}
              error={fieldState.error?.message}
              autoComplete="off"
              data-autofocus
            />
          )}
        />
        <AppointmentDoctorField control={control} doctors={doctors} />
      </div>
      <WeekdaysField control={control} />
      <AppointmentWhenFields form={form} place={place} dayLabel={t('form.from')} />
      <PackageField
        packages={props.packages}
        sold={props.sold}
        onSold={props.onSold}
        count={Number(count) || 0}
      />
      <div className={frameCss.actions}>
        <span className={frameCss.space} />
        <Button variant="default" onClick={onCancel}>
          {t('calendar:form.cancel')}
        </Button>
        <ReasonedButton type="submit" reason={obstacleTo(Number(doctorId))}>
          {t('form.preview')}
        </ReasonedButton>
      </div>
    </form>
  )
}
