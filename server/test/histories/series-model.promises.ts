import { expect } from 'vitest'
import type { Step } from './series-model.script.ts'
import type { Row, World } from './series-model.world.ts'

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
  named: Row,
  before: World,
  after: World,
  now: number,
): void => {
  if (step.do === 'delete' || step.do === 'deleteOne') return
  const left = times(after.rows)
  const kept = before.rows.filter((row) => row.id !== named.id && keepsTime(row, now))
  expect(new Map(kept.map(({ id }) => [id, left.get(id)]))).toEqual(times(kept))
  if (step.do !== 'times') return
  expect([...left.keys()].sort()).toEqual([...times(before.rows).keys()].sort())
}
