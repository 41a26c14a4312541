import { defineConfig } from 'vitest/config'

// The supervisor's own tests do not depend on which PostgreSQL the other tests use.
const exclude = process.env.TEST_DATABASE === 'debian15' ? ['src/platform/embedded-postgres/**'] : []

export default defineConfig({
  test: {
    // Projects run one after the other: the machine has two cores.
    sequence: { groupOrder: 3 },
    name: 'server',
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude,
    globalSetup: ['test/postgres-global-setup.ts'],
    testTimeout: 90_000,
    hookTimeout: 120_000,
    // Two cores: the database and Chromium want the other one.
    maxWorkers: 2,
  },
})
