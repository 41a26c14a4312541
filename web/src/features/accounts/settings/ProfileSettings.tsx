import { Button } from '@mantine/core'
import type { Doctor } from '@ulna/contract/practices'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../../api/session.ts'
import { parseDayText } from '../../../blocks/record-form/day-text.ts'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { useDates } from '../../../i18n/use-dates.ts'
import { CheckboxField } from '../../../ui/CheckboxField.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Sheet } from '../../../ui/Sheet.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { FormError } from '../FormError.tsx'
import classes from './AccountSheets.module.css'
import { ColorField } from './ColorField.tsx'
import { ConflictNotice } from './ConflictNotice.tsx'
import { changeOfDoctor, type ProfileValues } from './own-change.ts'
import { type OwnForm, useOwnForm } from './use-own-form.ts'

/** What the form holds; a birth date that cannot be read is undefined. */
const valuesOf = (form: HTMLFormElement): ProfileValues | undefined => {
  const data = new FormData(form)
  const text = (name: string): string => String(data.get(name) ?? '')
  const typedDay = text('birthDate').trim()
  const birthDate = typedDay === '' ? null : parseDayText(typedDay, currentLanguage())
  if (typedDay !== '' && birthDate === null) return undefined
  return {
    firstName: text('firstName'),
    lastName: text('lastName'),
    color: Number(text('color')),
    bookable: data.has('bookable'),
    birthDate,
    socialId: text('socialId'),
    phone: text('phone'),
    mobile: text('mobile'),
    email: text('email'),
    address: text('address'),
  }
}

const contactFields = [
  { name: 'socialId', maxLength: 100, autoComplete: 'off' },
  { name: 'mobile', maxLength: 40, autoComplete: 'tel', type: 'tel' },
  { name: 'phone', maxLength: 40, autoComplete: 'off', type: 'tel' },
  { name: 'email', maxLength: 254, autoComplete: 'off', type: 'email' },
  { name: 'address', maxLength: 200, autoComplete: 'street-address' },
] as const

const ProfileFields = ({ doctor, form }: { doctor: Doctor; form: OwnForm }) => {
  const { t } = useTranslation(['settings', 'doctor'])
  const dates = useDates()
  const errorOf = (name: string) => (form.problems[name] ? { error: form.problems[name] } : {})
  return (
    <>
      <div className={classes.fields}>
        <TextField
          name="firstName"
          label={t('doctor:firstName')}
          autoComplete="given-name"
          required
          maxLength={100}
          defaultValue={doctor.firstName}
          {...errorOf('firstName')}
        />
        <TextField
          name="lastName"
          label={t('doctor:lastName')}
          autoComplete="family-name"
          required
          maxLength={100}
          defaultValue={doctor.lastName}
          {...errorOf('lastName')}
        />
      </div>
      <ColorField defaultValue={doctor.color} />
      <div>
        <CheckboxField name="bookable" label={t('profile.bookable')} defaultChecked={doctor.bookable} />
        <p className={classes.detail}>{t('profile.bookableHint')}</p>
      </div>
      <div className={classes.fields}>
        <TextField
          name="birthDate"
          label={t('doctor:birthDate')}
          placeholder={t('profile.dayPlaceholder')}
          autoComplete="off"
          maxLength={30}
          defaultValue={doctor.birthDate ? dates.day(doctor.birthDate) : ''}
          {...errorOf('birthDate')}
        />
        {contactFields.map(({ name, ...field }) => (
          <TextField
            key={name}
            {...field}
            name={name}
            label={t(`doctor:${name}`)}
            defaultValue={doctor[name] ?? ''}
            {...errorOf(name)}
          />
        ))}
      </div>
    </>
  )
}

const ProfileSheet = ({ doctor }: { doctor: Doctor }) => {
  const { t } = useTranslation(['settings', 'error'])
  const form = useOwnForm()
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const values = valuesOf(event.currentTarget)
    if (values) return void form.save(changeOfDoctor(values, doctor))
    form.refuse({ birthDate: t('error:field_date') })
  }
  return (
    <Sheet title={t('profile.title')}>
      <form
        ref={form.form}
        className={classes.body}
        onInput={form.onInput}
        onSubmit={submit}
        aria-label={t('profile.title')}
      >
        <p className={classes.lead}>{t('profile.lead')}</p>
        {form.isConflict && <ConflictNotice onTakeTheirs={form.takeTheirs} onKeepMine={form.keepMine} />}
        <ProfileFields doctor={doctor} form={form} />
        {form.problem !== '' && <FormError>{form.problem}</FormError>}
        <div className={classNames(classes.actions, classes.end)}>
          <Button type="submit" loading={form.pending}>
            {t('account.save')}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}

/** The own professional profile in the practice one works in, as colleagues and the agenda show it. */
export const ProfileSettings = () => {
  const { authDoctor } = useSession()
  return authDoctor && <ProfileSheet key={authDoctor.id} doctor={authDoctor} />
}
