import { describe, expect, it } from 'vitest'
import { consentStanding } from './patient-consents.rules.ts'
import type { ConsentState, PatientConsent } from './patient-consents.ts'

const consent = (
  recordId: number,
  state: ConsentState,
  given: Partial<PatientConsent> = {},
): PatientConsent => ({
  recordId,
  recordClassId: 'consent_dry_needling',
  recordClassVersion: 1,
  newestVersion: 1,
  state,
  signatures: [],
  withdrawnAt: null,
  withdrawnBy: null,
  withdrawReason: null,
  ...given,
})

const standing = (...consents: PatientConsent[]) => consentStanding(consents, 'consent_dry_needling')

describe('how a patient stands to a consent', () => {
  it('is missing without one, with one of another kind, and while it waits for its signature', () => {
    expect(standing()).toEqual({ state: 'missing' })
    expect(standing(consent(1, 'given', { recordClassId: 'consent_images' }))).toEqual({ state: 'missing' })
    const open = consent(2, 'open')
    expect(standing(open)).toEqual({ state: 'missing', open })
  })

  it('is given by any that counts, whatever was withdrawn or left unsigned beside it', () => {
    const given = consent(1, 'given')
    expect(standing(consent(3, 'withdrawn'), consent(2, 'open'), given)).toEqual({
      state: 'given',
      consent: given,
    })
  })

  it('counts an older text and says that there is a newer one, unless that is signed too', () => {
    const older = consent(1, 'given', { newestVersion: 2 })
    expect(standing(older)).toEqual({ state: 'older', consent: older })
    const newer = consent(2, 'given', { recordClassVersion: 2, newestVersion: 2 })
    expect(standing(older, newer)).toEqual({ state: 'given', consent: newer })
  })

  it('is withdrawn by the newest that was taken back, with the one that waits to be signed', () => {
    const [open, newest] = [consent(3, 'open'), consent(2, 'withdrawn')]
    expect(standing(open, newest, consent(1, 'withdrawn'))).toEqual({
      state: 'withdrawn',
      consent: newest,
      open,
    })
  })
})
