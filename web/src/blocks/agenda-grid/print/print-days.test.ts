import { describe, expect, it } from 'vitest'
import { splitIntoDays } from '../board/agenda-board.ts'
import { agendaAppointment } from '../parts/agenda-appointment.fixture.ts'
import { zonedTime } from '../parts/zoned-time.ts'
import { printedDays } from './print-days.ts'

describe('the agenda on paper', () => {
  const practitioners = [
    { id: 1, firstName: 'Laura', lastName: 'Restrepo', fullName: 'Laura Restrepo', color: 1 },
    { id: 2, firstName: 'Andrés', lastName: 'Cifuentes', fullName: 'Andrés Cifuentes', color: 2 },
  ]
  const parts = splitIntoDays(
    [
      agendaAppointment({ id: 2, start: '2026-11-20T10:00:00Z' }),
      agendaAppointment({ id: 1, start: '2026-11-20T09:00:00Z' }),
      agendaAppointment({ id: 3, start: '2026-11-18T09:00:00Z', doctorId: 2 }),
    ],
    zonedTime('Europe/Madrid'),
  )
  const printed = (days: string[]) =>
    printedDays(parts, practitioners, days).map(({ day, agendas }) => [
      day,
      ...agendas.map(({ practitioner, entries }) => [
        practitioner.id,
        ...entries.map(({ appointment }) => appointment.id),
      ]),
    ])

  it('has every practitioner of a day, by start, also those with nothing', () => {
    expect(printed(['2026-11-20'])).toEqual([['2026-11-20', [1, 1, 2], [2]]])
  })

  it('has of a week only days and practitioners with something', () => {
    expect(printed(['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'])).toEqual([
      ['2026-11-18', [2, 3]],
      ['2026-11-20', [1, 1, 2]],
    ])
  })
})
