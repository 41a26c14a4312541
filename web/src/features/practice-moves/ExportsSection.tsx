import { useQuery } from '@tanstack/react-query'
import type { PracticeExport } from '@ulna/contract/practice-moves/practice-moves'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../api/practice/use-permission.ts'
import { usePracticeSession } from '../../api/session/session.ts'
import { LoadFailed } from '../../blocks/notices/LoadFailed.tsx'
import { lazyPart } from '../../i18n/lazy-part.ts'
import { Card } from '../../ui/base/Card.tsx'
import { EmptyState } from '../../ui/base/EmptyState.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Optional } from '../../ui/Optional.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { ExportList } from './ExportList.tsx'
import { exportsQuery, useFetchExport, useRemoveExport } from './practice-moves.queries.ts'

const ExportDialog = lazyPart(() => import('./ExportDialog.tsx'), 'ExportDialog')

type Asked = { kind: 'make' } | { kind: 'remove'; made: PracticeExport }

const Exports = ({ onRemove }: { onRemove: (made: PracticeExport) => void }) => {
  const { t } = useTranslation(['practiceMoves', 'common'])
  const { authPractice } = usePracticeSession()
  const { data, error, refetch } = useQuery(exportsQuery(authPractice.id))
  const fetching = useFetchExport()
  if (!data && error) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={1} label={t('common:loading')} />
  if (data.length === 0)
    return (
      <EmptyState plain level={3} title={t('empty')}>
        {t('emptyText')}
      </EmptyState>
    )
  return (
    <ExportList
      exports={data}
      pending={fetching.isPending}
      onFetch={(id) => fetching.mutate(id)}
      onRemove={onRemove}
    />
  )
}

/** Everything the practice has in one file: owners have it made, fetch it and remove it. */
export const ExportsSection = () => {
  const { t } = useTranslation('practiceMoves')
  const { allowed, reason } = usePermission('exportPractice')
  const [asked, setAsked] = useState<Asked>()
  const removing = useRemoveExport()
  const close = () => setAsked(undefined)
  const make = (
    <ReasonedButton reason={reason} onClick={() => setAsked({ kind: 'make' })}>
      {t('make')}
    </ReasonedButton>
  )
  return (
    <Card title={t('title')} lead={<p>{t('lead')}</p>} action={make}>
      {allowed && <Exports onRemove={(made) => setAsked({ kind: 'remove', made })} />}
      <Optional>{asked?.kind === 'make' && <ExportDialog onClose={close} />}</Optional>
      {asked?.kind === 'remove' && (
        <ConfirmDialog
          destructive
          title={t('removeTitle')}
          confirmLabel={t('remove')}
          cancelLabel={t('cancel')}
          pending={removing.isPending}
          onConfirm={() => removing.mutate(asked.made.id, { onSuccess: close })}
          onCancel={close}
        >
          <p>{t('removeText')}</p>
        </ConfirmDialog>
      )}
    </Card>
  )
}
