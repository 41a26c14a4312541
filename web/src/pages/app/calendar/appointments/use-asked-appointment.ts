import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ChosenPatient } from '../../../../features/appointments/form/appointment-form-values.ts'
import { chosenPatientQuery } from '../../../../features/appointments/form/chosen-patient.query.ts'
import type { CalendarSearch } from '../parts/calendar-search.ts'

/** Opens a tool over the agenda when the address asks for it (`?open=find`); the address forgets the wish. */
export const useAskedTool = (
  { open }: CalendarSearch,
  openTool: (tool: NonNullable<CalendarSearch['open']>) => void,
): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: opens once for each time the address asks
  useEffect(() => {
    if (open) openTool(open)
  }, [open])
}

/**
 * Opens the form of a new appointment when the address asks for it (`?new=true&patientId=`), once the patient is
 * known, and what time is free. A patient that cannot be read leaves the field to be filled; the address forgets the wish either way.
 */
export const useAskedAppointment = (
  practiceId: number,
  search: CalendarSearch,
  isReady: boolean,
  open: (patient: ChosenPatient | null) => void,
): void => {
  const patient = useQuery(chosenPatientQuery(practiceId, search.new ? search.patientId : undefined))
  const isKnown = search.patientId === undefined || !patient.isPending
  const mustOpen = search.new === true && isReady && isKnown
  // biome-ignore lint/correctness/useExhaustiveDependencies: opens once for each time the address asks, with what is known then
  useEffect(() => {
    if (mustOpen) open(patient.data ?? null)
  }, [mustOpen])
}
