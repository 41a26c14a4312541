import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasKey } from '../../api/http/api-error.ts'
import { useErrorText } from '../../api/session/use-error-text.ts'
import { dropLinkToken, keptLinkToken } from '../../features/accounts/entrance/link-token.ts'
import { AskForMailForm } from '../../features/accounts/recovery/AskForMailForm.tsx'
import { activateAccount, resendActivation } from '../../features/accounts/recovery/recovery.ts'
import { EntrancePage } from '../../features/accounts/sign-in/EntrancePage.tsx'
import { useLinkAction } from '../../features/accounts/use-link-action.ts'
import { LinkButton } from '../../ui/base/LinkButton.tsx'
import { Problem } from '../../ui/base/Problem.tsx'
import { BackToSignIn } from '../login/BackToSignIn.tsx'

export const ActivatePage = () => {
  const { t } = useTranslation('auth')
  const { textOf } = useErrorText()
  const navigate = useNavigate()
  const [token] = useState(() => keptLinkToken('activate'))
  const [isSent, setIsSent] = useState(false)
  const { pending, error, run } = useLinkAction(async () => {
    try {
      await activateAccount(token ?? '')
    } catch (problem) {
      if (hasKey(problem, 'second_factor_required', 'invalid_activation')) dropLinkToken('activate')
      throw problem
    }
    dropLinkToken('activate')
    await navigate({ to: '/app/dashboard' })
  })
  if (isSent) {
    return (
      <EntrancePage title={t('forgot.sent')} lead={t('activation.sent')}>
        <BackToSignIn />
      </EntrancePage>
    )
  }
  if (hasKey(error, 'second_factor_required')) {
    return (
      <EntrancePage title={t('activation.done')} lead={t('activation.signIn')}>
        <LinkButton to="/login" size="lg" fullWidth>
          {t('login.submit')}
        </LinkButton>
      </EntrancePage>
    )
  }
  if (token === null || hasKey(error, 'invalid_activation')) {
    return (
      <EntrancePage title={t('link.ended')} lead={t('activation.ended')}>
        <AskForMailForm
          label={t('activation.resend')}
          ask={resendActivation}
          onSent={() => setIsSent(true)}
        />
        <BackToSignIn />
      </EntrancePage>
    )
  }
  return (
    <EntrancePage title={t('activation.title')} lead={t('activation.lead')}>
      {error !== null && <Problem>{textOf(error)}</Problem>}
      <Button size="lg" fullWidth loading={pending} onClick={run}>
        {t('activation.submit')}
      </Button>
    </EntrancePage>
  )
}
