import { Button } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { WaitingPatient } from '@ulna/contract/wait-list/wait-list'
import { useTranslation } from 'react-i18next'
import { useWaitListWords } from './use-wait-list-words.ts'
import styles from './WaitList.module.css'
import { WaitListPanel, type WaitListPlace } from './WaitListPanel.tsx'
import { type FreedSlot, fittingQuery, waitingQuery } from './wait-list.queries.ts'

export interface WaitListProps extends WaitListPlace {
  /** A time that fell free: only those it would do for are shown. */
  slot?: FreedSlot | undefined
  /** Books the freed time for somebody. Once it is booked, `useMarkBooked` takes them off the list. */
  onBook?: ((waiting: WaitingPatient, slot: FreedSlot) => void) | undefined
  /** Back from the freed time to all who wait. */
  onLeaveSlot?: (() => void) | undefined
}

const AllWaiting = (place: WaitListPlace) => {
  const { t } = useTranslation('waitList')
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    waitingQuery(place.practiceId),
  )
  const more = (
    <div className={styles.next}>
      <Button variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {t('more')}
      </Button>
    </div>
  )
  return (
    <WaitListPanel
      {...place}
      title={t('title')}
      count={data?.pages.at(-1)?.total}
      rows={data?.pages.flatMap((page) => page.rows)}
      error={error}
      onRetry={() => void refetch()}
      nobody={{ title: t('nobody'), text: t('nobodyText') }}
      foot={hasNextPage ? more : null}
    />
  )
}

type FittingProps = WaitListProps & { slot: FreedSlot }

const Fitting = ({ slot, onBook, onLeaveSlot, ...place }: FittingProps) => {
  const { t } = useTranslation('waitList')
  const words = useWaitListWords()
  const { data, error, refetch } = useQuery(fittingQuery(place.practiceId, slot))
  const head = (
    <div className={styles.slot}>
      <p>{words.slot(slot)}</p>
      {onLeaveSlot ? (
        <Button variant="subtle" size="sm" className={styles.back ?? ''} onClick={onLeaveSlot}>
          {t('fitting.all')}
        </Button>
      ) : null}
    </div>
  )
  return (
    <WaitListPanel
      {...place}
      title={t('fitting.title')}
      count={data?.length}
      rows={data}
      error={error}
      onRetry={() => void refetch()}
      nobody={{ title: t('fitting.nobody'), text: t('fitting.nobodyText') }}
      onBook={onBook && ((waiting) => onBook(waiting, slot))}
      head={head}
    />
  )
}

/** Patients who want an earlier or a freed time, or of them those whom a freed time would do for. */
export const WaitList = ({ slot, ...props }: WaitListProps) => {
  if (slot) return <Fitting {...props} slot={slot} />
  const { onBook: _, onLeaveSlot: __, ...place } = props
  return <AllWaiting {...place} />
}
