import type { Appointment } from '@ulna/contract/appointments/appointments'

/** Another text as soon as one of these appointments is another, comes or goes: their marks are to be read anew then. */
export const stampOf = (events: readonly Pick<Appointment, 'createdAt' | 'updatedAt'>[]): string => {
  let newest = ''
  for (const { createdAt, updatedAt } of events) {
    const changed = updatedAt ?? createdAt
    if (changed > newest) newest = changed
  }
  return `${events.length}/${newest}`
}
