/** Minutes since midnight of a time of day that stands in a text: “9:30”, “9.30”, “16h30”, “04:30 pm”, “9 h”. */
const written =
  /(?:^|[ T])(\d{1,2})(?:[:.h](\d{2})(?::\d{2}(?:\.\d+)?)?| ?h)? ?([ap])?\.? ?(?:m\.?)? ?(?:h|hs|hrs)?Z?$/i

/** A time of day as Excel keeps it: a part of a day. */
const fraction = /^0?[.,]\d+$/

const hourOf = (hour: number, half: string | undefined): number => {
  if (half === undefined) return hour
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
}

/** Minutes since midnight; null where the text names no time of day. */
export const readTime = (text: string): number | null => {
  if (fraction.test(text)) return Math.round(Number(text.replace(',', '.')) * 24 * 60) % (24 * 60)
  const match = written.exec(text.replaceAll(/\s+/g, ' '))
  if (!match) return null
  const [, hour = '', minute, half] = match
  // A number alone is a time only where nothing else stands beside it.
  if (minute === undefined && half === undefined && !/h/i.test(text) && text !== hour) return null
  const minutes = hourOf(Number(hour), half) * 60 + Number(minute ?? 0)
  return Number(hour) < 24 && Number(minute ?? 0) < 60 && minutes < 24 * 60 ? minutes : null
}

/** The time of day behind a date: “13/02/2020 9:30”; null where the date stands alone. */
export const timeBehindDate = (text: string): number | null => {
  const [, behind] = /^\d{1,4}[-/. ]\d{1,2}[-/. ]\d{1,4}[ T,]+([^ T,].*)$/.exec(text) ?? []
  return behind === undefined ? null : readTime(behind)
}

/** Minutes that a length of time names: “45”, “45 min”, “1:30”, “1 h 30”; null where it names none. */
export const readDuration = (text: string): number | null => {
  const plain = /^(\d{1,4})(?:[.,]0+)?\s*(?:m|min|mins|minutos|minutes|minuti)?\.?$/i.exec(text)
  if (plain) return Number(plain[1])
  const parts =
    /^(\d{1,2})\s*(?:h|hora|horas|hour|hours|ora|ore|:)\.?\s*(?:(\d{1,2})\s*(?:m|min)?\.?)?(?::\d{2})?$/i.exec(
      text,
    )
  return parts ? Number(parts[1]) * 60 + Number(parts[2] ?? 0) : null
}
