import { expect, it } from 'vitest'
import { Pace } from './pace.ts'

it('leaves others their turn however small its pieces are', async () => {
  let turns = 0
  const other = setInterval(() => {
    turns += 1
  }, 1)
  const pace = new Pace(0.6)
  const until = performance.now() + 200
  while (performance.now() < until) await pace.keep()
  clearInterval(other)
  expect(turns).toBeGreaterThan(1)
})
