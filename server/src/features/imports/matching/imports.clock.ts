import { Temporal } from 'temporal-polyfill'

export interface ClockTime {
  /** Milliseconds since 1970. */
  readonly instant: number
  /** The clock jumps over it that day. */
  readonly isGap: boolean
  /** The clock shows it twice that day; the first counts, as in the agenda (RFC 5545 §3.3.5). */
  readonly isDouble: boolean
}

/** The clock of a practice: what instant it is when it shows a time. Days on which nothing changes are looked up once. */
export class PracticeClock {
  readonly #zone: string
  /** Milliseconds by which the clock is ahead of UTC all day; null on a day on which that changes. */
  readonly #offsets = new Map<string, number | null>()

  constructor(zone: string) {
    this.#zone = zone
  }

  #offsetOf(day: string): number | null {
    const known = this.#offsets.get(day)
    if (known !== undefined) return known
    const date = Temporal.PlainDate.from(day)
    const [begins, ends] = [date, date.add({ days: 1 })].map((one) => one.toZonedDateTime(this.#zone))
    const isSame = begins?.offsetNanoseconds === ends?.offsetNanoseconds
    const offset = begins && isSame ? begins.offsetNanoseconds / 1_000_000 : null
    this.#offsets.set(day, offset)
    return offset
  }

  /** The instant at which the clock shows a number of minutes since midnight, on an ISO day. */
  at(day: string, minutes: number): ClockTime {
    const offset = this.#offsetOf(day)
    if (offset !== null)
      return {
        instant: Date.parse(`${day}T00:00:00Z`) + minutes * 60_000 - offset,
        isGap: false,
        isDouble: false,
      }
    const wanted = Temporal.PlainDate.from(day).toPlainDateTime().add({ minutes })
    const zoned = wanted.toZonedDateTime(this.#zone, { disambiguation: 'compatible' })
    const later = wanted.toZonedDateTime(this.#zone, { disambiguation: 'later' })
    const isGap = !zoned.toPlainDateTime().equals(wanted)
    return {
      instant: zoned.epochMilliseconds,
      isGap,
      isDouble: !isGap && later.epochMilliseconds !== zoned.epochMilliseconds,
    }
  }
}
