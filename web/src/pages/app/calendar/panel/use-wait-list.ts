import type { Appointment } from '@ulna/contract/appointments/appointments'
import { useState } from 'react'
import type { AgendaPlace } from '../../../../features/appointments/agenda/appointments.cache.ts'
import { type FreedTime, useFreedTimes } from '../../../../features/appointments/agenda/freed-times.ts'
import type { ChosenPatient } from '../../../../features/appointments/form/appointment-form-values.ts'

/** What the wait list is opened for: all who wait, whom freed times would do for, or somebody who is put on it. */
export interface WaitListView {
  freed: readonly FreedTime[]
  newFor?: ChosenPatient | undefined
}

/** The wait list over the agenda, and the times that fell free for which it may have somebody. */
export const useWaitList = ({ practiceId }: AgendaPlace, events: readonly Appointment[]) => {
  const [view, setView] = useState<WaitListView>()
  return {
    freed: useFreedTimes(practiceId),
    events,
    view,
    isOpen: view !== undefined,
    showAll: () => setView({ freed: [] }),
    showFitting: (times: readonly FreedTime[]) => setView({ freed: times }),
    add: (patient: ChosenPatient) => setView({ freed: [], newFor: patient }),
    close: () => setView(undefined),
  }
}
