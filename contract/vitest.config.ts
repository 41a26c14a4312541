import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { sequence: { groupOrder: 0 }, name: 'contract', include: ['src/**/*.test.ts'] },
})
