import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    sequence: { groupOrder: 0 },
    name: 'contract',
    include: ['src/**/*.test.ts'],
    setupFiles: ['../scripts/testing/draws.setup.mjs'],
    // No promise: only what never ends ends here, on a busy machine too.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A process for each of these short files, and the sources read anew in it, took three times as long as the tests.
    isolate: false,
    unstubGlobals: true,
    unstubEnvs: true,
    restoreMocks: true,
  },
})
