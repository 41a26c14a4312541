import { expect, it } from 'vitest'
import { relockDelay } from './relock-delay.ts'

const until = '2026-11-22T10:00:00.000Z'
const now = Date.parse(until)

it('waits until the file has locked itself', () => {
  expect(relockDelay(until, now - 3_600_000)).toBe(3_601_000)
})

it('asks no more often than every half minute where the clock of the device is ahead', () => {
  expect(relockDelay(until, now + 86_400_000)).toBe(30_000)
})

it('never waits longer than a timer can, which would ring at once', () => {
  expect(relockDelay('2027-06-01T00:00:00.000Z', now)).toBe(2 ** 31 - 1)
})
