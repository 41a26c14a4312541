import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { tokens } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { useSession } from '../api/session.ts'
import { SignInForm } from '../features/accounts/SignInForm.tsx'
import { GuardDialog } from './GuardDialog.tsx'

const leave = async (): Promise<void> => {
  await tokens.clear()
  window.location.assign('/login')
}

/** Signs in again in place: what is being written stays where it is, underneath. */
export const SessionExpiredDialog = () => {
  const { t } = useTranslation('auth')
  const { authUser } = useSession()
  return (
    <GuardDialog title={t('expired.title')} text={t('expired.text')} zIndex={350}>
      <SignInForm inPlace username={authUser?.username} onSignedIn={() => queryClient.invalidateQueries()} />
      <Button variant="subtle" color="gray" fullWidth onClick={() => void leave()}>
        {t('expired.leave')}
      </Button>
    </GuardDialog>
  )
}
