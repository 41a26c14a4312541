import { existsSync } from 'node:fs'
import path from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { ensurePostgres15 } from './postgres-15.mjs'
import { root, runTool } from './run-command.mjs'
import { readPlaywrightCounts, readVitestCounts, reportFile } from './test-report.mjs'

const cannotRun = (reason) => {
  console.error(reason)
  return { passed: 0, failed: 1, skipped: 0 }
}

/** Runs Vitest's projects (all of them, or those named) and answers its counts. */
export const runVitest = async (name, { projects = [], env = {} } = {}) => {
  const file = await reportFile(name)
  const selected = projects.map((project) => `--project=${project}`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const { code, output } = await runTool('vitest/vitest.mjs', ['run', ...selected, ...reporters], { env })
  return readVitestCounts(file, code, output)
}

/** The server's tests on the system's own PostgreSQL 15 or newer. */
export const runVitestOnSystemPostgres = async (env = {}) => {
  const binaries = await ensurePostgres15()
  if (!binaries)
    return cannotRun('There is no PostgreSQL 15 or newer on this machine and none could be installed.')
  return runVitest('vitest-system-postgres', {
    projects: ['server'],
    env: { ...env, TEST_DATABASE: 'debian15', TEST_POSTGRES_BINARIES: binaries },
  })
}

/** What a person does, in a real browser. */
export const runPlaywright = async (env = {}) => {
  if (!existsSync(path.join(root, 'e2e/playwright.config.ts')))
    return cannotRun('e2e/playwright.config.ts is missing.')
  const chromium = await ensureChromium()
  if (!chromium)
    return cannotRun('There is no Chromium on this machine and none could be installed: set CHROMIUM_PATH.')
  const file = await reportFile('playwright')
  const { code } = await runTool(
    '@playwright/test/cli.js',
    ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'],
    {
      env: { ...env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    },
  )
  return readPlaywrightCounts(file, code)
}
