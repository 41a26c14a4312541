import type { PatientChange } from '@ulna/contract/patients/patients'
import { AppError, invalidField } from '../../platform/app-error.ts'
import { requirePermission } from '../../platform/sessions/access.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'

/** Unlocking needs the rank of an admin and a reason; locking needs neither (product-decisions.md §4). */
export const mayChangeLock = (actor: PracticeActor, change: PatientChange, unlockedNow: boolean): void => {
  if (change.unlocked !== true || unlockedNow) return
  requirePermission(actor, 'unlockPatient')
  if (!change.reason) throw invalidField('reason', 'field_required')
}

/** The clinical summary is content of the file: only clinical members write it. */
export const mayWriteSummary = (
  actor: PracticeActor,
  input: { clinicSummary?: string | null | undefined },
): void => {
  if (input.clinicSummary !== undefined && input.clinicSummary !== null && !actor.clinical) {
    throw new AppError('clinical_access_required')
  }
}
