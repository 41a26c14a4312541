import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react()],
  test: { sequence: { groupOrder: 2 }, name: 'web', include: ['src/**/*.test.{ts,tsx}'] },
})
