export const timeFormats = ['HH:mm', 'hh:mm a'] as const
export type TimeFormat = (typeof timeFormats)[number]

const two = (value: number): string => String(value).padStart(2, '0')

/**
 * A minute of the day as it is written everywhere, HH:mm or hh:mm a (specification §2): `07:05`, or `07:05 am` in every
 * language. Minutes beyond a day start again at 00:00.
 */
export const clockText = (minute: number, format: TimeFormat): string => {
  const inDay = ((minute % 1440) + 1440) % 1440
  const hours = Math.floor(inDay / 60)
  if (format === 'HH:mm') return `${two(hours)}:${two(inDay % 60)}`
  return `${two(hours % 12 || 12)}:${two(inDay % 60)} ${hours < 12 ? 'am' : 'pm'}`
}
