import { clockText } from '@ulna/contract/clock-text'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { topOf } from '../board/card-shape.ts'
import { columnBox } from '../board/column-box.ts'
import type { GridColumn } from '../board/grid-column.ts'
import type { AgendaFocus } from '../board/keyboard-moves.ts'
import { type ClockFormat, longDayText } from '../parts/agenda-text.ts'
import styles from './AgendaGrid.module.css'
import { useOffWords } from './use-off-words.ts'

export interface SlotCursorProps {
  focus: AgendaFocus
  columns: readonly GridColumn[]
  clock: ClockFormat
}

/** Where the keyboard stands while it is on a free time; said with the reason where nobody works then. */
export const SlotCursor = ({ focus, columns, clock }: SlotCursorProps) => {
  const { t } = useTranslation('calendar')
  const offWord = useOffWords()
  const column = columns[focus.column]
  const minute = focus.kind === 'slot' ? focus.minute : 0
  const off = column?.off.find(({ start, end }) => start <= minute && minute < end)
  const label = column
    ? t('slot.label', {
        time: clockText(minute, clock),
        day: longDayText(column.day, currentLanguage()),
        practitioner: column.practitioner.fullName,
      })
    : ''
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is placed like a card and has no look of its own
    <div
      role="button"
      data-slot=""
      tabIndex={-1}
      hidden={focus.kind !== 'slot'}
      className={styles.slot}
      aria-label={off ? `${label}, ${offWord(off)}` : label}
      style={{ ...columnBox(focus.column, columns.length), top: topOf(minute), height: topOf(30) }}
    >
      <span className={styles.slotText}>{t('slot.hint', { time: clockText(minute, clock) })}</span>
    </div>
  )
}
