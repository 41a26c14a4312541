import { clockText } from '@ulna/contract/clock-text'
import { describe, expect, it } from 'vitest'
import { clockRange, hourText, longDayText, monthText, weekdayName, weekText } from './agenda-text.ts'

describe('agenda texts', () => {
  it('writes the time of day in both formats', () => {
    expect(clockText(425, 'HH:mm')).toBe('07:05')
    expect(clockText(0, 'hh:mm a')).toBe('12:00 am')
    expect(clockText(750, 'hh:mm a')).toBe('12:30 pm')
    expect(clockRange(1380, 1440, 'HH:mm')).toBe('23:00–00:00')
    expect(clockRange(420, 460, 'hh:mm a')).toBe('07:00–07:40 am')
    expect(clockRange(690, 735, 'hh:mm a')).toBe('11:30 am–12:15 pm')
    expect(hourText(780, 'hh:mm a')).toBe('01 pm')
    expect(hourText(780, 'HH:mm')).toBe('13:00')
  })

  it('names days and weeks in each language', () => {
    expect(longDayText('2026-11-20', 'es')).toBe('viernes 20/nov/2026')
    expect(longDayText('2026-11-20', 'it')).toBe('venerdì 20/nov/2026')
    expect(weekText('2026-11-16', '2026-11-22', 'es')).toBe('16 – 22/nov/2026')
    expect(weekText('2026-09-28', '2026-10-04', 'es')).toBe('28/sep – 04/oct/2026')
    expect(weekText('2026-12-28', '2027-01-03', 'en')).toBe('28/Dec/2026 – 03/Jan/2027')
    expect(monthText('2026-11', 'it')).toBe('novembre 2026')
    expect(weekdayName('2026-11-18', 'es', 'narrow')).toBe('X')
    expect(weekdayName('2026-11-20', 'es', 'short')).toBe('vie')
  })
})
