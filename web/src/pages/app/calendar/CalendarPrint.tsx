import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePracticeSession } from '../../../api/session/session.ts'
import type { DayParts } from '../../../blocks/agenda-grid/board/agenda-board.ts'
import type { AgendaPractitioner } from '../../../blocks/agenda-grid/parts/agenda-appointment.ts'
import type { ClockFormat } from '../../../blocks/agenda-grid/parts/agenda-text.ts'
import type { CalendarDay } from '../../../blocks/agenda-grid/parts/calendar-day.ts'
import { AgendaPaper } from '../../../blocks/agenda-grid/print/AgendaPaper.tsx'
import { printedDays } from '../../../blocks/agenda-grid/print/print-days.ts'
import { useDates } from '../../../i18n/dates/use-dates.ts'
import { CheckboxField } from '../../../ui/base/CheckboxField.tsx'
import { Hint } from '../../../ui/base/Hint.tsx'
import { stackClass } from '../../../ui/base/stack.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import styles from './CalendarPrint.module.css'
import { usePrinting } from './use-printing.ts'

export interface CalendarPrintProps {
  title: string
  days: readonly CalendarDay[]
  practitioners: readonly AgendaPractitioner[]
  parts: DayParts
  clock: ClockFormat
  /** Whether somebody asked to print. */
  isAsking: boolean
  onClose: () => void
}

const PrintDialog = ({
  title,
  onPrint,
  onClose,
}: {
  title: string
  onPrint: (withNotes: boolean) => void
  onClose: () => void
}) => {
  const { t } = useTranslation(['agendaViews', 'calendar'])
  const [withNotes, setWithNotes] = useState(false)
  return (
    <Dialog onClose={onClose} title={t('calendar:print')} closeLabel={t('calendar:close')}>
      <div className={stackClass(12)}>
        <p className={styles.what}>{title}</p>
        <CheckboxField
          label={t('paper.withNotes')}
          checked={withNotes}
          onChange={(event) => setWithNotes(event.currentTarget.checked)}
        />
        <Hint>{t('paper.notesHint')}</Hint>
        <Button fullWidth onClick={() => onPrint(withNotes)}>
          {t('paper.print')}
        </Button>
      </div>
    </Dialog>
  )
}

/** The agenda on paper: drawn only while it is printed, with the notes only where somebody asked for them. */
export const CalendarPrint = ({
  title,
  days,
  practitioners,
  parts,
  clock,
  isAsking,
  onClose,
}: CalendarPrintProps) => {
  const { t } = useTranslation(['agendaViews', 'calendar'])
  const { authPractice } = usePracticeSession()
  const dates = useDates()
  const { printing, print } = usePrinting()
  const printed = useMemo(
    () => (printing ? printedDays(parts, practitioners, days) : []),
    [printing, parts, practitioners, days],
  )
  const now = new Date()
  return (
    <>
      {isAsking ? (
        <PrintDialog
          title={title}
          onPrint={(withNotes) => {
            onClose()
            print(withNotes)
          }}
          onClose={onClose}
        />
      ) : null}
      {printing ? (
        <AgendaPaper
          practice={authPractice.name}
          title={title}
          printedAt={t('paper.printedAt', { day: dates.instantDay(now), time: dates.time(now) })}
          days={printed}
          clock={clock}
          withNotes={printing.withNotes}
        />
      ) : null}
    </>
  )
}
