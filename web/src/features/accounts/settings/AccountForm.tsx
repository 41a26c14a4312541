import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { usePracticeSession } from '../../../api/session/session.ts'
import { FieldCard } from '../../../blocks/form/FieldCard.tsx'
import { SettingsForm } from '../../../blocks/form/SettingsForm.tsx'
import { calloutClass } from '../../../ui/base/callout.ts'
import { TextField } from '../../../ui/base/TextField.tsx'
import { securityQuery } from '../security.queries.ts'
import styles from './AccountSettings.module.css'
import type { AccountValues } from './own-values.ts'
import { useAccountForm } from './use-own-forms.ts'

const PendingAddress = () => {
  const { t } = useTranslation('settings')
  const { data } = useQuery(securityQuery)
  if (!data?.pendingEmail) return null
  return (
    <p className={calloutClass('warn', styles.wide)} role="status">
      {t('account.pendingEmail', { email: data.pendingEmail })}
    </p>
  )
}

/** What one signs in with. Another address counts once the link that is mailed to it was opened. */
export const AccountForm = () => {
  const { t } = useTranslation(['settings', 'user'])
  const { authUser } = usePracticeSession()
  const form = useAccountForm(authUser)
  const { frame, conflict } = form
  const theirs = conflict && {
    by: 'self' as const,
    changes: conflict.changed.map((key) => ({ label: t(`user:${key}`), now: conflict.theirs[key] })),
  }
  const shared = { required: true, maxLength: 254, autoCapitalize: 'none', spellCheck: false } as const
  const text = (key: keyof AccountValues) => ({
    ...form.text(key),
    ...shared,
    label: t(`user:${key}`),
    hint: t(`account.${key}Hint`),
  })
  return (
    <SettingsForm frame={frame} label={t('account.title')} conflict={theirs}>
      <FieldCard title={t('account.title')}>
        <TextField {...text('username')} autoComplete="username" />
        <TextField {...text('email')} type="email" autoComplete="email" />
        <PendingAddress />
      </FieldCard>
    </SettingsForm>
  )
}
