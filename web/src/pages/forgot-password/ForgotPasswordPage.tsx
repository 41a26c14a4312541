import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AskForMailForm } from '../../features/accounts/recovery/AskForMailForm.tsx'
import { askForReset } from '../../features/accounts/recovery/recovery.ts'
import { EntrancePage } from '../../features/accounts/sign-in/EntrancePage.tsx'
import { LinkButton } from '../../ui/base/LinkButton.tsx'

export const ForgotPasswordPage = () => {
  const { t } = useTranslation('auth')
  const [isSent, setIsSent] = useState(false)
  if (isSent) {
    return (
      <EntrancePage title={t('forgot.sent')} lead={t('forgot.content')}>
        <LinkButton to="/login" size="lg" fullWidth>
          {t('backToSignIn')}
        </LinkButton>
        <Button variant="subtle" color="gray" fullWidth onClick={() => setIsSent(false)}>
          {t('forgot.again')}
        </Button>
      </EntrancePage>
    )
  }
  return (
    <EntrancePage title={t('forgot.title')} lead={t('forgot.lead')}>
      <AskForMailForm label={t('forgot.submit')} ask={askForReset} onSent={() => setIsSent(true)} />
      <Link to="/login">{t('backToSignIn')}</Link>
    </EntrancePage>
  )
}
