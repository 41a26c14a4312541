import { existsSync } from 'node:fs'
import path from 'node:path'
import { root, runTool } from '../run-command.mjs'
import { ensureChromium } from './chromium.mjs'
import { ensureDeployingPrograms } from './deploying-programs.mjs'
import { ensurePoppler } from './poppler.mjs'
import { ensurePostgres15 } from './postgres-15.mjs'
import { ensurePydicom } from './pydicom.mjs'
import { readPlaywrightCounts, readVitestCounts, reportFile, secondCounts } from './test-report.mjs'

/** What the runners need besides npm's packages, one after the other: only one may install at a time. What is missing each runner says. */
export const installSystemPackages = async () => {
  for (const ensure of [ensurePoppler, ensureChromium, ensurePostgres15, ensureDeployingPrograms])
    await ensure()
}

const cannotRun = (reason) => {
  console.error(reason)
  return { passed: 0, failed: 1, skipped: 0 }
}

const runFiles = async (name, files, { projects, env, options = [], yielding }) => {
  const report = await reportFile(name)
  const selected = projects.map((project) => `--project=${project}`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const run = ['run', ...files, ...selected, ...options, ...reporters]
  const { code, output } = await runTool('vitest/vitest.mjs', run, { env, yielding })
  return readVitestCounts(report, code, output)
}

/**
 * Runs Vitest's projects and files (all of them, or those named) and answers its counts. When a process of Vitest's died, not a
 * test, the files it left unfinished are run once more.
 */
export const runVitest = async (
  name,
  { projects = [], env = {}, files = [], options, yielding = false } = {},
) => {
  if (!(await ensurePoppler()))
    return cannotRun('Poppler (pdftotext, pdfsig) is not on this machine and could not be installed.')
  if (env.TEST_TIER === 'long' && !(await ensurePydicom()))
    return cannotRun(
      'pydicom with its codecs (pillow, gdcm) is not on this machine and could not be installed.',
    )
  const counts = await runFiles(name, files, { projects, env, options, yielding })
  if (counts.unfinished.length === 0) return counts
  console.log(`A process died in ${counts.unfinished.join(', ')}: once more.\n${counts.failures.join('\n')}`)
  return secondCounts(counts, await runFiles(`${name}-again`, counts.unfinished, { projects, env, yielding }))
}

/** One in so many files of those that a second database is asked: which ones, their paths decide. */
const second = ['--shard=1/3']

/** The server's tests on the system's own PostgreSQL 15 or newer: a share of their files, all of them in the long tier. */
export const runVitestOnSystemPostgres = async (env = {}, { yielding = false } = {}) => {
  const binaries = await ensurePostgres15()
  if (!binaries)
    return cannotRun('There is no PostgreSQL 15 or newer on this machine and none could be installed.')
  return runVitest('vitest-system-postgres', {
    projects: ['server'],
    yielding,
    options: env.TEST_TIER === 'long' ? [] : second,
    env: { ...env, TEST_DATABASE: 'debian15', TEST_POSTGRES_BINARIES: binaries },
  })
}

/** What a person does, in a real browser. */
export const runPlaywright = async (env = {}, files = []) => {
  if (!existsSync(path.join(root, 'e2e/playwright.config.ts')))
    return cannotRun('e2e/playwright.config.ts is missing.')
  const chromium = await ensureChromium()
  if (!chromium)
    return cannotRun('There is no Chromium on this machine and none could be installed: set CHROMIUM_PATH.')
  const file = await reportFile('playwright')
  const { code } = await runTool(
    '@playwright/test/cli.js',
    ['test', ...files, '--config', 'e2e/playwright.config.ts', '--reporter=list,json'],
    {
      env: { ...env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    },
  )
  return readPlaywrightCounts(file, code)
}
