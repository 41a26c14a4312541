import { useQuery } from '@tanstack/react-query'
import type { MadePracticeKey, PracticeKey } from '@ulna/contract/practice-keys/practice-keys'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../api/practice/use-permission.ts'
import { usePracticeSession } from '../../api/session/session.ts'
import { LoadFailed } from '../../blocks/notices/LoadFailed.tsx'
import { lazyPart } from '../../i18n/lazy-part.ts'
import { Card } from '../../ui/base/Card.tsx'
import { EmptyState } from '../../ui/base/EmptyState.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { PlusIcon } from '../../ui/icons/shared-icons.tsx'
import { Optional } from '../../ui/Optional.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { KeyList } from './KeyList.tsx'
import { practiceKeysQuery, useRevokeKey } from './practice-keys.queries.ts'

const KeyDialog = lazyPart(() => import('./KeyDialog.tsx'), 'KeyDialog')
const SecretDialog = lazyPart(() => import('./SecretDialog.tsx'), 'SecretDialog')

type Asked = { kind: 'make' } | { kind: 'made'; key: MadePracticeKey } | { kind: 'revoke'; key: PracticeKey }

const RevokeDialog = ({ practiceKey, onClose }: { practiceKey: PracticeKey; onClose: () => void }) => {
  const { t } = useTranslation('practiceKeys')
  const revoke = useRevokeKey()
  return (
    <ConfirmDialog
      destructive
      title={t('revokeTitle', { name: practiceKey.name })}
      confirmLabel={t('revoke')}
      cancelLabel={t('cancel')}
      pending={revoke.isPending}
      onConfirm={() => revoke.mutate(practiceKey.id, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <p>{t('revokeText')}</p>
    </ConfirmDialog>
  )
}

const Keys = ({ onRevoke }: { onRevoke: (key: PracticeKey) => void }) => {
  const { t } = useTranslation(['practiceKeys', 'common'])
  const { authPractice } = usePracticeSession()
  const { data, error, refetch } = useQuery(practiceKeysQuery(authPractice.id))
  if (!data && error) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={2} label={t('common:loading')} />
  if (data.length > 0) return <KeyList keys={data} onRevoke={onRevoke} />
  return (
    <EmptyState plain level={3} title={t('empty')}>
      {t('emptyText')}
    </EmptyState>
  )
}

/** The keys that other programs read with in the name of the practice: owners make and revoke them. */
export const PracticeKeysSection = () => {
  const { t } = useTranslation('practiceKeys')
  const { allowed, reason } = usePermission('changePracticeKeys')
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const make = (
    <ReasonedButton leftSection={<PlusIcon />} reason={reason} onClick={() => setAsked({ kind: 'make' })}>
      {t('add')}
    </ReasonedButton>
  )
  return (
    <Card title={t('title')} lead={<p>{t('lead')}</p>} action={make}>
      {allowed && <Keys onRevoke={(key) => setAsked({ kind: 'revoke', key })} />}
      <Optional>
        {asked?.kind === 'make' && (
          <KeyDialog onMade={(key) => setAsked({ kind: 'made', key })} onClose={close} />
        )}
      </Optional>
      <Optional>{asked?.kind === 'made' && <SecretDialog made={asked.key} onClose={close} />}</Optional>
      {asked?.kind === 'revoke' && <RevokeDialog practiceKey={asked.key} onClose={close} />}
    </Card>
  )
}
