import { defineConfig } from 'vitest/config'

// The database each run uses is chosen by TEST_DATABASE: see server/test/postgres-global-setup.ts.
export default defineConfig({
  test: {
    projects: ['contract', 'server', 'web', 'scripts'],
    coverage: { enabled: false },
  },
})
