import { Drawer } from '@mantine/core'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Drawer.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/Paper.css'
import { useMediaQuery, useWindowEvent } from '@mantine/hooks'
import { useQueries } from '@tanstack/react-query'
import type { WaitingPatient } from '@ulna/contract/wait-list/wait-list'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FreeSlot } from '../../../../blocks/agenda-grid/board/grid-column.ts'
import type { AgendaPractitioner } from '../../../../blocks/agenda-grid/parts/agenda-appointment.ts'
import type { AgendaPlace } from '../../../../features/appointments/agenda/appointments.cache.ts'
import type { FreedTime } from '../../../../features/appointments/agenda/freed-times.ts'
import type { ChosenPatient } from '../../../../features/appointments/form/appointment-form-values.ts'
import { takeFreed } from '../../../../features/appointments/still-free.ts'
import { timeForWaiting } from '../../../../features/wait-list/time-for-waiting.ts'
import { useMarkBooked } from '../../../../features/wait-list/use-mark-booked.ts'
import { useWaitListWords } from '../../../../features/wait-list/use-wait-list-words.ts'
import { WaitList } from '../../../../features/wait-list/WaitList.tsx'
import { type FreedSlot, fittingQuery } from '../../../../features/wait-list/wait-list.queries.ts'
import { SelectField } from '../../../../ui/fields/SelectField.tsx'
import { VisuallyHidden } from '../../../../ui/VisuallyHidden.tsx'
import styles from './CalendarDrawer.module.css'
import type { WaitListView } from './use-wait-list.ts'

export interface CalendarWaitListProps {
  place: AgendaPlace
  practitioners: readonly AgendaPractitioner[]
  /** Has the time where a freed one names nobody. */
  detail: AgendaPractitioner
  usualMinutes: number
  view: WaitListView
  /** Opens the form of an appointment; `onBooked` is told once the patient has it. */
  onBook: (slot: FreeSlot, patient: ChosenPatient, onBooked: () => void) => void
  onClose: () => void
}

/** No dialog lies over it, which would be meant by Escape. */
const isOnTop = (): boolean => document.querySelectorAll('[role="dialog"]').length === 1

interface TimesProps {
  practiceId: number
  times: readonly FreedTime[]
  chosen: number
  onChoose: (index: number) => void
}

/** Several times fell free at once: which of them is looked at. */
const Times = ({ practiceId, times, chosen, onChoose }: TimesProps) => {
  const { t } = useTranslation('waitList')
  const words = useWaitListWords()
  const answers = useQueries({ queries: times.map((time) => fittingQuery(practiceId, time)) })
  return (
    <SelectField
      label={t('freed.times')}
      className={styles.times}
      value={String(chosen)}
      onChange={(event) => onChoose(Number(event.currentTarget.value))}
      options={times.map((time, index) => ({
        value: String(index),
        label: t('freed.time', { slot: words.slot(time), count: answers[index]?.data?.length ?? 0 }),
      }))}
    />
  )
}

/** Who waits for an earlier or a freed time, over the agenda. Whoever is booked from here waits no more. */
export const CalendarWaitList = (props: CalendarWaitListProps) => {
  const { place, practitioners, detail, usualMinutes, view, onBook, onClose } = props
  const { t } = useTranslation(['waitList', 'calendar'])
  const isPhone = useMediaQuery('(max-width: 44.99em)', false, { getInitialValueInEffect: false })
  const { practiceId, time } = place
  const [times, setTimes] = useState(view.freed)
  const [chosen, setChosen] = useState(0)
  const booked = useMarkBooked(practiceId)

  const freed = times[chosen]
  const book = (waiting: WaitingPatient, slot: FreedSlot) => {
    onClose()
    onBook(
      timeForWaiting(waiting, slot, time, detail.id),
      { id: waiting.patientId, name: waiting.patientName },
      () => {
        if (freed) takeFreed(freed)
        booked.mutate(waiting)
      },
    )
  }
  useWindowEvent('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented && isOnTop()) onClose()
  })
  return (
    <Drawer
      opened
      onClose={onClose}
      closeOnEscape={false}
      position="right"
      size={isPhone ? '100%' : 440}
      title={<VisuallyHidden>{t('title')}</VisuallyHidden>}
      closeButtonProps={{ 'aria-label': t('calendar:close') }}
      classNames={{ content: styles.drawer ?? '', header: styles.drawer ?? '' }}
    >
      {times.length > 1 ? <Times {...{ practiceId, times, chosen }} onChoose={setChosen} /> : null}
      <WaitList
        practiceId={practiceId}
        practitioners={practitioners}
        usualMinutes={usualMinutes}
        slot={freed}
        newFor={view.newFor}
        onBook={book}
        onLeaveSlot={() => setTimes([])}
      />
    </Drawer>
  )
}
