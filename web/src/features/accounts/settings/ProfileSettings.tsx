import { longestLicenceNumber } from '@ulna/contract/practices/licence-number'
import type { Practitioner } from '@ulna/contract/practices/practices'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Conflict } from '../../../api/forms/server-form.ts'
import { useSession } from '../../../api/session/session.ts'
import { FieldCard } from '../../../blocks/form/FieldCard.tsx'
import { SettingsForm } from '../../../blocks/form/SettingsForm.tsx'
import { DayInput } from '../../../blocks/typed-time/DayInput.tsx'
import { useDates } from '../../../i18n/dates/use-dates.ts'
import { CheckboxField } from '../../../ui/base/CheckboxField.tsx'
import { Hint } from '../../../ui/base/Hint.tsx'
import { TextField } from '../../../ui/base/TextField.tsx'
import styles from './AccountSettings.module.css'
import { ColorField, colorName } from './ColorField.tsx'
import type { ProfileValues } from './own-values.ts'
import { useProfileForm } from './use-own-forms.ts'

const contactFields = [
  { name: 'socialId', maxLength: 100, autoComplete: 'off' },
  { name: 'mobile', maxLength: 40, autoComplete: 'tel', type: 'tel' },
  { name: 'phone', maxLength: 40, autoComplete: 'off', type: 'tel' },
  { name: 'email', maxLength: 254, autoComplete: 'off', type: 'email' },
  { name: 'address', maxLength: 200, autoComplete: 'street-address' },
] as const
type TextKey = 'firstName' | 'lastName' | 'licenceNumber' | (typeof contactFields)[number]['name']

/** What the same person saved elsewhere, as people read it. */
const useTheirs = () => {
  const { t } = useTranslation(['settings', 'doctor', 'common'])
  const dates = useDates()
  const labelOf = (key: keyof ProfileValues): string =>
    key === 'color' || key === 'bookable' ? t(`profile.${key}`) : t(`doctor:${key}`)
  const shown = (key: keyof ProfileValues, values: ProfileValues): ReactNode => {
    if (key === 'color') return t(`profile.colors.${colorName(values.color)}`)
    if (key === 'bookable') return t(values.bookable ? 'common:form.yes' : 'common:form.no')
    if (key === 'birthDate') return values.birthDate === null ? '' : dates.day(values.birthDate)
    return values[key]
  }
  return ({ changed, theirs }: Conflict<ProfileValues>) => ({
    by: 'self' as const,
    changes: changed.map((key) => ({ label: labelOf(key), now: shown(key, theirs) })),
  })
}

const ProfileForm = ({ practitioner }: { practitioner: Practitioner }) => {
  const { t } = useTranslation(['settings', 'doctor'])
  const dates = useDates()
  const theirsOf = useTheirs()
  const form = useProfileForm(practitioner)
  const { frame, values, faults, conflict, change } = form
  const text = (key: TextKey) => ({ ...form.text(key), label: t(`doctor:${key}`) })
  return (
    <SettingsForm frame={frame} label={t('profile.title')} conflict={conflict && theirsOf(conflict)}>
      <FieldCard title={t('profile.title')} lead={t('profile.lead')}>
        <TextField {...text('firstName')} autoComplete="given-name" required maxLength={100} />
        <TextField {...text('lastName')} autoComplete="family-name" required maxLength={100} />
        <TextField
          {...text('licenceNumber')}
          hint={t('doctor:licenceNumberHint')}
          autoComplete="off"
          maxLength={longestLicenceNumber}
        />
        <ColorField value={values.color} onChange={(color) => change({ color })} />
        <div className={styles.wide}>
          <CheckboxField
            label={t('profile.bookable')}
            checked={values.bookable}
            onChange={(event) => change({ bookable: event.currentTarget.checked })}
          />
          <Hint>{t('profile.bookableHint')}</Hint>
        </div>
        <DayInput
          label={t('doctor:birthDate')}
          value={values.birthDate}
          onChange={(birthDate) => change({ birthDate })}
          maxDate={dates.today()}
          error={faults.birthDate}
        />
        {contactFields.map(({ name, ...field }) => (
          <TextField key={name} {...text(name)} {...field} />
        ))}
      </FieldCard>
    </SettingsForm>
  )
}

/** The own professional profile in the practice one works in, as colleagues and the agenda show it. */
export const ProfileSettings = () => {
  const { authDoctor } = useSession()
  return authDoctor && <ProfileForm key={authDoctor.id} practitioner={authDoctor} />
}
