import type { ShortCodeStanding } from '@ulna/contract/accounts/accounts.short-code'
import { signatureEndpoints } from '@ulna/contract/signatures/signatures'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ProofRequest, proofRequests } from '../../api/session/fresh-proof.ts'
import { ReauthenticationForm } from '../../features/accounts/ReauthenticationForm.tsx'
import { ShortCodeForm } from '../../features/accounts/short-code/ShortCodeForm.tsx'
import { GuardDialog } from './GuardDialog.tsx'

/** A device goes to a patient or comes back: a short code does where it is worth something, a proof always. */
export const HandingDialog = ({ request }: { request: ProofRequest }) => {
  const { t } = useTranslation('signatures')
  const [standing, setStanding] = useState(request.error.errors[0]?.params?.shortCode as ShortCodeStanding)
  const [takesProof, setTakesProof] = useState(false)
  const way = request.endpoint === signatureEndpoints.handBack ? 'back' : 'over'
  const asksCode = standing === 'ready' && !takesProof
  const cancel = (): void => proofRequests.answer(false)
  return (
    <GuardDialog
      title={t(`handing.${way}.title`)}
      text={standing === 'none' || takesProof ? t(`handing.${way}.proof`) : t(`handing.${standing}`)}
      zIndex={340}
      onCancel={cancel}
    >
      {asksCode ? (
        <ShortCodeForm
          send={request.sendWith}
          onTaken={proofRequests.answer}
          onRefused={setStanding}
          onProof={() => setTakesProof(true)}
          onCancel={cancel}
        />
      ) : (
        <ReauthenticationForm
          onProven={() => proofRequests.answer(true)}
          onCancel={cancel}
          cancelLabel={t('handing.cancel')}
        />
      )}
    </GuardDialog>
  )
}
