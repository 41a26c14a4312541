import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { Card } from '../../../ui/base/Card.tsx'
import { classNames } from '../../../ui/base/class-names.ts'
import { ChevronLeftIcon, ChevronRightIcon } from '../../../ui/icons/shared-icons.tsx'
import { longDayText, monthText, weekdayName } from '../parts/agenda-text.ts'
import { addDays, addMonths, type CalendarDay, monthOf, monthSheet, weekOf } from '../parts/calendar-day.ts'
import styles from './MiniMonth.module.css'

export interface MiniMonthProps {
  /** The month on show, `2026-11`. */
  month: string
  onMonth: (month: string) => void
  selected: CalendarDay
  today: CalendarDay
  /** Tints the week of the selected day. */
  wholeWeek: boolean
  hasAppointments: (day: CalendarDay) => boolean
  onPick: (day: CalendarDay) => void
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

interface DayButtonProps
  extends Pick<MiniMonthProps, 'month' | 'selected' | 'today' | 'hasAppointments' | 'onPick'> {
  day: CalendarDay
  isStop: boolean
}

const DayButton = ({ day, month, selected, today, hasAppointments, onPick, isStop }: DayButtonProps) => {
  const { t } = useTranslation('calendar')
  const busy = hasAppointments(day)
  const name = longDayText(day, currentLanguage())
  return (
    <button
      type="button"
      data-day={day}
      tabIndex={isStop ? 0 : -1}
      className={classNames(
        styles.day,
        monthOf(day) !== month && styles.other,
        day === today && styles.today,
        day === selected && styles.selected,
        busy && styles.busy,
      )}
      aria-label={busy ? t('month.busyDay', { day: name }) : name}
      aria-pressed={day === selected}
      aria-current={day === today ? 'date' : undefined}
      onClick={() => onPick(day)}
    >
      {Number(day.slice(8))}
    </button>
  )
}

/** A month to jump from; a dot marks days with appointments. One tab stop, arrows walk the days. */
export const MiniMonth = (props: MiniMonthProps) => {
  const { month, onMonth, selected, wholeWeek } = props
  const { t } = useTranslation('calendar')
  const table = useRef<HTMLTableElement>(null)
  const wanted = useRef<CalendarDay | null>(null)
  const sheet = monthSheet(month)
  const stop = monthOf(selected) === month ? selected : `${month}-01`

  useLayoutEffect(() => {
    if (!wanted.current) return
    table.current?.querySelector<HTMLElement>(`[data-day="${wanted.current}"]`)?.focus()
    wanted.current = null
  })

  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    const day = (event.target as HTMLElement).dataset.day
    if (!step || !day) return
    event.preventDefault()
    const next = addDays(day, step)
    const button = table.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)
    if (button) return button.focus()
    wanted.current = next
    onMonth(monthOf(next))
  }

  return (
    <Card className={styles.card} aria-label={t('month.label')}>
      <div className={styles.head}>
        <b aria-live="polite">{monthText(month, currentLanguage())}</b>
        <button
          type="button"
          className={styles.turn}
          aria-label={t('month.previous')}
          onClick={() => onMonth(addMonths(month, -1))}
        >
          <ChevronLeftIcon size={16} />
        </button>
        <button
          type="button"
          className={styles.turn}
          aria-label={t('month.next')}
          onClick={() => onMonth(addMonths(month, 1))}
        >
          <ChevronRightIcon size={16} />
        </button>
      </div>
      <table ref={table} className={styles.table} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {weekOf(selected).map((day) => (
              <th key={day} scope="col" abbr={weekdayName(day, currentLanguage(), 'long')}>
                {weekdayName(day, currentLanguage(), 'narrow')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sheet.map((week) => (
            <tr key={week[0]} className={wholeWeek && week.includes(selected) ? styles.week : undefined}>
              {week.map((day) => (
                <td key={day}>
                  <DayButton {...props} day={day} isStop={day === stop} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
