import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../api/session/use-error-text.ts'
import type { CalendarDay } from '../../blocks/agenda-grid/parts/calendar-day.ts'
import { Hint } from '../../ui/base/Hint.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { WideDialog } from '../../ui/WideDialog.tsx'
import { FreeForm } from './FreeForm.tsx'
import styles from './FreeSlotFinder.module.css'
import { FreeSlotList, type FreeSlotListProps } from './FreeSlotList.tsx'
import { type FreeValues, type FreeWish, freeWishOf, mostSlots, slotsAtOnce } from './free-wish.ts'
import { freeSlotsQuery } from './parts/schedules.queries.ts'

export interface FreeSlotFinderProps extends Omit<FreeSlotListProps, 'slots'> {
  practiceId: number
  today: CalendarDay
  /** The day from which on times are looked for at first. */
  day: CalendarDay
  /** How long the practice's appointments are. */
  minutes: number
  onClose: () => void
}

interface FoundProps extends Omit<FreeSlotListProps, 'slots'> {
  practiceId: number
  wish: FreeWish
  onMore: () => void
}

/** What is free for a wish; what was found before stays until the next answer is there. */
const Found = ({ practiceId, wish, onMore, ...list }: FoundProps) => {
  const { t } = useTranslation('schedules')
  const { textOf } = useErrorText()
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...freeSlotsQuery(practiceId, wish),
    placeholderData: keepPreviousData,
  })
  if (error) {
    const retry = (
      <Button variant="default" onClick={() => void refetch()}>
        {t('free.retry')}
      </Button>
    )
    return (
      <ErrorBanner title={t('free.failed')} action={retry}>
        {textOf(error)}
      </ErrorBanner>
    )
  }
  if (!data) return <SkeletonRows rows={4} label={t('loading')} />
  const hasMore = data.length >= wish.limit && wish.limit < mostSlots
  return (
    <div aria-busy={isPlaceholderData}>
      <FreeSlotList {...list} slots={data} />
      {hasMore ? (
        <div className={styles.more}>
          <Button variant="default" loading={isPlaceholderData} onClick={onMore}>
            {t('free.more')}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

/** Finds times that can be booked; choosing one goes on to the booking. */
export const FreeSlotFinder = (props: FreeSlotFinderProps) => {
  const { practiceId, practitioners, today, day, time, minutes, onChoose, onClose } = props
  const { t } = useTranslation(['schedules', 'calendar'])
  const [limit, setLimit] = useState(slotsAtOnce)
  const [values, setValues] = useState<FreeValues>({
    doctorId: '',
    minutes: String(minutes),
    part: 'any',
    weekdays: [],
    firstDay: day < today ? today : day,
  })
  const change = (part: Partial<FreeValues>) => {
    setLimit(slotsAtOnce)
    // Another change may come before this one is drawn.
    setValues((now) => ({ ...now, ...part }))
  }
  const wish = freeWishOf(values, today, limit)
  return (
    <WideDialog onClose={onClose} title={t('free.title')} size={680} closeLabel={t('calendar:close')}>
      <FreeForm values={values} practitioners={practitioners} today={today} onChange={change} />
      {wish ? (
        <Found
          {...{ practiceId, wish, practitioners, time, onChoose }}
          onMore={() => setLimit(Math.min(limit * 2, mostSlots))}
        />
      ) : (
        <Hint>{t('free.incomplete')}</Hint>
      )}
    </WideDialog>
  )
}
