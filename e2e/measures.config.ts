import { defineConfig } from '@playwright/test'
import config from './playwright.config.ts'
import { chromiumArguments, chromiumPath } from './scene/chromium.ts'

/** Measures instead of testing, alone on the machine: `npx playwright test -c e2e/measures.config.ts`. */
export default defineConfig({
  ...config,
  testMatch: '**/*.measures.ts',
  workers: 1,
  fullyParallel: false,
  // Measured is what people have: all of the compiler, and what moves moves.
  use: {
    ...config.use,
    contextOptions: {},
    launchOptions: { executablePath: chromiumPath, args: chromiumArguments },
  },
})
