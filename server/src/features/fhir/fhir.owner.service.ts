import { AppError } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { patientOfFile } from '../files/files.service.ts'
import { requirePatient } from '../patients/patients.service.ts'
import { patientOfRecord } from '../records/records.service.ts'
import { patientOfSignature } from '../signatures/signatures.service.ts'
import { type ResourceId, readResourceId } from './mapping/base/fhir.names.ts'

type Find = (tx: Tx, actor: PracticeActor, id: number) => Promise<number | undefined>

/** Whose file things of a file stand in. */
const owners: Partial<Record<ResourceId['kind'], Find>> = {
  patient: async (tx, actor, id) => {
    await requirePatient(tx, actor, id)
    return id
  },
  record: patientOfRecord,
  file: (tx, { practiceId }, id) => patientOfFile(tx, practiceId, id),
  signature: (tx, { practiceId }, id) => patientOfSignature(tx, practiceId, id),
}

/** Whose file a resource stands in, by its id; not_found for one that is in none of this practice. */
export const ownerOf = async (tx: Tx, actor: PracticeActor, id: string): Promise<number> => {
  const named = readResourceId(id)
  const patientId = named && (await owners[named.kind]?.(tx, actor, named.number))
  if (!patientId) throw new AppError('not_found')
  return patientId
}

/** How the trail names what was read; nothing more than whose it is where it is no single record or file. */
export const subjectOf = (id: string): { type: string; id: number } | undefined => {
  const named = readResourceId(id)
  return named && ['record', 'file', 'appointment'].includes(named.kind)
    ? { type: named.kind, id: named.number }
    : undefined
}
