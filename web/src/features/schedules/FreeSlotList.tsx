import type { FreeSlot } from '@ulna/contract/schedules/schedules'
import { useTranslation } from 'react-i18next'
import type { AgendaPractitioner } from '../../blocks/agenda-grid/parts/agenda-appointment.ts'
import { longDayText } from '../../blocks/agenda-grid/parts/agenda-text.ts'
import type { CalendarDay } from '../../blocks/agenda-grid/parts/calendar-day.ts'
import type { ZonedTime } from '../../blocks/agenda-grid/parts/zoned-time.ts'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { Hint } from '../../ui/base/Hint.tsx'
import styles from './FreeSlotFinder.module.css'

export interface FreeSlotListProps {
  slots: readonly FreeSlot[]
  practitioners: readonly AgendaPractitioner[]
  time: ZonedTime
  onChoose: (slot: FreeSlot) => void
}

const byDay = (slots: readonly FreeSlot[], time: ZonedTime): [CalendarDay, FreeSlot[]][] => {
  const days = new Map<CalendarDay, FreeSlot[]>()
  for (const slot of slots) {
    const { day } = time.wallOf(Date.parse(slot.start))
    days.set(day, [...(days.get(day) ?? []), slot])
  }
  return [...days]
}

/** Free times by day; each is a button that books it. */
export const FreeSlotList = ({ slots, practitioners, time, onChoose }: FreeSlotListProps) => {
  const { t } = useTranslation('schedules')
  const { time: timeText } = useDates()
  const practitionerOf = (id: number) => practitioners.find((practitioner) => practitioner.id === id)
  return (
    <div className={styles.answer}>
      <Hint role="status">{t('free.found', { count: slots.length })}</Hint>
      {slots.length === 0 ? <Hint>{t('free.noneText')}</Hint> : null}
      {byDay(slots, time).map(([day, ofDay]) => {
        const dayName = longDayText(day, currentLanguage())
        return (
          <section key={day} aria-label={dayName} className={styles.day}>
            <h3>{dayName}</h3>
            <ul>
              {ofDay.map((slot) => {
                const practitioner = practitionerOf(slot.doctorId)
                const start = timeText(slot.start)
                const name = practitioner?.fullName ?? ''
                return (
                  <li key={`${slot.doctorId}/${slot.start}`}>
                    <button
                      type="button"
                      className={styles.slot}
                      data-color={practitioner?.color ?? 1}
                      aria-label={t('free.choose', { time: start, day: dayName, practitioner: name })}
                      onClick={() => onChoose(slot)}
                    >
                      <b>{start}</b>
                      <span>{name}</span>
                    </button>
                  </li>
                )
              })}
            </ul>
          </section>
        )
      })}
    </div>
  )
}
