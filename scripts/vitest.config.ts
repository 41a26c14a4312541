import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    sequence: { groupOrder: 1 },
    name: 'scripts',
    include: ['**/*.test.mjs'],
    // No promise: only what never ends ends here, on a busy machine too.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    setupFiles: ['./testing/draws.setup.mjs'],
  },
})
