import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isAnythingUnsaved, useAnythingUnsaved } from '../../../api/unsaved-changes.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'

/** Asks before a section with something unsaved is left. */
export const LeaveGuard = () => {
  const { t } = useTranslation('settings')
  const blocker = useBlocker({
    shouldBlockFn: isAnythingUnsaved,
    enableBeforeUnload: useAnythingUnsaved(),
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <ConfirmDialog
      opened
      title={t('navigation.leave.title')}
      confirmLabel={t('navigation.leave.confirm')}
      cancelLabel={t('navigation.leave.stay')}
      closeLabel={t('navigation.leave.stay')}
      destructive
      onConfirm={() => blocker.proceed()}
      onCancel={() => blocker.reset()}
    >
      <p>{t('navigation.leave.text')}</p>
    </ConfirmDialog>
  )
}
