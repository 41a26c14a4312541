import { clockText } from '@ulna/contract/clock-text'
import { useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../i18n/i18n.ts'
import type { GridColumn } from '../board/grid-column.ts'
import type { Carried } from '../board/keyboard-moves.ts'
import { type ClockFormat, longDayText } from '../parts/agenda-text.ts'
import { appointmentName, type CardWords } from '../parts/card-words.ts'

/** Names of appointments seen so far: a carried card keeps its name while other days are on the screen. */
const useAppointmentNames = (columns: readonly GridColumn[], words: CardWords) => {
  const carriedName = useRef('')
  return useCallback(
    (id: number | null): string => {
      for (const { placed } of columns) {
        const found = placed.find(({ appointment }) => appointment.id === id)
        if (found) carriedName.current = appointmentName(found.appointment, words)
      }
      return carriedName.current
    },
    [columns, words],
  )
}

/** What the live region says while the keyboard carries a card. */
export const useCarriedWords = (columns: readonly GridColumn[], words: CardWords, clock: ClockFormat) => {
  const { t } = useTranslation('calendar')
  const nameOf = useAppointmentNames(columns, words)
  const [said, setSaid] = useState('')
  const onCarry = useCallback(
    (say: string, carried: Carried | null) => {
      const column = carried && columns[carried.column]
      if (!carried || !column) return
      setSaid(
        t(`said.${say}`, {
          name: nameOf(carried.id),
          start: clockText(carried.start, clock),
          end: clockText(carried.end, clock),
          day: longDayText(column.day, currentLanguage()),
          practitioner: column.practitioner.fullName,
        }),
      )
    },
    [columns, clock, t, nameOf],
  )
  return { said, nameOf, onCarry }
}
