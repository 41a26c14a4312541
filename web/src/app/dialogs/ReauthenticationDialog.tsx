import { useTranslation } from 'react-i18next'
import { type ProofRequest, proofRequests } from '../../api/session/fresh-proof.ts'
import { ReauthenticationForm } from '../../features/accounts/ReauthenticationForm.tsx'
import { GuardDialog } from './GuardDialog.tsx'
import { HandingDialog } from './HandingDialog.tsx'

/** Asks whether it is still the same person; the call that needs to know waits underneath. */
export const ReauthenticationDialog = ({ request }: { request: ProofRequest }) => {
  const { t } = useTranslation('auth')
  const cancel = (): void => proofRequests.answer(false)
  if (request.error.errors[0]?.params?.shortCode !== undefined) return <HandingDialog request={request} />
  return (
    <GuardDialog title={t('confirm.title')} text={t('confirm.text')} zIndex={340} onCancel={cancel}>
      <ReauthenticationForm onProven={() => proofRequests.answer(true)} onCancel={cancel} />
    </GuardDialog>
  )
}
