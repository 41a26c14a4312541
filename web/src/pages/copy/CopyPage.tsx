import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasKey } from '../../api/http/api-error.ts'
import { useErrorText } from '../../api/session/use-error-text.ts'
import { keptLinkToken } from '../../features/accounts/entrance/link-token.ts'
import { EntrancePage } from '../../features/accounts/sign-in/EntrancePage.tsx'
import { useLinkAction } from '../../features/accounts/use-link-action.ts'
import { openCopy } from '../../features/patient-copies/patient-copies.queries.ts'
import { Problem } from '../../ui/base/Problem.tsx'
import { stackClass } from '../../ui/base/stack.ts'
import { TextField } from '../../ui/base/TextField.tsx'

/** A patient types the code that the practice told another way than the link; no account is needed. */
export const CopyPage = () => {
  const { t } = useTranslation('copies')
  const { textOf } = useErrorText()
  const [token] = useState(() => keptLinkToken('copy'))
  const [code, setCode] = useState('')
  const [isStarted, setStarted] = useState(false)
  const { run, pending, error } = useLinkAction(async () => {
    await openCopy(token ?? '', code)
    setStarted(true)
  })
  if (token === null || hasKey(error, 'not_found'))
    return (
      <EntrancePage title={t('open.title')} lead={t('open.gone')}>
        {null}
      </EntrancePage>
    )
  return (
    <EntrancePage title={t('open.title')} lead={t(isStarted ? 'open.started' : 'open.lead')}>
      <form
        className={stackClass(16)}
        onSubmit={(event) => {
          event.preventDefault()
          run()
        }}
      >
        {error !== null && (
          <Problem>{hasKey(error, 'copy_code_wrong') ? t('open.wrong') : textOf(error)}</Problem>
        )}
        <TextField
          label={t('open.code')}
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          required
        />
        <Button type="submit" size="lg" fullWidth loading={pending}>
          {t('open.submit')}
        </Button>
      </form>
    </EntrancePage>
  )
}
