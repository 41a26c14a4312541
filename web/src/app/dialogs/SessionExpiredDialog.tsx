import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { queryClient } from '../../api/practice/query-client.ts'
import { tokens } from '../../api/session/client.ts'
import { session, useSession } from '../../api/session/session.ts'
import { SignInForm } from '../../features/accounts/sign-in/SignInForm.tsx'
import { GuardDialog } from './GuardDialog.tsx'

/** Whoever leaves here signs out: nothing that was typed stays on this device. */
const leave = async (): Promise<void> => {
  const userId = session.get().authUser?.id ?? null
  await tokens.clear()
  await Promise.allSettled([
    import('../../api/local-copies/local-copies.ts').then((copies) => copies.forgetLocalCopies(userId)),
  ])
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
