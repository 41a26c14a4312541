import { mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { root } from './run-command.mjs'

// Not test-results: Playwright empties that one.
const directory = path.join(root, 'node_modules/.cache/test-reports')

/** Where a runner leaves its numbers; an old file is taken away, so that a runner that dies leaves none. */
export const reportFile = async (name) => {
  const file = path.join(directory, `${name}.json`)
  await mkdir(directory, { recursive: true })
  await rm(file, { force: true })
  return file
}

const readJson = async (file) => {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** A file that could not be loaded has no tests and failed all the same. */
const brokenFiles = (results) =>
  results.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  ).length

/** A run that exits badly counts as a failure whatever its numbers say: an unhandled rejection, a dead worker. */
const atLeastOneFailure = (counts, exitCode) =>
  exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts

export const readVitestCounts = async (file, exitCode) => {
  const report = await readJson(file)
  if (!report) return { passed: 0, failed: 1, skipped: 0 }
  const counts = {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles(report.testResults),
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
  }
  return atLeastOneFailure(counts, exitCode)
}

export const readPlaywrightCounts = async (file, exitCode) => {
  const report = await readJson(file)
  if (!report) return { passed: 0, failed: 1, skipped: 0 }
  const { expected, unexpected, flaky, skipped } = report.stats
  return atLeastOneFailure({ passed: expected + flaky, failed: unexpected, skipped }, exitCode)
}

/** Collects what every runner counted and says it at the end. */
export class TestReport {
  #lines = []

  add(name, startedAt, counts) {
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    const skipped = counts.skipped ? `, ${counts.skipped} skipped` : ''
    const line = `${name}: ${counts.passed} passed, ${counts.failed} failed${skipped} (${seconds} s)`
    this.#lines.push({ ...counts, line })
    console.log(line)
  }

  /** Prints every runner's line and the sum; answers the exit code. */
  close() {
    const sum = (kind) => this.#lines.reduce((total, line) => total + line[kind], 0)
    console.log('')
    for (const { line } of this.#lines) console.log(line)
    console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
    return sum('failed') === 0 ? 0 : 1
  }
}
