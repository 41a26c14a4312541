import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'

/** Asks before the editor is left with something unsaved; a reload loses nothing and asks nothing. */
export const LeaveGuard = ({ isDirty, onDiscard }: { isDirty: boolean; onDiscard: () => void }) => {
  const { t } = useTranslation('moduleEditor')
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: false,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <ConfirmDialog
      opened
      title={t('leave.title')}
      confirmLabel={t('leave.confirm')}
      cancelLabel={t('leave.stay')}
      closeLabel={t('leave.stay')}
      destructive
      onConfirm={() => {
        onDiscard()
        blocker.proceed()
      }}
      onCancel={() => blocker.reset()}
    >
      <p>{t('leave.text')}</p>
    </ConfirmDialog>
  )
}
