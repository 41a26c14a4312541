import { limits } from '@ulna/contract/http/text'
import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import { useTranslation } from 'react-i18next'
import { queueInfo } from '../../api/http/messages.ts'
import { usePracticeSession } from '../../api/session/session.ts'
import { ReasonDialog } from '../../blocks/form/ReasonDialog.tsx'
import { useChangePackage } from './session-packages.queries.ts'

/** Cancels a package, or makes a cancelled one active again; both ask why. */
export const StateDialog = ({ sold, onClose }: { sold: SessionPackage; onClose: () => void }) => {
  const { t } = useTranslation('sessionPackage')
  const { authPractice } = usePracticeSession()
  const change = useChangePackage(authPractice.id, sold.id, { showsOwnErrors: false })
  const way = sold.status === 'cancelled' ? 'reactivate' : 'cancel'
  const status = way === 'cancel' ? 'cancelled' : 'active'
  const onSuccess = () => {
    queueInfo(t(`state.${way}.done`))
    onClose()
  }
  return (
    <ReasonDialog
      destructive={way === 'cancel'}
      title={t(`state.${way}.title`)}
      label={t('reason')}
      confirmLabel={t(`state.${way}.confirm`)}
      cancelLabel={t('back')}
      shortest={1}
      longest={limits.title}
      pending={change.isPending}
      onConfirm={(reason) => change.mutate({ status, reason, version: sold.version }, { onSuccess })}
      onClose={onClose}
    >
      <p>{t(`state.${way}.text`)}</p>
    </ReasonDialog>
  )
}
