import { describe, expect, it } from 'vitest'
import { type Consent, isStillValid, readConsent } from './consent.ts'
import { configuredThirdParties } from './third-parties.ts'

const given: Consent = { choice: 'all', at: '2026-11-21T10:00:00.000Z', asked: ['analytics'] }

describe('consent', () => {
  it('counts for a year, and not a day longer', () => {
    expect(isStillValid(given, ['analytics'], new Date('2026-11-21T10:00:00.000Z'))).toBe(true)
    expect(isStillValid(given, ['analytics'], new Date('2027-11-21T09:59:59.999Z'))).toBe(true)
    expect(isStillValid(given, ['analytics'], new Date('2027-11-21T10:00:00.000Z'))).toBe(false)
  })

  it('does not count when the clock stands before it was given', () => {
    expect(isStillValid(given, ['analytics'], new Date('2026-11-20T10:00:00.000Z'))).toBe(false)
  })

  it('does not cover a third party that nobody was asked about', () => {
    const now = new Date('2026-12-01T00:00:00.000Z')
    expect(isStillValid(given, ['analytics', 'chat'], now)).toBe(false)
    expect(isStillValid({ ...given, asked: ['analytics', 'chat'] }, ['analytics'], now)).toBe(true)
  })

  it('reads only a choice that is one', () => {
    expect(readConsent(given)).toEqual(given)
    for (const stored of [undefined, null, 'all', {}, { ...given, choice: 'yes' }, { ...given, at: 'soon' }])
      expect(readConsent(stored)).toBeNull()
  })

  it('knows nobody to ask about when nothing is configured', () => {
    expect(configuredThirdParties({})).toEqual([])
    expect(configuredThirdParties({ analyticsId: null, socialPixelId: '', chatWidgetUrl: null })).toEqual([])
    expect(
      configuredThirdParties({ analyticsId: 'G-1', chatWidgetUrl: 'https://chat.example/w.js' }),
    ).toEqual(['analytics', 'chat'])
  })
})
