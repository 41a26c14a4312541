import { randomInt } from 'node:crypto'

/** What `npm test` draws, always: it tells whether what was right still is. */
const always = 20_261_123

/** What the properties of a run draw from: always the same in `npm test`, anew in the long tier, as told by TEST_SEED. */
export const seedOf = ({ TEST_SEED: told, TEST_TIER: tier, TEST_SIZE: size }) => {
  if (told !== undefined) return Number(told)
  return [tier, size].includes('long') ? undefined : always
}

/** A seed for a run that looks for what nobody has thought of. */
export const drawSeed = () => randomInt(1, 2 ** 31)
