import { defineConfig } from '@playwright/test'
import config from './playwright.config.ts'

/** Measures instead of testing, alone on the machine: `npx playwright test -c e2e/measures.config.ts`. */
export default defineConfig({ ...config, testMatch: '**/*.measures.ts', workers: 1, fullyParallel: false })
