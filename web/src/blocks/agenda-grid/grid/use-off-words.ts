import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { type ClockFormat, clockRange } from '../parts/agenda-text.ts'
import { minutesPerDay } from '../parts/hit-test.ts'
import type { DaySpan, OffTime } from '../parts/off-hours.ts'

/** Why nobody is seen at a time, in words. */
export const useOffWords = (): ((off: Pick<OffTime, 'kind' | 'title'>) => string) => {
  const { t } = useTranslation('calendar')
  return useCallback(({ kind, title = '' }) => t(`off.${kind}`, { title }), [t])
}

/** When somebody works on a day, in words: what the shaded parts of a column say to the eye. */
export const useWorkingWords = (clock: ClockFormat) => {
  const { t } = useTranslation('calendar')
  const offWord = useOffWords()
  return useCallback(
    (periods: readonly DaySpan[], off: readonly OffTime[]): string => {
      const hours = periods.map(({ start, end }) => clockRange(start, end, clock)).join(', ')
      const away = off
        .filter(({ kind }) => kind === 'away' || kind === 'shut')
        .map((time) => {
          const isWholeDay = time.start === 0 && time.end === minutesPerDay
          return isWholeDay ? offWord(time) : `${offWord(time)}, ${clockRange(time.start, time.end, clock)}`
        })
      return [hours === '' ? t('off.closed') : t('works', { hours }), ...away].join('; ')
    },
    [clock, t, offWord],
  )
}
