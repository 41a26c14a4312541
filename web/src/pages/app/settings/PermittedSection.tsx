import type { Permission } from '@ulna/contract/permissions'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../../api/practice/use-permission.ts'
import { Card } from '../../../ui/base/Card.tsx'
import { EmptyState } from '../../../ui/base/EmptyState.tsx'

/** A section, or why this person may not use it. Nothing of it is asked for then. */
export const PermittedSection = ({
  permission,
  children,
}: {
  permission: Permission
  children: ReactNode
}) => {
  const { t } = useTranslation('settings')
  const { allowed, reason } = usePermission(permission)
  if (allowed) return children
  return (
    <Card>
      <EmptyState title={t('navigation.notForYou')}>
        <p>{reason}</p>
        <p>{t('navigation.whoCanHelp')}</p>
      </EmptyState>
    </Card>
  )
}
