import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reportError } from '../../../api/practice/app-errors.ts'
import { usePracticeSession } from '../../../api/session/session.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { leavePractice } from './members.queries.ts'

/** Ends the own membership. What was written stays with the practice. */
export const LeaveDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('settings')
  const { authPractice } = usePracticeSession()
  const navigate = useNavigate()
  const [pending, setPending] = useState(false)
  const leave = async (): Promise<void> => {
    setPending(true)
    try {
      await leavePractice(() => navigate({ to: '/app/dashboard', ignoreBlocker: true }))
    } catch (error) {
      onClose()
      reportError(error)
    }
  }
  return (
    <ConfirmDialog
      title={t('members.leave.title', { practice: authPractice.name })}
      confirmLabel={t('members.leave.confirm')}
      cancelLabel={t('members.cancel')}
      destructive
      pending={pending}
      onConfirm={() => void leave()}
      onCancel={onClose}
    >
      <p>{t('members.leave.text')}</p>
    </ConfirmDialog>
  )
}
