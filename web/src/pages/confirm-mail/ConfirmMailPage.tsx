import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasKey } from '../../api/http/api-error.ts'
import { useErrorText } from '../../api/session/use-error-text.ts'
import { dropLinkToken, keptLinkToken } from '../../features/accounts/entrance/link-token.ts'
import { confirmMail } from '../../features/accounts/recovery/recovery.ts'
import { EntrancePage } from '../../features/accounts/sign-in/EntrancePage.tsx'
import { useLinkAction } from '../../features/accounts/use-link-action.ts'
import { LinkButton } from '../../ui/base/LinkButton.tsx'
import { Problem } from '../../ui/base/Problem.tsx'

const ToSettings = () => {
  const { t } = useTranslation('auth')
  return (
    <LinkButton to="/app/settings" size="lg" fullWidth>
      {t('confirmMail.toAccount')}
    </LinkButton>
  )
}

export const ConfirmMailPage = () => {
  const { t } = useTranslation('auth')
  const { textOf } = useErrorText()
  const [token] = useState(() => keptLinkToken('confirm-mail'))
  const [email, setEmail] = useState<string | null>(null)
  const { pending, error, run } = useLinkAction(async () => {
    try {
      setEmail(await confirmMail(token ?? ''))
      dropLinkToken('confirm-mail')
    } catch (problem) {
      if (hasKey(problem, 'invalid_token')) dropLinkToken('confirm-mail')
      throw problem
    }
  })
  if (email !== null) {
    return (
      <EntrancePage title={t('confirmMail.done')} lead={t('confirmMail.doneText', { email })}>
        <ToSettings />
      </EntrancePage>
    )
  }
  if (token === null || hasKey(error, 'invalid_token')) {
    return (
      <EntrancePage title={t('link.ended')} lead={t('confirmMail.ended')}>
        <ToSettings />
      </EntrancePage>
    )
  }
  return (
    <EntrancePage title={t('confirmMail.title')} lead={t('confirmMail.lead')}>
      {error !== null && <Problem>{textOf(error)}</Problem>}
      <Button size="lg" fullWidth loading={pending} onClick={run}>
        {t('confirmMail.submit')}
      </Button>
    </EntrancePage>
  )
}
