import type { Patient } from '@ulna/contract/patients/patients'
import type { Tx } from '../../platform/database/database.ts'
import { type PageWish, parseJson } from '../../platform/database/wire.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { findPatientsBy, type PatientCriteria, type PatientOrder } from './patients.find.repository.ts'

export type {
  PatientContact,
  PatientCriteria,
  PatientIdentifier,
  PatientOrder,
  Span,
} from './patients.find.repository.ts'

/** A page of patients that meet some criteria, as this actor may read them, and how many there are. */
export const patientsBy = async (
  tx: Tx,
  actor: PracticeActor,
  criteria: PatientCriteria,
  page: PageWish & { readonly order?: readonly PatientOrder[] },
): Promise<{ readonly patients: Patient[]; readonly total: number }> => {
  const { rows, total } = await findPatientsBy(tx, actor, criteria, page)
  const text = typeof rows === 'string' ? rows : rows.toString()
  return { patients: parseJson(text), total }
}
