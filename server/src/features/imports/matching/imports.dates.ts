import type { DateOrder } from '@ulna/contract/imports/imports.fields'

/** A date as it is written: three numbers, of which one is the year. */
interface Written {
  readonly parts: readonly [number, number, number]
  /** The year stands first, with four digits: it can be nothing else. */
  readonly isIso: boolean
  readonly hasShortYear: boolean
}

const pattern =
  /^(\d{1,4})[-/. ](\d{1,2})[-/. ](\d{1,4})(?:,?[ T]\d{1,2}[:.h]\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[ap]\.? ?m\.?)?Z?)?$/i
const compact = /^(\d{4})(\d{2})(\d{2})$/

const written = (text: string): Written | null => {
  const match = pattern.exec(text) ?? compact.exec(text)
  if (!match) return null
  const [, first = '', second = '', third = ''] = match
  const isIso = first.length === 4
  if (!isIso && (first.length > 2 || third.length === 3)) return null
  const parts = [Number(first), Number(second), Number(third)] as const
  return { parts, isIso, hasShortYear: !isIso && third.length <= 2 }
}

/** What the dates of one column say of their order, while they pass. */
export class DateEvidence {
  #dayFirst: string | null = null
  #monthFirst: string | null = null
  #yearFirst = 0
  /** Dates that could be day first or month first. */
  either = 0

  take(text: string): void {
    const date = written(text)
    if (date === null) return
    if (date.isIso) {
      this.#yearFirst += 1
      return
    }
    const [first, second] = date.parts
    if (first > 12) this.#dayFirst ??= text
    else if (second > 12) this.#monthFirst ??= text
    else if (first !== second) this.either += 1
  }

  /**
   * One order for the whole column: what a date proves, day first where two prove the opposite of each other or none
   * proves anything, as Spain, Colombia and Italy write. `evidence` is the date that proves it.
   */
  decide(): { readonly order: DateOrder; readonly evidence: string | null } {
    if (this.#monthFirst !== null && this.#dayFirst === null)
      return { order: 'month-first', evidence: this.#monthFirst }
    if (this.#dayFirst !== null) return { order: 'day-first', evidence: this.#dayFirst }
    return { order: this.#yearFirst > 0 && this.either === 0 ? 'year-first' : 'day-first', evidence: null }
  }
}

export interface ReadDate {
  /** ISO day. */
  readonly day: string
  /** The century is a guess: two digits were written. */
  readonly yearGuessed: boolean
  /** It could be another day in another order. */
  readonly either: boolean
}

/** Two digits of a year: of the century of the latest year that they can be, else of the one before. */
const fullYear = (short: number, latestYear: number): number => {
  const century = Math.floor(latestYear / 100) * 100
  return century + short <= latestYear ? century + short : century - 100 + short
}

const isDay = (year: number, month: number, day: number): boolean => {
  const date = new Date(Date.UTC(year, month - 1, day))
  date.setUTCFullYear(year)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

const ordered = (date: Written, order: DateOrder): readonly [year: number, month: number, day: number] => {
  const [first, second, third] = date.parts
  if (date.isIso || order === 'year-first') return [first, second, third]
  return order === 'month-first' ? [third, first, second] : [third, second, first]
}

/** The day that a text names in that order; null when it names none. A time of day behind it is left out. */
export const readDate = (text: string, order: DateOrder, latestYear: number): ReadDate | null => {
  const date = written(text)
  if (date === null) return null
  const [named, month, day] = ordered(date, order)
  const yearGuessed = named < 100
  const year = yearGuessed ? fullYear(named, latestYear) : named
  if (!isDay(year, month, day)) return null
  const pad = (number: number, length: number): string => String(number).padStart(length, '0')
  return {
    day: `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`,
    yearGuessed,
    either: !date.isIso && date.parts[0] <= 12 && date.parts[1] <= 12 && date.parts[0] !== date.parts[1],
  }
}
