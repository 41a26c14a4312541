import { addDays, type Day } from './calendar.ts'
import { hoursOf, type Practitioner, type Span } from './staff.ts'

export interface Slot {
  readonly practitioner: Practitioner
  readonly day: Day
  /** Minutes of the day. */
  readonly start: number
  readonly end: number
}

export interface SlotWish {
  readonly practitioner: Practitioner
  readonly day: Day
  /** Minute of the day that suits best. */
  readonly around: number
  readonly minutes: number
}

const step = 15

/** Start times inside a span, every quarter of an hour. */
const startsIn = ([from, to]: Span, minutes: number): number[] =>
  Array.from(
    { length: Math.max(0, Math.floor((to - minutes - from) / step) + 1) },
    (_, index) => from + index * step,
  )

/** Who is taken when. No two slots of a practitioner overlap. */
export class Agenda {
  private readonly taken = new Map<string, Slot[]>()
  private readonly fullDay: Day

  /** Nothing is found on `fullDay`: what happens that day is put down by hand. */
  constructor(fullDay: Day) {
    this.fullDay = fullDay
  }

  private of(practitioner: Practitioner, day: Day): Slot[] {
    return this.taken.get(`${practitioner} ${day}`) ?? []
  }

  private take(slot: Slot): Slot {
    this.taken.set(`${slot.practitioner} ${slot.day}`, [...this.of(slot.practitioner, slot.day), slot])
    return slot
  }

  /** Takes just this slot; undefined when the practitioner does not work then or is taken. */
  bookAt(slot: Slot): Slot | undefined {
    return this.isFree(slot) ? this.take(slot) : undefined
  }

  /** Nobody is booked into this slot; nothing says what happens in it. */
  close(slot: Slot): void {
    this.take(slot)
  }

  private freeOn({ practitioner, day, around, minutes }: SlotWish): Slot | undefined {
    if (day === this.fullDay) return undefined
    const others = this.of(practitioner, day)
    const start = hoursOf(practitioner, day)
      .flatMap((span) => startsIn(span, minutes))
      .sort((a, b) => Math.abs(a - around) - Math.abs(b - around))
      .find((from) => others.every((other) => other.end <= from || other.start >= from + minutes))
    return start === undefined ? undefined : { practitioner, day, start, end: start + minutes }
  }

  /** The same time of a number of weeks, the first of them at most a week after the wish; empty when there is none. */
  bookWeekly(wish: SlotWish, weeks: number): Slot[] {
    const beginnings = Array.from({ length: 7 }, (_, index) => addDays(wish.day, index))
    for (const first of beginnings) {
      const days = Array.from({ length: weeks }, (_, index) => addDays(first, index * 7))
      const slot = this.freeOn({ ...wish, day: first })
      const slots = days.map((day) => slot && { ...slot, day })
      if (slots.every((one) => one && this.isFree(one)))
        return slots.flatMap((one) => (one ? [this.take(one)] : []))
    }
    return []
  }

  private isFree({ practitioner, day, start, end }: Slot): boolean {
    const works = hoursOf(practitioner, day).some(([from, to]) => from <= start && end <= to)
    return works && this.of(practitioner, day).every((other) => other.end <= start || other.start >= end)
  }

  private quietest(wish: SlotWish, days: readonly Day[]): Slot | undefined {
    return days
      .map((day) => ({ day, load: this.of(wish.practitioner, day).length }))
      .sort((a, b) => a.load - b.load)
      .map(({ day }) => this.freeOn({ ...wish, day }))
      .find((slot) => slot !== undefined)
  }

  /**
   * Takes a free slot near the wish: on the quietest of the days around it that `allowed` admits, else on the first
   * day after it (before it, walking back) that has one. Undefined when three weeks have none.
   */
  book(wish: SlotWish, direction: 1 | -1, allowed: (day: Day) => boolean = () => true): Slot | undefined {
    const around = [0, 1, -1, 2, -2].map((days) => addDays(wish.day, days * direction)).filter(allowed)
    const further = Array.from({ length: 19 }, (_, index) => addDays(wish.day, (index + 3) * direction))
    const slot =
      this.quietest(wish, around) ??
      further.map((day) => this.freeOn({ ...wish, day })).find((one) => one !== undefined)
    return slot && this.take(slot)
  }
}
