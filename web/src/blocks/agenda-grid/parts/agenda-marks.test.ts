import { describe, expect, it } from 'vitest'
import { agendaEvent } from './agenda-event.fixture.ts'
import { markedEvents, marksOf } from './agenda-marks.ts'

const event = agendaEvent({ id: 7, start: '2026-11-20T09:00:00Z' })

describe('marks of an event', () => {
  const nothing = markedEvents(undefined)

  it('has none while they are not known', () => {
    expect(marksOf(event, nothing)).toEqual([])
  })

  it('tells first visit and note by the appointment, the alert by the patient', () => {
    const marked = markedEvents({ firstVisits: [7], written: [7, 8], alerts: [9] })
    expect(marksOf(event, marked)).toEqual(['alert', 'first', 'written'])
    expect(marksOf({ ...event, id: 8, patientId: 10 }, marked)).toEqual(['written'])
    expect(marksOf({ ...event, id: 1, patientId: null }, marked)).toEqual([])
  })

  it('tells a series, and instead of it an occurrence that was moved by itself', () => {
    expect(marksOf({ ...event, parent: 3 }, nothing)).toEqual(['series'])
    expect(marksOf({ ...event, parent: 3, detached: true }, nothing)).toEqual(['detached'])
  })

  it('tells an overlap that was wanted and a late cancellation', () => {
    expect(marksOf({ ...event, allowOverlap: true }, nothing)).toEqual(['overlap'])
    expect(marksOf({ ...event, status: 'cancelled', cancelledLate: true }, nothing)).toEqual(['late'])
    expect(marksOf({ ...event, status: 'cancelled', cancelledLate: false }, nothing)).toEqual([])
  })
})
