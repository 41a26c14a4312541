import { type Decision, isInEditWindow, type RecordSituation, recordCan } from '../records/records.policy.ts'

/**
 * Whether a record may be signed, or its signature taken back, or the error that says why not (product-decisions.md §7). As an
 * addendum, signing adds to what stands there: the author offers it, in a locked file too. Taking it back is for the
 * hours in which the record may be corrected, and no lock or unlocking makes them longer.
 */
export const signatureCan = {
  sign: (situation: RecordSituation): Decision => recordCan.addendum(situation),
  withdraw: (situation: RecordSituation): Decision => {
    const decision = recordCan.addendum(situation)
    if (decision !== 'allowed' || isInEditWindow(situation)) return decision
    return situation.patient.unlocked ? 'signing_over' : 'patient_locked'
  },
} as const
