import type { Appointment } from '@ulna/contract/appointments/appointments'

/** Another text as soon as one of these appointments is another, comes or goes: their marks are to be read anew then. */
export const stampOf = (appointments: readonly Pick<Appointment, 'createdAt' | 'updatedAt'>[]): string => {
  let newest = ''
  for (const { createdAt, updatedAt } of appointments) {
    const changed = updatedAt ?? createdAt
    if (changed > newest) newest = changed
  }
  return `${appointments.length}/${newest}`
}
