import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../api/session/use-error-text.ts'
import { ErrorBanner } from '../../../ui/ErrorBanner.tsx'
import { resendActivation } from '../recovery/recovery.ts'

type Sending = 'no' | 'under-way' | 'done'

/** The account waits for the link of its activation mail, which can be sent again. */
export const ActivationHelp = ({ username }: { username: string }) => {
  const { t } = useTranslation('auth')
  const { textOf } = useErrorText()
  const [sending, setSending] = useState<Sending>('no')
  const [error, setError] = useState<unknown>(null)
  const send = async (): Promise<void> => {
    setSending('under-way')
    setError(null)
    try {
      await resendActivation(username)
      setSending('done')
    } catch (problem) {
      setError(problem)
      setSending('no')
    }
  }
  const action = username !== '' && sending !== 'done' && (
    <Button variant="default" loading={sending === 'under-way'} onClick={() => void send()}>
      {t('activation.resend')}
    </Button>
  )
  return (
    <ErrorBanner title={t('activation.waiting')} action={action}>
      {error === null ? t(sending === 'done' ? 'activation.sent' : 'activation.text') : textOf(error)}
    </ErrorBanner>
  )
}
