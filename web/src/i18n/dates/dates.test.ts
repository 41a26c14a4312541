import { describe, expect, it } from 'vitest'
import { dayText, localParts, timeText } from './dates.ts'

const bogota = { language: 'es', timeFormat: 'HH:mm', timeZone: 'America/Bogota' } as const

describe('dates', () => {
  it('writes days as DD/MMM/YYYY in each language', () => {
    expect(dayText('2026-09-05', 'es')).toBe('05/sep/2026')
    expect(dayText('2026-09-05', 'en')).toBe('05/Sep/2026')
    expect(dayText('2026-09-05', 'it')).toBe('05/set/2026')
  })

  it('writes times in the zone of the practice, in both formats', () => {
    expect(timeText('2026-11-20T05:05:00Z', bogota)).toBe('00:05')
    expect(timeText('2026-11-20T05:05:00Z', { ...bogota, timeFormat: 'hh:mm a' })).toBe('12:05 am')
    expect(timeText('2026-11-20T17:05:00Z', { ...bogota, timeFormat: 'hh:mm a' })).toBe('12:05 pm')
    expect(timeText('2026-11-20T20:30:00Z', { ...bogota, timeFormat: 'hh:mm a' })).toBe('03:30 pm')
  })

  it('finds the local day on both sides of midnight', () => {
    expect(localParts('2026-11-20T04:59:00Z', 'America/Bogota').day).toBe('2026-11-19')
    expect(localParts('2026-11-20T05:00:00Z', 'America/Bogota').day).toBe('2026-11-20')
  })
})
