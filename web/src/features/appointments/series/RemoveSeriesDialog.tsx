import { useQueries } from '@tanstack/react-query'
import type { Appointment } from '@ulna/contract/appointments/appointments'
import type { SeriesScope } from '@ulna/contract/appointments/appointments.series'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queueInfo } from '../../../api/http/messages.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import type { AgendaPlace } from '../agenda/appointments.cache.ts'
import { useRemoveAppointment } from '../agenda/appointments.queries.ts'
import { offerUndo } from '../parts/series-undo.ts'
import { ScopeChoice } from './ScopeChoice.tsx'
import { previewQuery, useRemoveSeries } from './series.queries.ts'
import { removalScopes, type Scope } from './series-wish.ts'
import { useScopeWords } from './use-scope-words.ts'
import { useSeriesWords } from './use-series-words.ts'

export interface RemoveSeriesDialogProps {
  place: AgendaPlace
  appointment: Appointment
  onRemoved: () => void
  onClose: () => void
}

/** What deleting each scope would take away, and that in words. */
const useRemovals = (place: AgendaPlace, appointment: Appointment, scopes: readonly Scope[]) => {
  const { t } = useTranslation('series')
  const { ofRemoval } = useScopeWords()
  const words = useSeriesWords()
  const wide = scopes.filter((scope): scope is SeriesScope => scope !== 'this')
  const results = useQueries({
    queries: wide.map((scope) => previewQuery(place.practiceId, { id: appointment.id, scope })),
  })
  const resultOf = (scope: SeriesScope) => results[wide.indexOf(scope)]
  const datesOf = (scope: SeriesScope) => resultOf(scope)?.data?.dates ?? []
  const describe = (scope: Scope): string | undefined => {
    if (scope === 'this')
      return t('remove.only', { day: words.instantDay(appointment.start), span: words.span(appointment) })
    const result = resultOf(scope)
    if (result?.isError) return t('remove.uncounted')
    return result?.data && ofRemoval(result.data)
  }
  return { datesOf, describe }
}

/** Asks which occurrences of a series are to go. */
export const RemoveSeriesDialog = ({ place, appointment, onRemoved, onClose }: RemoveSeriesDialogProps) => {
  const { t } = useTranslation('series')
  const scopes = removalScopes(appointment)
  const [scope, setScope] = useState<Scope>('this')
  const { datesOf, describe } = useRemovals(place, appointment, scopes)
  const removeOne = useRemoveAppointment(place)
  const removeMany = useRemoveSeries(place)

  const confirm = () => {
    if (scope === 'this') {
      removeOne.mutate(appointment, {
        onSuccess: () => {
          queueInfo(t('remove.removed'))
          onRemoved()
        },
      })
      return
    }
    const { practiceId } = place
    removeMany.mutate(
      { appointment, scope, dates: datesOf(scope) },
      {
        onSuccess: ({ undo, total }) => {
          offerUndo(undo, { practiceId, what: 'removed', total, start: appointment.start })
          onRemoved()
        },
      },
    )
  }

  return (
    <ConfirmDialog
      opened
      destructive
      title={t('title.remove')}
      confirmLabel={t(`remove.confirm.${scope}`)}
      cancelLabel={t('remove.cancel')}
      closeLabel={t('close')}
      pending={removeOne.isPending || removeMany.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <ScopeChoice
        legend={t('remove.legend', { name: appointment.patientName ?? appointment.title ?? t('untitled') })}
        scopes={scopes}
        value={scope}
        onChange={setScope}
        describe={describe}
      />
    </ConfirmDialog>
  )
}
