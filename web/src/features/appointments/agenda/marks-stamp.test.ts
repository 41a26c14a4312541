import { describe, expect, it } from 'vitest'
import { stampOf } from './marks-stamp.ts'

describe('stamp of what is on show', () => {
  const made = { createdAt: '2026-11-01T08:00:00Z', updatedAt: null }

  it('changes when an appointment comes, goes or is changed', () => {
    const before = stampOf([made, made])
    expect(stampOf([made, { ...made, updatedAt: '2026-11-02T08:00:00Z' }])).not.toBe(before)
    expect(stampOf([made])).not.toBe(before)
    expect(stampOf([made, made])).toBe(before)
  })
})
