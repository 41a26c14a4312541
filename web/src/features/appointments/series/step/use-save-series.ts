import type { PreviewDate, SeriesPreview, SeriesScope } from '@ulna/contract/appointments/appointments.series'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createKeyOfBody } from '../../../../api/forms/key-of-body.ts'
import { queueInfo } from '../../../../api/http/messages.ts'
import { monthOfInstant } from '../../agenda/appointment-months.ts'
import type { AgendaPlace } from '../../agenda/appointments.cache.ts'
import { offerUndo } from '../../parts/series-undo.ts'
import { type SavedSeries, useBookSeries, useChangeSeries } from '../series.queries.ts'
import { type Decisions, decisionsFor, touchedStarts } from '../series-decisions.ts'
import { decidedPart, type SeriesWish } from '../series-wish.ts'

export interface DecidedSeries {
  scope: SeriesScope
  dates: readonly PreviewDate[]
  /** Occurrences that go. */
  removed: SeriesPreview['removed']
  decisions: Decisions
  /** Why some are booked although somebody is there. */
  reason: string
}

const whatWasDone = { book: 'booked', begin: 'begun', change: 'changed' } as const

/** Sends what was decided about a series, and offers to take it back. */
export const useSaveSeries = (place: AgendaPlace, wish: SeriesWish) => {
  const { t } = useTranslation('series')
  const book = useBookSeries(place)
  const change = useChangeSeries(place)
  const [keyOf] = useState(() => createKeyOfBody())

  const send = ({ scope, dates, removed, decisions, reason }: DecidedSeries): Promise<SavedSeries> => {
    const decided = decidedPart({ dates: decisionsFor(dates, decisions), reason })
    if (wish.kind !== 'book')
      return change.mutateAsync({
        appointment: wish.appointment,
        scope,
        change: { ...wish.change, ...decided },
        dates,
        removed,
      })
    const input = { ...wish.input, ...decided }
    const months = new Set(touchedStarts(dates, decisions).map((start) => monthOfInstant(start, place.time)))
    return book.mutateAsync({ input, idempotencyKey: keyOf(input), months: [...months] })
  }

  return {
    pending: book.isPending || change.isPending,
    save: async (decided: DecidedSeries): Promise<SavedSeries> => {
      const saved = await send(decided)
      const without = saved.metadata.course?.without ?? 0
      if (wish.kind !== 'book' && without > 0) queueInfo(t('withoutSession', { count: without }))
      offerUndo(saved.metadata.undo, {
        practiceId: place.practiceId,
        what: whatWasDone[wish.kind],
        total: saved.metadata.total,
        start: saved.appointment.start,
      })
      return saved
    },
  }
}
