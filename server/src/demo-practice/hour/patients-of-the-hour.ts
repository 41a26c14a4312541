import type { DemoPlan } from '../plan/plan.ts'

/** Whom the owner treats, and whom somebody looks for first whenever the demo is loaded. */
const shownEverywhere = 'Mariana Gómez Lara'

const atMost = 2

/** Patients with a session that the owner wrote: there is something to sign and to show. */
const treatedByOwner = ({ records }: DemoPlan): ReadonlySet<number> => {
  const open = new Set(records.filter(({ active }) => active).map(({ key }) => key))
  const sessions = records.filter((one) => one.author === 0 && one.case !== null && open.has(one.case))
  return new Set(sessions.map(({ patient }) => patient))
}

/**
 * Who stands where somebody looks first: the patient on the owner's turn and the next one, whatever hour of whatever day
 * it is, of those who were treated before. Their places in the plan, each once, with the one whom the pictures show.
 */
export const patientsOfTheHour = (plan: DemoPlan, now: Date): number[] => {
  const treated = treatedByOwner(plan)
  const coming = plan.appointments
    .filter(({ practitioner, status }) => practitioner === 0 && (status === 'booked' || status === 'arrived'))
    .filter(({ end }) => Date.parse(end) > now.getTime())
    .toSorted((one, other) => one.start.localeCompare(other.start))
    .flatMap(({ patient }) => (patient !== null && treated.has(patient) ? [patient] : []))
  const shown = plan.patients.findIndex(
    ({ person }) => `${person.firstName} ${person.lastName}` === shownEverywhere,
  )
  return [...new Set([...new Set(coming)].slice(0, atMost).concat(shown))]
}
