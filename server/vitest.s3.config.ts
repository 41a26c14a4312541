import { defineConfig } from 'vitest/config'

// Against a real S3 server: `npm run test:s3` starts it.
export default defineConfig({
  test: {
    name: 's3',
    root: import.meta.dirname,
    include: ['test/s3/*.s3.ts'],
    globalSetup: ['test/postgres-global-setup.ts'],
    testTimeout: 90_000,
    hookTimeout: 120_000,
  },
})
