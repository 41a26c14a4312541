import { useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { cardClass } from '../../../ui/base/Card.tsx'
import { classNames } from '../../../ui/base/class-names.ts'
import { useCardWords } from '../grid/use-card-words.ts'
import { useOffWords } from '../grid/use-off-words.ts'
import { monthText, weekdayName } from '../parts/agenda-text.ts'
import { type CalendarDay, monthOf, monthSheet, weekOf } from '../parts/calendar-day.ts'
import styles from './AgendaMonth.module.css'
import type { ChipWords } from './MonthChip.tsx'
import { MonthDay } from './MonthDay.tsx'
import { linesIn, type MonthCell, monthCell } from './month-cells.ts'
import type { AgendaMonthProps } from './month-props.ts'
import { useMonthKeyboard } from './use-month-keyboard.ts'

/** Height of the head of weekdays, and air of a cell. */
const headHeight = 33
const weeks = 6

/** How many lines a day has: known once the sheet has its place, and again when that changes. */
const useLines = (compact: boolean) => {
  const frame = useRef<HTMLDivElement>(null)
  const [lines, setLines] = useState<number>()
  useLayoutEffect(() => {
    const element = frame.current
    if (!element || compact) return
    const measure = () => setLines(linesIn((element.clientHeight - headHeight) / weeks))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [compact])
  // Where only colours are shown, every one of them counts.
  return { frame, lines: compact ? Number.POSITIVE_INFINITY : lines }
}

const useCells = (
  { day, practitioners, parts }: Pick<AgendaMonthProps, 'day' | 'practitioners' | 'parts'>,
  lines: number | undefined,
): MonthCell[][] =>
  useMemo(() => {
    if (lines === undefined) return []
    const ids = practitioners.map(({ id }) => id)
    return monthSheet(monthOf(day)).map((week) => week.map((date) => monthCell(parts, ids, date, lines)))
  }, [day, practitioners, parts, lines])

/** Why nobody is seen on a day: the practice is shut, or none of those on show works. */
const useClosedWord = ({ practitioners, working }: Pick<AgendaMonthProps, 'practitioners' | 'working'>) => {
  const { t } = useTranslation('agendaViews')
  const offWord = useOffWords()
  return useMemo(() => {
    const known = new Map<CalendarDay, string>()
    const find = (day: CalendarDay): string => {
      const times = practitioners.map(({ id }) => working.offOf(id, day))
      const shut = times[0]?.find(({ kind }) => kind === 'shut')
      if (shut) return offWord(shut)
      const isEmpty = times.every((off) => off.length === 1 && off[0]?.start === 0 && off[0].end === 1440)
      if (!isEmpty || times.length === 0) return ''
      return times.length > 1 ? t('month.nobody') : offWord({ kind: 'closed' })
    }
    return (day: CalendarDay): string => {
      const word = known.get(day) ?? find(day)
      known.set(day, word)
      return word
    }
  }, [practitioners, working, offWord, t])
}

/** A month: days with their appointments as chips. One tab stop; arrows walk days, Space enters a day's appointments. */
export const AgendaMonth = (props: AgendaMonthProps) => {
  const { day, today, practitioners, working, marked, clock, compact } = props
  const { t } = useTranslation('agendaViews')
  const language = currentLanguage()
  const words = useCardWords()
  const instructionsId = useId()
  const { frame, lines } = useLines(compact)
  const cells = useCells(props, lines)
  const closedWord = useClosedWord({ practitioners, working })
  const keyboard = useMonthKeyboard(props, cells)
  const { focus } = keyboard
  const about = useMemo((): ChipWords => {
    const colors = new Map(practitioners.map(({ id, color }) => [id, color]))
    return { clock, words, marked, colorOf: (id) => colors.get(id) ?? 1 }
  }, [practitioners, clock, words, marked])
  const stopOf = (date: CalendarDay) => (date === focus.day ? (focus.line ?? 'day') : null)
  return (
    <div ref={frame} className={classNames(cardClass, styles.frame, compact && styles.compact)}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table of days to walk in is a grid
        role="grid"
        data-agenda=""
        className={styles.table}
        aria-label={t('month.label', { month: monthText(monthOf(day), language) })}
        aria-describedby={instructionsId}
        {...keyboard.handlers}
      >
        <thead>
          <tr>
            {weekOf(day).map((date) => (
              <th key={date} scope="col" abbr={weekdayName(date, language, 'long')}>
                {weekdayName(date, language, compact ? 'narrow' : 'short')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cells.map((week) => (
            <tr key={week[0]?.day}>
              {week.map((cell) => (
                <MonthDay
                  key={cell.day}
                  cell={cell}
                  about={about}
                  compact={compact}
                  isOutside={monthOf(cell.day) !== monthOf(day)}
                  isToday={cell.day === today}
                  isSelected={cell.day === day}
                  closed={closedWord(cell.day)}
                  stop={stopOf(cell.day)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p id={instructionsId} hidden>
        {t('month.instructions')}
      </p>
    </div>
  )
}
