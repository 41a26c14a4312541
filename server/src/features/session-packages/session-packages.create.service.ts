import type { PackageInput } from '@ulna/contract/session-packages/session-packages'
import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import { AppError } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { WireText } from '../../platform/database/wire.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { audited, change, type Database } from '../../platform/use-case.ts'
import { tellPatientFile } from '../patients/patients.news.service.ts'
import { holdUnarchived } from '../patients/patients.service.ts'
import { queueExpiry } from './session-packages.expiry.service.ts'
import { columnsOf } from './session-packages.input.ts'
import { tellPackages } from './session-packages.ledger.service.ts'
import { packageTextOf } from './session-packages.service.ts'
import {
  addPatients,
  holdPatients,
  insertMovement,
  insertPackage,
  keepPackageVersion,
} from './session-packages.write.repository.ts'

/** Everybody a package serves, the owner first; not_found when somebody is not of this practice. */
export const holdFamily = async (
  tx: Tx,
  actor: PracticeActor,
  ownerId: number,
  others: readonly number[] = [],
): Promise<readonly number[]> => {
  const ids = [...new Set([ownerId, ...others])]
  if ((await holdPatients(tx, actor.practiceId, ids)) < ids.length) throw new AppError('not_found')
  return ids
}

/** Sells a package. */
export const createPackage = (
  db: Database,
  actor: PracticeActor,
  input: PackageInput,
): Promise<WireText<SessionPackage>> =>
  change(db, actor, async (tx) => {
    const { practiceId, userId } = actor
    const { ownerId, doctorId, numSessions, expiresOn = null } = input
    await holdUnarchived(tx, actor, ownerId, ...(input.patientIds ?? []))
    const family = await holdFamily(tx, actor, ownerId, input.patientIds)
    const columns = {
      ...columnsOf(input),
      patient_id: ownerId,
      doctor_id: doctorId,
      num_sessions: numSessions,
    }
    const id = await insertPackage(tx, practiceId, columns)
    await addPatients(tx, practiceId, id, family)
    await insertMovement(tx, practiceId, {
      packageId: id,
      kind: 'bought',
      cause: 'sold',
      sessions: numSessions,
      balance: numSessions,
      patientId: ownerId,
      userId,
    })
    await keepPackageVersion(tx, actor, id, userId)
    if (expiresOn !== null) await queueExpiry(tx, actor, id, expiresOn)
    for (const patientId of family) await tellPatientFile(tx, actor, patientId)
    await tellPackages(tx, actor, [id])
    return audited(
      {
        action: 'package.create',
        patientId: ownerId,
        subject: { type: 'session_package', id },
        detail: { sessions: numSessions, patients: family },
      },
      await packageTextOf(tx, actor, id),
    )
  })
