import { afterEach, describe, expect, it, vi } from 'vitest'
import { noteClockSkew, serverNow } from './server-clock.ts'

const day = 86_400_000

afterEach(() => {
  noteClockSkew(0)
  vi.useRealTimers()
})

describe('H12 the time by the server', () => {
  it.each([day, -day])('is the server’s where the device’s clock is wrong by %i ms', (wrong) => {
    const now = Date.parse('2026-11-20T15:26:00Z')
    vi.useFakeTimers({ now: now + wrong })
    noteClockSkew(-wrong)
    expect(serverNow()).toBe(now)
  })

  it('is the device’s as long as both agree but for the way of the answer', () => {
    vi.useFakeTimers({ now: 1000 })
    noteClockSkew(-900)
    expect(serverNow()).toBe(1000)
  })
})
