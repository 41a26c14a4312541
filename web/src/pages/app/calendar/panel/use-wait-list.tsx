import { useState } from 'react'
import type { FreedTime } from '../../../../features/appointments/agenda/freed-times.ts'
import type { ChosenPatient } from '../../../../features/appointments/form/appointment-form-values.ts'
import { lazyPart } from '../../../../i18n/lazy-part.ts'
import { Optional } from '../../../../ui/Optional.tsx'
import { importWaitList } from '../later-parts.ts'
import type { CalendarWaitListProps, WaitListView } from './CalendarWaitList.tsx'

const CalendarWaitList = lazyPart(importWaitList, 'CalendarWaitList')

/** The wait list over the agenda. */
export const useWaitList = (list: Omit<CalendarWaitListProps, 'view' | 'onClose'>) => {
  const [view, setView] = useState<WaitListView>()
  return {
    isOpen: view !== undefined,
    showAll: () => setView({ freed: [] }),
    showFitting: (times: readonly FreedTime[]) => setView({ freed: times }),
    add: (patient: ChosenPatient) => setView({ freed: [], newFor: patient }),
    layer: (
      <Optional>
        {view ? <CalendarWaitList {...list} view={view} onClose={() => setView(undefined)} /> : null}
      </Optional>
    ),
  }
}
