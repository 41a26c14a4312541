import { type Undo, undoSeconds } from '@ulna/contract/appointments/appointments.series'
import { createExternalStore, useExternalStore } from '../../../api/http/external-store.ts'

/** A change of a series that can be taken back for a while. */
export interface SeriesUndo {
  id: number
  practiceId: number
  what: 'booked' | 'begun' | 'changed' | 'removed'
  /** Appointments that were made, changed or removed. */
  total: number
  /** Where the agenda is read anew once it was taken back. */
  start: string
  /** Until when by the clock of this device, whose time may differ from the server's. Milliseconds since 1970. */
  deadline: number
}

const store = createExternalStore<SeriesUndo | null>(null)

/** Offers to take a change back, from now on and also on pages that are opened meanwhile. */
export const offerUndo = (
  undo: Undo | null,
  change: Pick<SeriesUndo, 'practiceId' | 'what' | 'total' | 'start'>,
): void => {
  if (undo) store.set({ ...change, id: undo.id, deadline: Date.now() + undoSeconds * 1000 })
}

export const withdrawUndo = (): void => store.set(null)

/** What can be taken back in this practice now. */
export const useSeriesUndo = (practiceId: number): SeriesUndo | null => {
  const undo = useExternalStore(store)
  return undo?.practiceId === practiceId ? undo : null
}
