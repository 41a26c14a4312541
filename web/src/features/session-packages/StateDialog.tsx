import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queueInfo } from '../../api/http/messages.ts'
import { usePracticeSession } from '../../api/session/session.ts'
import { TextField } from '../../ui/base/TextField.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useChangePackage } from './session-packages.queries.ts'

/** Cancels a package, or makes a cancelled one active again; both ask why. */
export const StateDialog = ({ sold, onClose }: { sold: SessionPackage; onClose: () => void }) => {
  const { t } = useTranslation(['sessionPackage', 'buttons'])
  const { authPractice } = usePracticeSession()
  const [reason, setReason] = useState('')
  const change = useChangePackage(authPractice.id, sold.id, { showsOwnErrors: false })
  const way = sold.status === 'cancelled' ? 'reactivate' : 'cancel'
  const confirm = () =>
    change.mutate(
      { status: way === 'cancel' ? 'cancelled' : 'active', reason, version: sold.version },
      {
        onSuccess: () => {
          queueInfo(t(`state.${way}.done`))
          onClose()
        },
      },
    )
  return (
    <ConfirmDialog
      opened
      title={t(`state.${way}.title`)}
      confirmLabel={t(`state.${way}.confirm`)}
      cancelLabel={t('back')}
      closeLabel={t('buttons:close')}
      destructive={way === 'cancel'}
      pending={change.isPending}
      disabled={reason.trim() === ''}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <p>{t(`state.${way}.text`)}</p>
      <TextField
        label={t('reason')}
        maxLength={200}
        required
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
