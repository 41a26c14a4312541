import { defineConfig } from 'vitest/config'

// Against the real Auth emulator: `npm run test:identity` starts it.
export default defineConfig({
  test: {
    name: 'identity',
    root: import.meta.dirname,
    include: ['test/identity/*.identity.ts'],
    globalSetup: ['test/postgres-global-setup.ts'],
    testTimeout: 90_000,
    hookTimeout: 120_000,
  },
})
