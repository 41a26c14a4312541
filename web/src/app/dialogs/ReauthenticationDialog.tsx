import { useTranslation } from 'react-i18next'
import { proofRequests } from '../../api/session/fresh-proof.ts'
import { ReauthenticationForm } from '../../features/accounts/ReauthenticationForm.tsx'
import { GuardDialog } from './GuardDialog.tsx'

/** Asks whether it is still the same person; the call that needs to know waits underneath. */
export const ReauthenticationDialog = () => {
  const { t } = useTranslation('auth')
  const cancel = (): void => proofRequests.answer(false)
  return (
    <GuardDialog title={t('confirm.title')} text={t('confirm.text')} zIndex={340} onCancel={cancel}>
      <ReauthenticationForm onProven={() => proofRequests.answer(true)} onCancel={cancel} />
    </GuardDialog>
  )
}
