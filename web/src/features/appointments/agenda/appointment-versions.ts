import type { Appointment } from '@ulna/contract/appointments/appointments'

// Two quick moves of one card: the second must build on the version the first one made, not on the one on screen.
const versionsMade = new Map<number, number>()

/** Remembers the version that a save made. */
export const noteVersion = ({ id, version }: Pick<Appointment, 'id' | 'version'>): void => {
  versionsMade.set(id, version)
}

/** The newest version known of an appointment: the one on screen, or the one this page made since. */
export const newestVersion = (id: number, shown: number): number =>
  Math.max(shown, versionsMade.get(id) ?? shown)

/** What messages of an appointment are about: the newest takes the place of those before, with their ways back. */
export const messagesAbout = ({ id }: Pick<Appointment, 'id'>): string => `appointment ${id}`
