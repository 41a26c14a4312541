import type { Agenda, Slot } from './agenda.ts'
import { addDays, type Day, instantAt, weekday } from './calendar.ts'
import { slotToday } from './episodes.ts'
import type { PlannedAppointment, PlannedBlocks } from './planned-appointment.ts'
import { todaysBlocks } from './script.ts'
import { seriesOf } from './series.ts'
import { type Practitioner, practitioners } from './staff.ts'

interface Block {
  readonly practitioner: Practitioner
  /** ISO 8601, Monday is 1. */
  readonly weekdays: readonly number[]
  readonly start: number
  readonly end: number
  readonly title: string
  readonly note: string | null
}

// The team meets on Wednesdays before lunch; Andrés has a group on Tuesdays and Thursdays.
const blocks: readonly Block[] = [
  ...practitioners.map((practitioner) => ({
    practitioner,
    weekdays: [3],
    start: 12 * 60 + 15,
    end: 13 * 60,
    title: 'Reunión de equipo',
    note: null,
  })),
  {
    practitioner: 1,
    weekdays: [2, 4],
    start: 17 * 60,
    end: 18 * 60,
    title: 'Grupo de espalda sana',
    note: '6 lugares',
  },
]

const dayMs = 86_400_000

const planned = (
  slot: Slot,
  { title, note }: Pick<Block, 'title' | 'note'>,
  today: Day,
): PlannedAppointment => {
  const [start, end] = [instantAt(slot.day, slot.start), instantAt(slot.day, slot.end)]
  const isOver = slot.day < today
  return {
    practitioner: slot.practitioner,
    patient: null,
    start,
    end,
    title,
    note,
    status: isOver ? 'attended' : 'booked',
    confirmed: true,
    cancelReason: null,
    bookedAt: new Date(Date.parse(start) - 30 * dayMs).toISOString(),
    settledAt: isOver ? end : null,
    series: null,
  }
}

/** What is in the agendas without a patient: series over the whole time, and what is written down for the day of the demo. */
export const planBlocks = (agenda: Agenda, today: Day, days: readonly Day[]): PlannedBlocks => {
  const made = blocks.map((block, index) => {
    const slots = days
      .filter((day) => day !== today && block.weekdays.includes(weekday(day)))
      .flatMap((day) => agenda.bookAt({ ...block, day }) ?? [])
    const key = index + 1
    const appointments = slots.map((slot) => ({
      ...planned(slot, block, today),
      series: { key, on: slot.day },
    }))
    return { appointments, series: seriesOf(key, block.weekdays, slots) }
  })
  const here = todaysBlocks.flatMap((block) => {
    const slot = agenda.bookAt(slotToday(block.practitioner, today, block))
    return slot ? [planned(slot, block, today)] : []
  })
  return {
    appointments: [...made.flatMap(({ appointments }) => appointments), ...here],
    series: made.flatMap(({ series }) => series ?? []),
  }
}

/** Every day from so many before today to so many after it. */
export const daysAround = (today: Day, back: number, ahead: number): Day[] =>
  Array.from({ length: back + ahead }, (_, index) => addDays(today, index - back))
