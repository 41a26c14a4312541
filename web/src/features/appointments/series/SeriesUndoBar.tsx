import { useHotkeys } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasKey } from '../../../api/http/api-error.ts'
import { messages, queueInfo } from '../../../api/http/messages.ts'
import { reportError } from '../../../api/practice/app-errors.ts'
import { NoticeBar } from '../../../ui/base/NoticeBar.tsx'
import { HistoryIcon } from '../../../ui/icons/viewer-icons.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import type { AgendaPlace } from '../agenda/appointments.cache.ts'
import { type SeriesUndo, withdrawUndo } from '../parts/series-undo.ts'
import styles from './SeriesUndoBar.module.css'
import { useUndoSeries } from './series.queries.ts'

/** Whole seconds left, told each second; the bar goes when there are none. */
const useSecondsLeft = ({ deadline }: SeriesUndo): number => {
  const left = () => Math.max(0, Math.ceil((deadline - Date.now()) / 1000))
  const [seconds, setSeconds] = useState(left)
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts anew for each change only
  useEffect(() => {
    setSeconds(left())
    const timer = setInterval(() => {
      setSeconds(left())
      if (left() === 0) withdrawUndo()
    }, 1000)
    return () => clearInterval(timer)
  }, [deadline])
  return seconds
}

/** Refusals that have words of their own here: nothing was taken back, and what somebody did meanwhile stays. */
const ownRefusals = ['undo_too_late', 'version_conflict', 'appointment_overlap'] as const

const useUndo = (place: AgendaPlace, undo: SeriesUndo) => {
  const { t } = useTranslation('series')
  const mutation = useUndoSeries(place)
  const refuse = (error: unknown) => {
    const key = ownRefusals.find((one) => hasKey(error, one))
    if (key) messages.queue({ kind: 'error', key: t(`undo.refused.${key}`) })
    else reportError(error)
    // It may be tried again without an answer, as long as there is time.
    if (key) withdrawUndo()
  }
  const run = () => {
    if (mutation.isPending) return
    mutation.mutateAsync({ id: undo.id, start: undo.start }).then(() => {
      withdrawUndo()
      queueInfo(t('undo.done'))
    }, refuse)
  }
  return { run, isPending: mutation.isPending }
}

/** A moment before it is too late, said once more. */
const lastCall = 10

export interface SeriesUndoBarProps {
  place: AgendaPlace
  undo: SeriesUndo
  /** Something lies over the page: its keys are not meant for the bar. */
  isCovered: boolean
}

/** A change of a series can be taken back for half a minute: by the button, or with Ctrl Z on the page. */
export const SeriesUndoBar = ({ place, undo, isCovered }: SeriesUndoBarProps) => {
  const { t } = useTranslation('series')
  const seconds = useSecondsLeft(undo)
  const { run, isPending } = useUndo(place, undo)
  useHotkeys(isCovered ? [] : [['mod+Z', run]])
  return (
    <NoticeBar
      icon={<HistoryIcon />}
      action={
        <>
          {t('undo.button')}
          <span className={styles.keys} aria-hidden="true">
            {t('undo.keys')}
          </span>
        </>
      }
      isPending={isPending}
      onAction={run}
      closeLabel={t('undo.close')}
      onClose={withdrawUndo}
    >
      {t(`undo.${undo.what}`, { count: undo.total })}
      <span className={styles.left} aria-hidden="true">
        {t('undo.left', { count: seconds })}
      </span>
      <VisuallyHidden>{t('undo.how')}</VisuallyHidden>
      {seconds <= lastCall ? <VisuallyHidden>{t('undo.lastCall')}</VisuallyHidden> : null}
    </NoticeBar>
  )
}
