import fc from 'fast-check'
import { seedOf } from './draws.mjs'

// In every process of Vitest. Without a seed each property draws one and tells it where it fails: TEST_SEED replays it.
const seed = seedOf(process.env)
fc.configureGlobal(seed === undefined ? {} : { seed })
