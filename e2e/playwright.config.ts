import { defineConfig } from '@playwright/test'
import { chromiumArguments, chromiumPath } from './scene/chromium.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: '../test-results',
  workers: 2,
  fullyParallel: true,
  // No promise: only what never comes ends here, on a busy machine too. Pictures and papers are made by
  // processes that wait for everybody else, and beside other tests somebody always works.
  timeout: 420_000,
  expect: { timeout: 120_000 },
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    timezoneId: 'America/Bogota',
    // What moves is drawn sixty times a second without a window to see it. A story about movement asks for it.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    trace: 'off',
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    launchOptions: {
      executablePath: chromiumPath,
      // Names of files keep their letters on a machine that says no language.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
      args: [
        ...chromiumArguments,
        // A page lives for seconds here: a process for drawing and code compiled a third time never pay for themselves.
        '--in-process-gpu',
        '--js-flags=--max-lazy,--no-turbofan',
      ],
    },
  },
})
