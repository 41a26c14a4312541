import { useQuery } from '@tanstack/react-query'
import type { PractitionerCopy } from '@ulna/contract/practitioner-copies/practitioner-copies'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../api/practice/use-permission.ts'
import { usePracticeSession } from '../../api/session/session.ts'
import { LoadFailed } from '../../blocks/notices/LoadFailed.tsx'
import { lazyPart } from '../../i18n/lazy-part.ts'
import { Card, CardList } from '../../ui/base/Card.tsx'
import { EmptyState } from '../../ui/base/EmptyState.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Optional } from '../../ui/Optional.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { EntriesRow } from './EntriesRow.tsx'
import { entriesQuery, useFetchEntries, useRemoveEntries } from './practitioner-copies.queries.ts'

const AskDialog = lazyPart(() => import('./AskDialog.tsx'), 'AskDialog')
const SignOffDialog = lazyPart(() => import('./DecisionDialogs.tsx'), 'SignOffDialog')
const RefuseDialog = lazyPart(() => import('./DecisionDialogs.tsx'), 'RefuseDialog')

type Asked = { what: 'ask' } | { what: 'signOff' | 'refuse' | 'remove'; copy: PractitionerCopy }

const RemoveDialog = ({ copy, onClose }: { copy: PractitionerCopy; onClose: () => void }) => {
  const { t } = useTranslation('practitionerCopies')
  const { mutate, isPending } = useRemoveEntries()
  return (
    <ConfirmDialog
      destructive
      title={t('removeTitle')}
      confirmLabel={t(copy.state === 'asked' ? 'takeBack' : 'remove')}
      cancelLabel={t('cancel')}
      pending={isPending}
      onConfirm={() => mutate(copy.id, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <p>{t('removeText')}</p>
    </ConfirmDialog>
  )
}

const dialogs = { signOff: SignOffDialog, refuse: RefuseDialog, remove: RemoveDialog } as const

interface ListProps {
  /** Everybody's, for an owner who decides; else one's own. */
  decides: boolean
  onAsk: (asked: Asked) => void
}

const EntriesList = ({ decides, onAsk }: ListProps) => {
  const { t } = useTranslation(['practitionerCopies', 'common'])
  const { authPractice, authDoctor } = usePracticeSession()
  const { data, error, refetch } = useQuery(entriesQuery(authPractice.id))
  const { allowed: fetchable } = usePermission('fetchEntries')
  const fetching = useFetchEntries()
  if (!data && error) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={1} label={t('common:loading')} />
  const shown = decides ? data : data.filter(({ doctorId }) => doctorId === authDoctor?.id)
  if (shown.length === 0)
    return (
      <EmptyState plain level={3} title={t('empty')}>
        {t('emptyText')}
      </EmptyState>
    )
  return (
    <CardList>
      {shown.map((copy) => (
        <EntriesRow
          key={copy.id}
          copy={copy}
          fetchable={fetchable}
          pending={fetching.isPending}
          onFetch={() => fetching.mutate(copy.id)}
          onRemove={() => onAsk({ what: 'remove', copy })}
          onSignOff={decides ? () => onAsk({ what: 'signOff', copy }) : undefined}
          onRefuse={decides ? () => onAsk({ what: 'refuse', copy }) : undefined}
        />
      ))}
    </CardList>
  )
}

/** What practitioners wrote, to take along: one's own is asked for here, and an owner decides about everybody's. */
export const EntriesSection = ({ decides }: { decides: boolean }) => {
  const { t } = useTranslation('practitionerCopies')
  const { reason } = usePermission('askForEntries')
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const ask = (
    <ReasonedButton reason={reason} onClick={() => setAsked({ what: 'ask' })}>
      {t(decides ? 'askFor' : 'ask')}
    </ReasonedButton>
  )
  const Dialog = asked && asked.what !== 'ask' ? dialogs[asked.what] : undefined
  return (
    <Card
      title={t(decides ? 'headingAll' : 'heading')}
      lead={<p>{t(decides ? 'leadAll' : 'lead')}</p>}
      action={ask}
    >
      <EntriesList decides={decides} onAsk={setAsked} />
      <Optional>
        {asked?.what === 'ask' && <AskDialog ofAnybody={decides} onClose={close} />}
        {asked && asked.what !== 'ask' && Dialog && <Dialog copy={asked.copy} onClose={close} />}
      </Optional>
    </Card>
  )
}
