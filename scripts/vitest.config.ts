import { defineConfig } from 'vitest/config'

// They install whole systems: `npm run test:long`.
const ofLongTier = process.env.TEST_TIER === 'long' ? [] : ['**/*.long.test.mjs']

export default defineConfig({
  test: {
    sequence: { groupOrder: 1 },
    name: 'scripts',
    include: ['**/*.test.mjs'],
    exclude: ofLongTier,
    // No promise: only what never ends ends here, on a busy machine too.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    setupFiles: ['./testing/draws.setup.mjs'],
  },
})
