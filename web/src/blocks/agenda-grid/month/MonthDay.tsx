import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { classNames } from '../../../ui/base/class-names.ts'
import { longDayText } from '../parts/agenda-text.ts'
import styles from './AgendaMonth.module.css'
import { type ChipWords, monthChip } from './MonthChip.tsx'
import type { MonthCell } from './month-cells.ts'

export interface MonthDayProps {
  cell: MonthCell
  about: ChipWords
  /** Only the count: there is no room for names. */
  compact: boolean
  isOutside: boolean
  isToday: boolean
  isSelected: boolean
  /** Why nobody is seen on that day, in words; empty where somebody is. */
  closed: string
  /** Where the keyboard stands: on the day, on a line of it, or elsewhere. */
  stop: 'day' | number | null
}

/** Colours of the practitioners who see somebody on that day, for a phone. */
const Dots = ({ cell, about }: Pick<MonthDayProps, 'cell' | 'about'>) => {
  const colors = [...new Set(cell.chips.map(({ appointment }) => about.colorOf(appointment.doctorId)))].sort()
  return (
    <span className={styles.dots} aria-hidden="true">
      {colors.map((color) => (
        <i key={color} data-color={color} />
      ))}
    </span>
  )
}

const More = ({ cell, isStop }: { cell: MonthCell; isStop: boolean }) => {
  const { t } = useTranslation('agendaViews')
  const { day, chips, more } = cell
  if (more === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: it stands in a cell of a grid, which owns the keyboard
    <div
      role="button"
      tabIndex={isStop ? 0 : -1}
      data-line={chips.length}
      className={styles.more}
      aria-label={t('month.moreOf', { count: more, day: longDayText(day, currentLanguage()) })}
    >
      {t('month.more', { count: more })}
    </div>
  )
}

const Lines = ({ cell, about, stop }: Pick<MonthDayProps, 'cell' | 'about' | 'stop'>) => (
  <>
    {cell.chips.map((part, line) => monthChip(part, line, about, stop === line))}
    <More cell={cell} isStop={stop === cell.chips.length} />
  </>
)

const classOf = ({ isOutside, isToday, isSelected, closed }: MonthDayProps): string =>
  classNames(
    styles.day,
    isOutside && styles.outside,
    isToday && styles.today,
    isSelected && styles.selected,
    closed !== '' && styles.closed,
  )

/** One day of the month sheet. */
export const MonthDay = memo((props: MonthDayProps) => {
  const { cell, about, compact, isToday, isSelected, closed, stop } = props
  const { t } = useTranslation('calendar')
  const { day, standing } = cell
  const count = t('count', { count: standing })
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: in a table that is a grid a cell is a gridcell
    <td
      tabIndex={stop === 'day' ? 0 : -1}
      data-day={day}
      aria-label={[longDayText(day, currentLanguage()), count, closed].filter(Boolean).join(', ')}
      aria-selected={isSelected}
      aria-current={isToday ? 'date' : undefined}
      className={classOf(props)}
    >
      <div className={styles.dayHead}>
        <span className={styles.number}>{Number(day.slice(8))}</span>
        {compact ? null : <span className={styles.closedWord}>{closed}</span>}
        {compact && standing > 0 ? <b className={styles.total}>{standing}</b> : null}
      </div>
      {compact ? <Dots cell={cell} about={about} /> : <Lines cell={cell} about={about} stop={stop} />}
    </td>
  )
})
MonthDay.displayName = 'MonthDay'
