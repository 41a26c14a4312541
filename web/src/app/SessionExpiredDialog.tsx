import { Button, Modal } from '@mantine/core'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Paper.css'
import { useTranslation } from 'react-i18next'
import { tokens } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { useSession } from '../api/session.ts'
import { SignInForm } from '../features/accounts/SignInForm.tsx'
import { signInAgain } from '../features/accounts/sign-in.ts'
import classes from './SessionExpiredDialog.module.css'

const leave = async (): Promise<void> => {
  await tokens.clear()
  window.location.assign('/login')
}

/** Signs in again in place: what is being written stays where it is, underneath. */
export const SessionExpiredDialog = () => {
  const { t } = useTranslation(['auth', 'common'])
  const { authUser } = useSession()
  const onSubmit = async (credentials: Parameters<typeof signInAgain>[0]): Promise<void> => {
    await signInAgain(credentials)
    await queryClient.invalidateQueries()
  }
  return (
    <Modal
      opened
      onClose={() => undefined}
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
      title={t('expired.title')}
      zIndex={350}
      classNames={{
        content: classes.content ?? '',
        header: classes.header ?? '',
        title: classes.title ?? '',
      }}
    >
      <p className={classes.text}>{t('expired.text')}</p>
      <SignInForm username={authUser?.username} onSubmit={onSubmit} />
      <Button variant="subtle" color="gray" fullWidth onClick={() => void leave()}>
        {t('expired.leave')}
      </Button>
    </Modal>
  )
}
