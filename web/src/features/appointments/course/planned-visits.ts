import type { PlannedVisits } from '@ulna/contract/appointments/appointments.planned'

/** Visits to come, and when the first of them begins. */
export interface Coming {
  readonly visits: number
  readonly next: string
}

/** Visits that are booked to come, as the planning of a case has to know of them. */
export interface PlannedAlready {
  readonly ofCase: Coming | null
  /** Kept by a package, and planned from no case. */
  readonly ofPackage: Coming | null
  readonly others: Coming | null
}

const together = (rows: readonly PlannedVisits[]): Coming | null => {
  const [next] = rows.map((row) => row.next).toSorted((one, other) => Date.parse(one) - Date.parse(other))
  return next === undefined ? null : { visits: rows.reduce((sum, { visits }) => sum + visits, 0), next }
}

export const plannedAlready = (rows: readonly PlannedVisits[], caseId: number): PlannedAlready => {
  const ofCase = rows.filter((row) => row.caseId === caseId)
  const ofPackage = rows.filter((row) => row.caseId === null && row.packageId !== null)
  const others = rows.filter((row) => !ofCase.includes(row) && !ofPackage.includes(row))
  return { ofCase: together(ofCase), ofPackage: together(ofPackage), others: together(others) }
}

/** Whether planning may book the same visits a second time. */
export const mayRepeat = ({ ofCase, ofPackage }: PlannedAlready): boolean =>
  ofCase !== null || ofPackage !== null
