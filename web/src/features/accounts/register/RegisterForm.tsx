import { Button } from '@mantine/core'
import { languages } from '@ulna/contract/languages'
import type { Language } from '@ulna/contract/record-class/record-class'
import { useTranslation } from 'react-i18next'
import type { TextControl } from '../../../api/forms/server-form.ts'
import { useServerForm } from '../../../api/forms/use-server-form.ts'
import { hasKey } from '../../../api/http/api-error.ts'
import { useErrorText } from '../../../api/session/use-error-text.ts'
import { FormFrame } from '../../../blocks/form/FormFrame.tsx'
import { useZones } from '../../../blocks/time-zones/use-zone-names.ts'
import { chooseLanguage, currentLanguage } from '../../../i18n/i18n.ts'
import { isLanguage } from '../../../i18n/page-settings.ts'
import { deviceTimeZone } from '../../../i18n/time-zones.ts'
import { FieldPair } from '../../../ui/base/FieldPair.tsx'
import { TextField } from '../../../ui/base/TextField.tsx'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import type { HostedPerson } from '../hosted-identity.ts'
import { NewPasswordField } from '../NewPasswordField.tsx'
import { useTypedFaults } from '../sign-in/typed-faults.ts'

/** What the form asked for; of somebody invited no practice, of somebody hosted no address and no password. */
export interface RegistrationFields {
  readonly firstName: string
  readonly lastName: string
  readonly language: Language
  readonly practiceName?: string
  readonly timezone?: string
  readonly email?: string
  readonly password?: string
}

export interface RegisterFormProps {
  /** Joins a practice that invited this address, instead of making one. */
  invitedAs?: string | undefined
  /** Known to the hosted identity service already. */
  hosted?: HostedPerson | undefined
  onSubmit: (registration: RegistrationFields) => Promise<void>
}

const useRegistration = ({ invitedAs, hosted, onSubmit }: RegisterFormProps) => {
  const { t } = useTranslation('auth')
  const { textOf } = useErrorText()
  const typedFaults = useTypedFaults()
  const [firstName = '', ...others] = (hosted?.name ?? '').split(' ')
  return useServerForm({
    stored: undefined,
    startOf: () => ({
      firstName,
      lastName: others.join(' '),
      practiceName: '',
      email: invitedAs ?? '',
      password: '',
      timezone: deviceTimeZone(),
    }),
    faultsOf: (_values, _stored, form) => typedFaults(form),
    save: ({ values: { practiceName, timezone, email, password, ...names } }) =>
      onSubmit({
        ...names,
        language: currentLanguage(),
        ...(invitedAs === undefined && { practiceName, timezone }),
        ...(!hosted && { email, password }),
      }),
    faultsIn: (error) => {
      if (hasKey(error, 'user_already_registered')) return { email: t('register.taken') }
      return hasKey(error, 'password_common') ? { password: textOf(error) } : undefined
    },
    problemOf: textOf,
    onSaved: () => undefined,
  })
}

const ZoneField = (field: TextControl) => {
  const { t } = useTranslation('auth')
  const options = useZones().map(({ value, label, detail }) => ({ value, label: `${label} ${detail}` }))
  return <SelectField {...field} label={t('timezone')} options={options} />
}

/** One step: who, which practice, how to get in. Language and time zone are guessed from the device. */
export const RegisterForm = (props: RegisterFormProps) => {
  const { t } = useTranslation(['auth', 'common'])
  const { frame, faults, text } = useRegistration(props)
  const isInvited = props.invitedAs !== undefined
  return (
    <FormFrame frame={frame} label={t('register.title')}>
      <FieldPair>
        <TextField
          {...text('firstName')}
          label={t('firstName')}
          autoComplete="given-name"
          required
          maxLength={100}
          autoFocus
        />
        <TextField
          {...text('lastName')}
          label={t('lastName')}
          autoComplete="family-name"
          required
          maxLength={100}
        />
      </FieldPair>
      {!isInvited && (
        <TextField
          {...text('practiceName')}
          label={t('practiceName')}
          hint={t('register.practiceHint')}
          autoComplete="organization"
          maxLength={100}
        />
      )}
      {!props.hosted && (
        <>
          <TextField
            {...text('email')}
            type="email"
            label={t('email')}
            hint={isInvited ? t('invitation.addressHint') : undefined}
            autoComplete="email"
            required
            maxLength={254}
            readOnly={isInvited}
          />
          <NewPasswordField {...text('password')} />
        </>
      )}
      <FieldPair>
        <SelectField
          name="language"
          label={t('language')}
          error={faults.language}
          value={currentLanguage()}
          onChange={({ currentTarget: { value } }) => isLanguage(value) && void chooseLanguage(value)}
          options={languages.map((value) => ({ value, label: t(`common:languages.${value}`) }))}
        />
        {!isInvited && <ZoneField {...text('timezone')} />}
      </FieldPair>
      <Button type="submit" size="lg" fullWidth loading={frame.pending}>
        {t(isInvited ? 'invitation.join' : 'register.submit')}
      </Button>
    </FormFrame>
  )
}
