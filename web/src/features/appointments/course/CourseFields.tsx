import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import { balanceTone, sessionsLeft } from '@ulna/contract/session-packages/session-packages.rules'
import { useTranslation } from 'react-i18next'
import type { FormFields } from '../../../api/forms/server-form.ts'
import type { AgendaPractitioner } from '../../../blocks/agenda-grid/parts/agenda-appointment.ts'
import { Pips } from '../../../blocks/package-balance/Pips.tsx'
import { WeekdaysField } from '../../../blocks/weekly-hours/WeekdaysField.tsx'
import { FieldPair } from '../../../ui/base/FieldPair.tsx'
import { stackClass } from '../../../ui/base/stack.ts'
import { TextField } from '../../../ui/base/TextField.tsx'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import type { AgendaPlace } from '../agenda/appointments.cache.ts'
import { AppointmentPractitionerField, AppointmentWhenFields } from '../form/AppointmentWhenFields.tsx'
import styles from './Course.module.css'
import type { CourseValues } from './course-values.ts'
import { useCourseWords } from './use-course-words.ts'

interface PackageFieldProps {
  form: FormFields<CourseValues>
  /** Those that have sessions to keep. */
  packages: readonly SessionPackage[]
  /** The one that was chosen. */
  sold: SessionPackage | undefined
}

const PackageField = ({ form, packages, sold }: PackageFieldProps) => {
  const { t } = useTranslation('course')
  const words = useCourseWords()
  if (packages.length === 0) return <p className={styles.words}>{t('package.noneActive')}</p>
  const left = sold ? sessionsLeft(sold) : 0
  const wanted = Number(form.values.repeat.count) || 0
  return (
    <div className={stackClass(8)}>
      <SelectField
        {...form.text('packageId')}
        label={t('package.label')}
        options={[
          ...packages.map((one) => ({
            value: String(one.id),
            label: t('package.option', { title: words.title(one), count: sessionsLeft(one) }),
          })),
          { value: '', label: t('package.without') },
        ]}
      />
      {sold ? (
        <p className={styles.words}>
          <Pips sessions={sold} tone={balanceTone(sold.status, left)} />
          <span>{words.balance(sold)}</span>
        </p>
      ) : null}
      <p role="status" className={styles.warn}>
        {sold && wanted > left ? t('package.tooFew', { count: left, wanted }) : ''}
      </p>
    </div>
  )
}

export interface CourseFieldsProps extends PackageFieldProps {
  place: AgendaPlace
  practitioners: readonly AgendaPractitioner[]
}

/** How many visits, on which days, when, with whom, and which package keeps their sessions. */
export const CourseFields = ({ form, packages, sold, place, practitioners }: CourseFieldsProps) => {
  const { t } = useTranslation(['course', 'series'])
  const { values, faults, change } = form
  const { repeat } = values
  return (
    <>
      <FieldPair>
        <TextField
          label={t('form.count')}
          inputMode="numeric"
          maxLength={3}
          autoComplete="off"
          data-autofocus
          value={repeat.count}
          error={faults['repeat.count']}
          onChange={({ currentTarget }) => change({ repeat: { ...repeat, count: currentTarget.value } })}
        />
        <AppointmentPractitionerField form={form} practitioners={practitioners} />
      </FieldPair>
      <WeekdaysField
        label={t('series:form.weekdays')}
        value={repeat.weekdays}
        error={faults['repeat.weekdays']}
        onChange={(weekdays) => change({ repeat: { ...repeat, weekdays } })}
      />
      <AppointmentWhenFields form={form} place={place} dayLabel={t('form.from')} />
      <PackageField {...{ form, packages, sold }} />
    </>
  )
}
