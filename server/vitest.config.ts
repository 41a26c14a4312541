import { defineConfig } from 'vitest/config'

// The supervisor's own tests do not depend on which PostgreSQL the other tests use.
const ofOneDatabase = process.env.TEST_DATABASE === 'debian15' ? ['src/platform/embedded-postgres/**'] : []
// They measure, which takes a machine that does nothing else: `npm run test:long`.
const ofLongTier = process.env.TEST_TIER === 'long' ? [] : ['**/*.long.test.ts']

export default defineConfig({
  test: {
    // Projects run one after the other: the machine has two cores.
    sequence: { groupOrder: 3 },
    name: 'server',
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: [...ofOneDatabase, ...ofLongTier],
    globalSetup: ['test/postgres-global-setup.ts'],
    testTimeout: 90_000,
    hookTimeout: 120_000,
    // Two cores: the database and Chromium want the other one.
    maxWorkers: 2,
  },
})
