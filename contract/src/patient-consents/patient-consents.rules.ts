import type { PatientConsent } from './patient-consents.ts'

/**
 * How a patient stands to the consent a form needs: `given` in the text there is now, `older` where a newer text exists
 * (it counts), `withdrawn` or `missing`. `open` is the one that was written and waits for its signature.
 */
export interface ConsentStanding {
  readonly state: 'given' | 'older' | 'withdrawn' | 'missing'
  /** What the state is of; absent when there is none. */
  readonly consent?: PatientConsent
  readonly open?: PatientConsent
}

/** What counts for a class among the consents of a patient, which come newest first. */
export const consentStanding = (consents: readonly PatientConsent[], classId: string): ConsentStanding => {
  const ofClass = consents.filter(({ recordClassId }) => recordClassId === classId)
  const given = ofClass
    .filter(({ state }) => state === 'given')
    .toSorted((one, other) => other.recordClassVersion - one.recordClassVersion)[0]
  if (given) {
    const isOlder = given.recordClassVersion < given.newestVersion
    return { state: isOlder ? 'older' : 'given', consent: given }
  }
  const open = ofClass.find(({ state }) => state === 'open')
  const withdrawn = ofClass.find(({ state }) => state === 'withdrawn')
  const waiting = open ? { open } : {}
  if (withdrawn) return { state: 'withdrawn', consent: withdrawn, ...waiting }
  return { state: 'missing', ...waiting }
}
