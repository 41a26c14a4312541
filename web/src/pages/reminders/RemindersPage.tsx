import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasKey } from '../../api/http/api-error.ts'
import { useErrorText } from '../../api/session/use-error-text.ts'
import { keptLinkToken } from '../../features/accounts/entrance/link-token.ts'
import { EntrancePage } from '../../features/accounts/sign-in/EntrancePage.tsx'
import { useLinkAction } from '../../features/accounts/use-link-action.ts'
import { chooseMails } from '../../features/reminders/choose-mails.ts'
import { Problem } from '../../ui/base/Problem.tsx'

/** What the patient has said on this page; null before. */
type Choice = boolean | null

const useChoice = (token: string) => {
  const [choice, setChoice] = useState<Choice>(null)
  const stop = useLinkAction(async () => setChoice(await chooseMails(token, false)))
  const resume = useLinkAction(async () => setChoice(await chooseMails(token, true)))
  return { choice, stop, resume, error: stop.error ?? resume.error }
}

const titles = { null: 'reminders.title', false: 'reminders.stopped', true: 'reminders.resumed' } as const
const leads = {
  null: 'reminders.lead',
  false: 'reminders.stoppedText',
  true: 'reminders.resumedText',
} as const

/** A patient ends the mails of a practice about appointments, or begins them again; no account is needed. */
export const RemindersPage = () => {
  const { t } = useTranslation('auth')
  const { textOf } = useErrorText()
  const [token] = useState(() => keptLinkToken('reminders'))
  const { choice, stop, resume, error } = useChoice(token ?? '')
  if (token === null || hasKey(error, 'invalid_token')) {
    return (
      <EntrancePage title={t('link.ended')} lead={t('reminders.ended')}>
        {null}
      </EntrancePage>
    )
  }
  return (
    <EntrancePage title={t(titles[`${choice}`])} lead={t(leads[`${choice}`])}>
      {error !== null && <Problem>{textOf(error)}</Problem>}
      {choice !== false && (
        <Button size="lg" fullWidth loading={stop.pending} disabled={resume.pending} onClick={stop.run}>
          {t('reminders.stop')}
        </Button>
      )}
      {choice !== true && (
        <Button
          variant={choice === null ? 'subtle' : 'default'}
          size="lg"
          fullWidth
          loading={resume.pending}
          disabled={stop.pending}
          onClick={resume.run}
        >
          {t('reminders.resume')}
        </Button>
      )}
    </EntrancePage>
  )
}
