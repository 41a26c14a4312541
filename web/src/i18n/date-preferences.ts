import type { TimeFormat } from '@ulna/contract/clock-text'

export interface DatePreferences {
  readonly timeFormat: TimeFormat
  readonly timeZone: string
}

const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

let preferences: DatePreferences = { timeFormat: 'HH:mm', timeZone: deviceZone() }
const listeners = new Set<() => void>()

/** Set by the session: the user's time format and the practice's zone. Null zone: the device's. */
export const setDatePreferences = (timeFormat: TimeFormat, timeZone: string | null): void => {
  preferences = { timeFormat, timeZone: timeZone ?? deviceZone() }
  for (const listener of listeners) listener()
}

export const datePreferences = (): DatePreferences => preferences

export const subscribeToDatePreferences = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
