import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { PatientCopy } from '@ulna/contract/patient-copies/patient-copies'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadFailed } from '../../blocks/notices/LoadFailed.tsx'
import { CardList } from '../../ui/base/Card.tsx'
import { EmptyState } from '../../ui/base/EmptyState.tsx'
import { stackClass } from '../../ui/base/stack.ts'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { WideDialog } from '../../ui/WideDialog.tsx'
import { CopyLine } from './CopyLine.tsx'
import { HandOverDialog } from './HandOverDialog.tsx'
import { MakeDialog } from './MakeDialog.tsx'
import { copiesQuery, useFetchCopy, useShareCopy } from './patient-copies.queries.ts'
import { RequestDialog } from './RequestDialog.tsx'
import { ShareDialog, type SharedCopy } from './ShareDialog.tsx'
import { WithdrawDialog } from './WithdrawDialog.tsx'

type Asked =
  | { kind: 'request' }
  | { kind: 'make' | 'handOver' | 'withdraw'; copy: PatientCopy }
  | { kind: 'shared'; shared: SharedCopy }

interface ActionsProps {
  copy: PatientCopy
  onAsk: (asked: Asked) => void
}

const Actions = ({ copy, onAsk }: ActionsProps) => {
  const { t } = useTranslation('copies')
  const fetching = useFetchCopy()
  const sharing = useShareCopy()
  const pending = fetching.isPending || sharing.isPending
  if (copy.state === 'handed_over' || copy.state === 'withdrawn') return null
  const isReady = copy.state === 'ready'
  return (
    <>
      <Button
        variant={isReady ? 'subtle' : 'filled'}
        disabled={pending}
        onClick={() => onAsk({ kind: 'make', copy })}
      >
        {t(isReady ? 'makeAgain' : 'make')}
      </Button>
      {isReady && (
        <>
          <Button disabled={pending} onClick={() => fetching.mutate(copy.id)}>
            {t('fetch')}
          </Button>
          <Button
            variant="default"
            disabled={pending}
            onClick={() =>
              sharing.mutate(copy.id, { onSuccess: (shared) => onAsk({ kind: 'shared', shared }) })
            }
          >
            {t('share')}
          </Button>
          <Button variant="default" disabled={pending} onClick={() => onAsk({ kind: 'handOver', copy })}>
            {t('handOver')}
          </Button>
        </>
      )}
      <Button variant="subtle" disabled={pending} onClick={() => onAsk({ kind: 'withdraw', copy })}>
        {t('withdraw.action')}
      </Button>
    </>
  )
}

const Copies = ({ patientId, onAsk }: { patientId: number; onAsk: (asked: Asked) => void }) => {
  const { t } = useTranslation(['copies', 'common'])
  const { data, error, refetch } = useQuery(copiesQuery(patientId))
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={2} label={t('common:loading')} />
  if (data.length === 0)
    return (
      <EmptyState plain level={3} title={t('none')}>
        {t('noneText')}
      </EmptyState>
    )
  return (
    <CardList>
      {data.map((copy) => (
        <CopyLine key={copy.id} copy={copy}>
          <Actions copy={copy} onAsk={onAsk} />
        </CopyLine>
      ))}
    </CardList>
  )
}

export interface CopiesDialogProps {
  patientId: number
  name: string
  onClose: () => void
}

/** Copies of a file for the patient: who asked when, what was made of it, and how it was handed over. */
export const CopiesDialog = ({ patientId, name, onClose }: CopiesDialogProps) => {
  const { t } = useTranslation(['copies', 'buttons'])
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  return (
    <>
      <WideDialog onClose={onClose} title={t('heading', { name })} closeLabel={t('buttons:close')}>
        <div className={stackClass(16)}>
          <p>{t('lead')}</p>
          <Copies patientId={patientId} onAsk={setAsked} />
          <div>
            <Button variant="default" onClick={() => setAsked({ kind: 'request' })}>
              {t('ask')}
            </Button>
          </div>
        </div>
      </WideDialog>
      {asked?.kind === 'request' && <RequestDialog patientId={patientId} onClose={close} />}
      {asked?.kind === 'make' && <MakeDialog copy={asked.copy} onClose={close} />}
      {asked?.kind === 'handOver' && <HandOverDialog copy={asked.copy} onClose={close} />}
      {asked?.kind === 'withdraw' && <WithdrawDialog copy={asked.copy} onClose={close} />}
      {asked?.kind === 'shared' && <ShareDialog shared={asked.shared} onClose={close} />}
    </>
  )
}
