import { type PrintScope, printScopes } from '@ulna/contract/records/records.print'
import { readWrite } from '../../../../features/records/editor-target.ts'

/**
 * What the address of a file may say: `?write=followup&case=12`, `?write=goniometry_knee`, `?record=34`, `?edit=34`.
 */
export interface PatientSearch {
  record?: number | undefined
  case?: number | undefined
  /** A word for the built-in classes, the id of any other. */
  write?: string | undefined
  edit?: number | undefined
  /** The pages of the whole file, of the case or of the record that the address names. */
  print?: PrintScope | undefined
  /** What was measured over time stands over the file. */
  measures?: true | undefined
  /** The visits of the open case are being planned. */
  plan?: true | undefined
  /** The consents of the patient stand over the file. */
  consents?: true | undefined
  /** A package is being sold to the patient. */
  sell?: true | undefined
  /** A receipt is being issued. */
  charge?: true | undefined
  /** Days are chosen for an attendance sheet. */
  attendance?: true | undefined
}

/** What can stand over a file. */
export type PatientFileOver = 'measures' | 'plan' | 'consents' | 'sell' | 'charge' | 'attendance'

const isSaid = (said: unknown): true | undefined => String(said) === 'true' || undefined

const idIn = (search: Record<string, unknown>, name: string): number | undefined => {
  const value = Number(search[name])
  return Number.isSafeInteger(value) && value > 0 ? value : undefined
}

/** Reads the address; whatever it does not know is left out. */
export const readPatientSearch = (search: Record<string, unknown>): PatientSearch => {
  const found = {
    record: idIn(search, 'record'),
    case: idIn(search, 'case'),
    edit: idIn(search, 'edit'),
    write: readWrite(search.write),
    print: printScopes.find((scope) => scope === search.print),
    measures: isSaid(search.measures),
    plan: isSaid(search.plan),
    consents: isSaid(search.consents),
    sell: isSaid(search.sell),
    charge: isSaid(search.charge),
    attendance: isSaid(search.attendance),
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}
