import { expect } from 'vitest'
import { shownAt } from './series-model.clock.ts'
import type { Step } from './series-model.script.ts'
import type { Row, Times, Where, World } from './series-model.world.ts'

/** Past, of another course than booked, or moved by itself. */
const keepsTime = (row: Row, now: number): boolean =>
  row.start < now || row.status !== 'booked' || row.detached

const times = (rows: readonly Row[]) => new Map(rows.map(({ id, start, end }) => [id, { start, end }]))

/**
 * What is promised whatever the rules are: neither server nor model may break it, not even where they agree. What keeps
 * its time is where it was, and a change of times alone takes no appointment away and makes none.
 */
export const expectPromisesKept = (
  step: Step,
  { named, before, after, now }: { named: Row; before: World; after: World; now: number },
): void => {
  if (step.do === 'delete' || step.do === 'deleteOne') return
  const left = times(after.rows)
  const kept = before.rows.filter((row) => row.id !== named.id && keepsTime(row, now))
  expect(new Map(kept.map(({ id }) => [id, left.get(id)]))).toEqual(times(kept))
  if (step.do !== 'times') return
  expect([...left.keys()].sort()).toEqual([...times(before.rows).keys()].sort())
}

/** The appointment somebody takes to another day is on that day, whatever its series makes of the others. */
export const expectGoneAsAsked = (named: Row, asked: Times, after: World, { zone, now }: Where): void => {
  if (named.start < now || named.status !== 'booked') return
  const row = after.rows.find(({ id }) => id === named.id)
  expect(row && shownAt(row.start, zone).day).toBe(shownAt(asked.start, zone).day)
}
