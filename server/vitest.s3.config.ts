import { defineConfig } from 'vitest/config'

// Run by scripts/test-s3.mjs, which starts the store these tests need.
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['test/s3/*.s3.ts'],
    globalSetup: ['test/postgres-global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
