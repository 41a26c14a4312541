import { useQueries } from '@tanstack/react-query'
import type { Appointment } from '@ulna/contract/appointments/appointments'
import type { SeriesPreview, SeriesScope } from '@ulna/contract/appointments/appointments.series'
import { useState } from 'react'
import { refusalOf } from '../../../../api/forms/form-refusal.ts'
import { hasKey } from '../../../../api/http/api-error.ts'
import { reportError } from '../../../../api/practice/app-errors.ts'
import { useErrorText } from '../../../../api/session/use-error-text.ts'
import type { AgendaPlace } from '../../agenda/appointments.cache.ts'
import { currentOf, refusedDatesOf } from '../../parts/appointment-refusals.ts'
import { previewQuery, type SavedSeries } from '../series.queries.ts'
import { type Decisions, keptDecisions, noDecisions } from '../series-decisions.ts'
import { previewInputOf, type Scope, type SeriesWish, scopesOf } from '../series-wish.ts'
import { type RefusedDate, withRefused } from './series-preview.ts'
import { useSaveSeries } from './use-save-series.ts'

export interface SeriesStepOptions {
  place: AgendaPlace
  wish: SeriesWish
  onSaved: (saved: SavedSeries) => void
  /** A colleague changed the appointment meanwhile. */
  onConflict: (theirs: Appointment) => void
}

export interface ScopePreview {
  preview: SeriesPreview | undefined
  error: unknown
  reload: () => void
}

const isWide = (scope: Scope): scope is SeriesScope => scope !== 'this'

/** The dates of a wish for every scope it may have, with who was in the way when it was refused. */
const usePreviews = (
  place: AgendaPlace,
  wish: SeriesWish,
  scopes: readonly Scope[],
  refused: readonly RefusedDate[],
) => {
  const wide = scopes.filter(isWide)
  const results = useQueries({
    queries: wide.map((scope) => previewQuery(place.practiceId, previewInputOf(wish, scope))),
  })
  return new Map(
    results.map(({ data, error, refetch }, index): [Scope, ScopePreview] => [
      wide[index] ?? 'all',
      {
        preview: data && withRefused(data, refused),
        error,
        reload: () => void refetch(),
      },
    ]),
  )
}

/** Everything the question about a series holds: for which dates, what is decided about them, and why it was refused. */
export const useSeriesStep = ({ place, wish, onSaved, onConflict }: SeriesStepOptions) => {
  const scopes = scopesOf(wish)
  const [scope, setScope] = useState<Scope>(scopes[0] ?? 'all')
  const [decisions, setDecisions] = useState<Decisions>(noDecisions)
  const [refused, setRefused] = useState<readonly RefusedDate[]>([])
  const [problem, setProblem] = useState<string>()
  const previews = usePreviews(place, wish, scopes, refused)
  const { textOf } = useErrorText()
  const saving = useSaveSeries(place, wish)
  const shown = previews.get(scope)
  const { dates = [], removed = [] } = shown?.preview ?? {}

  const refuse = (error: unknown) => {
    const theirs = currentOf(error)
    if (theirs) {
      onConflict(theirs)
      return
    }
    if (!hasKey(error, 'appointment_overlap')) {
      if (refusalOf(error) === 'report') reportError(error)
      else setProblem(textOf(error) || undefined)
      return
    }
    const found = refusedDatesOf(error)
    setRefused(found)
    setDecisions((before) => keptDecisions(before, dates, found))
    for (const one of previews.values()) one.reload()
  }

  const save = (reason: string) => {
    setProblem(undefined)
    if (!isWide(scope)) return
    saving.save({ scope, dates, removed, decisions, reason }).then(onSaved, refuse)
  }

  return {
    scopes,
    scope,
    setScope,
    previews,
    shown,
    dates,
    decisions,
    setDecisions,
    refused,
    problem,
    pending: saving.pending,
    save,
  }
}
