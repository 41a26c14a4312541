import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useUnsaved } from '../../api/unsaved-changes.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

/** Asks before a page with something unsaved is left. */
export const LeaveGuard = ({ isDirty }: { isDirty: boolean }) => {
  const { t } = useTranslation('settings')
  useUnsaved(isDirty)
  const blocker = useBlocker({
    shouldBlockFn: () => isDirty,
    enableBeforeUnload: isDirty,
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
