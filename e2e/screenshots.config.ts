import { defineConfig } from '@playwright/test'
import config from './playwright.config.ts'

/** `npm run screenshots`: the same browser, one server, and files that write pictures instead of testing. */
export default defineConfig({ ...config, testMatch: '**/*.shots.ts', workers: 1, fullyParallel: false })
