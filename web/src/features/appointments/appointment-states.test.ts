import { describe, expect, it } from 'vitest'
import { changeOfState, isLateCancellation } from './appointment-states.ts'

describe('picking a state', () => {
  it('confirmed is booked with the word of the patient; booked takes it back', () => {
    expect(changeOfState('confirmed')).toEqual({ status: 'booked', confirmed: true, cancelReason: null })
    expect(changeOfState('booked')).toEqual({ status: 'booked', confirmed: false, cancelReason: null })
  })

  it('keeps whether it was confirmed, and a reason only of a cancellation', () => {
    expect(changeOfState('arrived', 'Fiebre')).toEqual({ status: 'arrived', cancelReason: null })
    expect(changeOfState('cancelled', 'Fiebre')).toEqual({ status: 'cancelled', cancelReason: 'Fiebre' })
  })

  it('a cancellation is late nearer to the start than the practice wants', () => {
    const appointment = { start: '2026-11-20T10:00:00Z' }
    const at = (text: string) => isLateCancellation(appointment, Date.parse(text), 24)
    expect(at('2026-11-19T10:00:00Z')).toBe(false)
    expect(at('2026-11-19T10:00:01Z')).toBe(true)
    expect(at('2026-11-20T11:00:00Z')).toBe(true)
  })
})
