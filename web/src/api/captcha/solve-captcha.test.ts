import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { solveCaptcha } from './solve-captcha.ts'

test.each([0, 5, 8, 13])('finds a counter whose hash starts with %i zero bits', async (difficulty) => {
  const solution = await solveCaptcha('challenge.123.mac', difficulty)
  expect(solution).toMatch(/^challenge\.123\.mac\.\d+$/)
  const hash = createHash('sha256').update(solution).digest()
  expect(hash.readUInt32BE(0) / 2 ** (32 - difficulty)).toBeLessThan(1)
})
