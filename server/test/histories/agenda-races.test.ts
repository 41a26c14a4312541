import { appointmentEndpoints } from '@ulna/contract/appointments/appointments'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { callEndpoint, type TestAnswer } from '../client.ts'
import { bookAppointment } from '../factories/clinical.ts'
import { addMember } from '../factories/people.ts'
import { reportFigures } from '../faults/figures.ts'
import { overlappingPairs } from '../faults/invariants.ts'
import { sizes } from '../faults/sizes.ts'
import { testPractice } from '../test-practice.ts'

const { app, owner } = await testPractice({ alone: true })
const colleague = await addMember(app, owner.practiceId, 'practitioner', true)

const minute = 60_000
const day = 24 * 60 * minute
const firstSlot = Date.UTC(2027, 0, 4, 8)

const times = (start: number, minutes = 30) => ({
  start: new Date(start).toISOString(),
  end: new Date(start + minutes * minute).toISOString(),
})

/** Everybody wants the same half hour, give or take a few minutes: no two of these fit beside each other. */
const wishes = (slot: number, count: number) =>
  Array.from({ length: count }, (_, index) => times(slot + (index % 6) * 5 * minute))

const book = (doctorId: number, when: object): Promise<TestAnswer> =>
  callEndpoint(app, appointmentEndpoints.create, {
    token: owner.token,
    body: { doctorId, title: 'Control', ...when },
  })

const move = (id: number, body: Record<string, unknown>): Promise<TestAnswer> =>
  callEndpoint(app, appointmentEndpoints.update, { params: { id }, token: owner.token, body })

/** Exactly one was first; everybody else is told whose appointment stands there. */
const expectOneWinner = (answers: readonly TestAnswer[]): void => {
  const losers = answers.filter((answer) => answer.status >= 300)
  expect(losers.length).toBe(answers.length - 1)
  for (const loser of losers) {
    expect(loser).toMatchObject({ status: 409, errors: [{ code: '0900', message: 'appointment_overlap' }] })
  }
}

const countOverlaps = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`${sql.raw(overlappingPairs)}`.execute(app.owner.queries)
  return Number(rows[0]?.count)
}

describe('many book the same time', () => {
  it(`B5 one wins each slot of each of two practitioners, ${sizes.overlapRounds} rounds of ${sizes.overlapRacers * 2} bookings at once`, {
    timeout: sizes.patienceMs,
  }, async () => {
    for (let round = 0; round < sizes.overlapRounds; round += 1) {
      const slot = firstSlot + round * 120 * minute
      const [own, others] = await Promise.all(
        [owner.doctorId, colleague.doctorId].map((doctorId) =>
          Promise.all(wishes(slot, sizes.overlapRacers).map((when) => book(doctorId, when))),
        ),
      )
      expectOneWinner(own ?? [])
      expectOneWinner(others ?? [])
    }
    expect(await countOverlaps()).toBe(0)
    reportFigures('B5', { what: 'create', n: sizes.overlapRounds * sizes.overlapRacers * 2, overlaps: 0 })
  })

  it(`B5 one of ${sizes.overlapRacers} appointments that are moved to the same time gets there, from either agenda`, {
    timeout: sizes.patienceMs,
  }, async () => {
    for (let round = 0; round < sizes.overlapRounds; round += 1) {
      // Each has half an hour of its own, and behind the last is the one they all want.
      const first = firstSlot + 100 * day + round * (sizes.overlapRacers + 4) * 30 * minute
      const starts = Array.from({ length: sizes.overlapRacers }, (_, index) => first + index * 30 * minute)
      const booked = await Promise.all(
        starts.map((start, index) =>
          bookAppointment(app, owner, {
            doctorId: index % 2 === 0 ? owner.doctorId : colleague.doctorId,
            ...times(start),
          }),
        ),
      )
      const goal = times(first + (sizes.overlapRacers + 1) * 30 * minute)
      expectOneWinner(
        await Promise.all(booked.map(({ id }) => move(id, { doctorId: colleague.doctorId, ...goal }))),
      )
    }
    expect(await countOverlaps()).toBe(0)
    reportFigures('B5', { what: 'move', n: sizes.overlapRounds * sizes.overlapRacers, overlaps: 0 })
  })

  it('B5 two that change agendas with each other at once are never left in the same place', {
    timeout: sizes.patienceMs,
  }, async () => {
    const start = firstSlot + 1000 * day
    const one = await bookAppointment(app, owner, { ...times(start) })
    const other = await bookAppointment(app, owner, {
      doctorId: colleague.doctorId,
      ...times(start + 30 * minute),
    })
    for (let round = 0; round < sizes.overlapRounds * 5; round += 1) {
      const answers = await Promise.all([
        move(one.id, {
          doctorId: round % 2 === 0 ? colleague.doctorId : owner.doctorId,
          ...times(start + (round % 2) * 30 * minute),
        }),
        move(other.id, {
          doctorId: round % 2 === 0 ? owner.doctorId : colleague.doctorId,
          ...times(start + (round % 2) * 30 * minute),
        }),
      ])
      for (const { status } of answers) expect([200, 409]).toContain(status)
    }
    expect(await countOverlaps()).toBe(0)
  })

  it('B5 back to back is no overlap, even when both are booked at once', async () => {
    const start = firstSlot + 2000 * day
    const answers = await Promise.all([
      book(owner.doctorId, times(start)),
      book(owner.doctorId, times(start + 30 * minute)),
    ])
    expect(answers.map((answer) => answer.status)).toEqual([201, 201])
  })
})
