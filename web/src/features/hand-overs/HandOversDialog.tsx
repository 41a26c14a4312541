import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { HandOver } from '@ulna/contract/hand-overs/hand-overs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../api/practice/use-permission.ts'
import { LoadFailed } from '../../blocks/notices/LoadFailed.tsx'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { sizeText } from '../../i18n/size-text.ts'
import { CardList } from '../../ui/base/Card.tsx'
import { EmptyState } from '../../ui/base/EmptyState.tsx'
import { Hint } from '../../ui/base/Hint.tsx'
import { ListRow } from '../../ui/base/ListRow.tsx'
import { stackClass } from '../../ui/base/stack.ts'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { WideDialog } from '../../ui/WideDialog.tsx'
import { HandOverForm } from './HandOverForm.tsx'
import { handOversQuery, useFetchHandOver } from './hand-overs.queries.ts'

/** Where the bytes are by now. */
const useWhereabouts = () => {
  const { t } = useTranslation('handOvers')
  const dates = useDates()
  return ({ fetchedAt, readyUntil }: HandOver): string => {
    if (readyUntil !== null) return t('ready', { day: dates.instantDay(readyUntil) })
    return fetchedAt === null ? t('gone') : t('fetched', { day: dates.instantDay(fetchedAt) })
  }
}

const Line = ({ handOver }: { handOver: HandOver }) => {
  const { t } = useTranslation('handOvers')
  const dates = useDates()
  const whereabouts = useWhereabouts()
  const fetching = useFetchHandOver()
  const { recipientName, madeAt, by, ground, groundNote, keptBack, fingerprint, size, sha256 } = handOver
  const made = t('sentLine', {
    ...{ day: dates.instantDay(madeAt), by },
    ground: t(`grounds.${ground}`).toLocaleLowerCase(dates.language),
  })
  const fetch = handOver.readyUntil !== null && (
    <Button
      loading={fetching.isPending}
      disabled={fetching.isSuccess}
      onClick={() => fetching.mutate(handOver.id)}
    >
      {t('fetch')}
    </Button>
  )
  return (
    <ListRow head={<b>{t('sentTo', { name: recipientName })}</b>} actions={fetch}>
      <p>{made}</p>
      {groundNote && <Hint>{groundNote}</Hint>}
      <Hint>{t('keptBackCount', { count: keptBack.length })}</Hint>
      <Hint>{whereabouts(handOver)}</Hint>
      <Hint>
        {t('key.fingerprint')}: {fingerprint}
      </Hint>
      <Hint>{t('sentSize', { size: sizeText(size, dates.language), sha256 })}</Hint>
    </ListRow>
  )
}

const HandOvers = ({ patientId }: { patientId: number }) => {
  const { t } = useTranslation(['handOvers', 'common'])
  const { data, error, refetch } = useQuery(handOversQuery(patientId))
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={2} label={t('common:loading')} />
  if (data.length === 0) return <EmptyState plain level={3} title={t('none')} />
  return (
    <>
      <Hint>{t('fetchHint')}</Hint>
      <CardList>
        {data.map((one) => (
          <Line key={one.id} handOver={one} />
        ))}
      </CardList>
    </>
  )
}

export interface HandOversDialogProps {
  patientId: number
  name: string
  onClose: () => void
}

/** To whom a file was handed over, and handing it over to somebody else. */
export const HandOversDialog = ({ patientId, name, onClose }: HandOversDialogProps) => {
  const { t } = useTranslation(['handOvers', 'buttons'])
  const { reason } = usePermission('handOverFiles')
  const [isMaking, setMaking] = useState(false)
  return (
    <>
      <WideDialog onClose={onClose} title={t('heading', { name })} closeLabel={t('buttons:close')}>
        <div className={stackClass(16)}>
          <p>{t('lead')}</p>
          <HandOvers patientId={patientId} />
          <div>
            <ReasonedButton variant="default" reason={reason} onClick={() => setMaking(true)}>
              {t('make')}
            </ReasonedButton>
          </div>
        </div>
      </WideDialog>
      {isMaking && <HandOverForm patientId={patientId} onClose={() => setMaking(false)} />}
    </>
  )
}
