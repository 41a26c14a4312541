import { describe, expect, it } from 'vitest'
import { readCalendarSearch } from './calendar-search.ts'

describe('address of the agenda', () => {
  it('keeps what it understands', () => {
    const search = {
      view: 'week',
      day: '2026-11-20',
      practitioners: [3, 1],
      practitioner: 3,
      new: true,
      patientId: 7,
    }
    expect(readCalendarSearch(search)).toEqual(search)
  })

  it('keeps the week of the whole team and the state the list shows', () => {
    const search = { view: 'list', team: true, status: 'no_show' }
    expect(readCalendarSearch(search)).toEqual(search)
    expect(readCalendarSearch({ team: 'yes', status: 'lost', text: 'Mariana' })).toEqual({})
  })

  it('drops what makes no sense', () => {
    expect(
      readCalendarSearch({
        view: 'year',
        day: '2026-02-30',
        practitioners: ['x', -1],
        practitioner: 'a',
        other: 1,
      }),
    ).toEqual({})
    expect(readCalendarSearch({ practitioners: 'all', day: 20261120 })).toEqual({})
  })
})
