import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    sequence: { groupOrder: 1 },
    name: 'scripts',
    include: ['**/*.test.mjs'],
    testTimeout: 60_000,
    setupFiles: ['./testing/draws.setup.mjs'],
  },
})
