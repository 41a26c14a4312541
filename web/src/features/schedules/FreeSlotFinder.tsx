import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { FreeSlot } from '@ulna/contract/schedules/schedules'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../api/session/use-error-text.ts'
import type { AgendaDoctor } from '../../blocks/agenda-grid/parts/agenda-event.ts'
import type { CalendarDay } from '../../blocks/agenda-grid/parts/calendar-day.ts'
import type { ZonedTime } from '../../blocks/agenda-grid/parts/zoned-time.ts'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { WideDialog } from '../../ui/WideDialog.tsx'
import { FreeForm } from './FreeForm.tsx'
import styles from './FreeSlotFinder.module.css'
import { FreeSlotList } from './FreeSlotList.tsx'
import { type FreeValues, type FreeWish, freeWishOf, mostSlots, slotsAtOnce } from './free-wish.ts'
import { freeSlotsQuery } from './parts/schedules.queries.ts'

export interface FreeSlotFinderProps {
  practiceId: number
  doctors: readonly AgendaDoctor[]
  today: CalendarDay
  /** From when on, at first. */
  day: CalendarDay
  time: ZonedTime
  /** How long the practice's appointments are. */
  minutes: number
  onChoose: (slot: FreeSlot) => void
  onClose: () => void
}

const nobody: FreeWish = {
  range: { start: '', end: '' },
  minutes: 0,
  from: '',
  to: '',
  weekdays: '',
  limit: 0,
}

/** What is free for this wish, shown while the next answer is on its way. */
const useFreeSlots = (practiceId: number, wish: FreeWish | undefined) =>
  useQuery({
    ...freeSlotsQuery(practiceId, wish ?? nobody),
    enabled: wish !== undefined,
    placeholderData: keepPreviousData,
  })

const Answer = ({
  wish,
  onMore,
  ...props
}: FreeSlotFinderProps & { wish: FreeWish | undefined; onMore: () => void }) => {
  const { t } = useTranslation('schedules')
  const { textOf } = useErrorText()
  const { data, error, refetch, isPlaceholderData } = useFreeSlots(props.practiceId, wish)
  if (wish === undefined) return <p className={styles.hint}>{t('free.incomplete')}</p>
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
      <FreeSlotList slots={data} doctors={props.doctors} time={props.time} onChoose={props.onChoose} />
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
  const { doctors, today, day, minutes, onClose } = props
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
    setValues({ ...values, ...part })
  }
  return (
    <WideDialog onClose={onClose} title={t('free.title')} size={680} closeLabel={t('calendar:close')}>
      <FreeForm values={values} doctors={doctors} today={today} onChange={change} />
      <Answer
        {...props}
        wish={freeWishOf(values, today, limit)}
        onMore={() => setLimit(Math.min(limit * 2, mostSlots))}
      />
    </WideDialog>
  )
}
