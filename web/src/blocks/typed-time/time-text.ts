import type { TimeFormat } from '@ulna/contract/clock-text'
import { clockText } from '@ulna/contract/clock-text'
import type { TypedReading } from './typed-value.ts'

const timePattern = /^([01]\d|2[0-3]):[0-5]\d$/

/** True for `HH:mm`. */
export const isTime = (text: string): boolean => timePattern.test(text)

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

const asTime = (hours: number, minutes: number): string | undefined => {
  const time = clockText(hours * 60 + minutes, 'HH:mm')
  return hours < 24 && minutes < 60 ? time : undefined
}

/** `3:30 pm`, `03:30 p. m.`, `0330 PM`, `3 pm`. */
const halfPattern = /^(\d{1,2}?)(?:[:.h\s]?(\d{2}))?\s*([ap])\.?\s*(?:m\.?)?$/i

const ofHalf = (typed: string): string | undefined => {
  const [, hourText, minuteText = '00', half] = halfPattern.exec(typed) ?? []
  const hours = Number(hourText)
  if (hourText === undefined || hours < 1 || hours > 12) return undefined
  return asTime((hours % 12) + (half?.toLowerCase() === 'p' ? 12 : 0), Number(minuteText))
}

/** Digits alone: `1530` at once, `930` and `9` when the field was left. */
const ofDigits = (typed: string, isLeft: boolean): readonly [string, string] | undefined => {
  const [, hours, minutes = '00'] = /^(\d{1,2}?)(\d{2})?$/.exec(typed) ?? []
  if (hours === undefined || (typed.length < 4 && !isLeft)) return undefined
  return /^\d{1,2}$/.test(typed) ? [typed, '00'] : [hours, minutes]
}

const ofDay = (typed: string, isLeft: boolean, format: TimeFormat): string | undefined => {
  const apart = /^(\d{1,2})[:.h](\d{2})$/.exec(typed)
  const [hourText, minuteText] = apart ? [apart[1], apart[2]] : (ofDigits(typed, isLeft) ?? [])
  if (hourText === undefined || minuteText === undefined) return undefined
  const hours = Number(hourText)
  // Who reads am and pm may mean either by 3:30; 15:30 and 00:30 are said in full.
  if (format === 'hh:mm a' && hours >= 1 && hours <= 12) return undefined
  return asTime(hours, Number(minuteText))
}

/**
 * Reads a typed time of day: `15:30`, `15.30`, `1530`, `9:05`, `3:30 pm`, `03:30 p. m.`; once the field was left also
 * `930` and `9`. Answers `HH:mm`, or undefined when it is no time, or may be two.
 */
export const readTime = (text: string, isLeft: boolean, format: TimeFormat): string | undefined => {
  const typed = text.trim()
  return ofHalf(typed) ?? ofDay(typed, isLeft, format)
}

export const timeReading = (format: TimeFormat): TypedReading => ({
  textOf: (time) => clockText(minuteOf(time), format),
  isValue: isTime,
  read: (text, isLeft) => readTime(text, isLeft, format),
})

/** The next time on the arrow keys, a few minutes on or back, round the clock. */
export const stepTime = (time: string, minutes: number): string =>
  clockText(Math.floor((minuteOf(time) + minutes) / minutes) * minutes, 'HH:mm')
