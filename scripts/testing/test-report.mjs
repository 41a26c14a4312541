import { mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from '../run-command.mjs'

// Playwright empties test-results, so reports are kept elsewhere.
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

/** Files whose process died: nothing failed in them, and not all of their tests were answered. */
const unfinishedFiles = (results) =>
  results
    .filter((file) => file.status !== 'failed')
    .filter((file) => file.assertionResults.some((test) => test.status === 'pending'))
    .map((file) => file.name)

const passedIn = (results, names) =>
  results
    .filter((file) => names.includes(file.name))
    .flatMap((file) => file.assertionResults)
    .filter((test) => test.status === 'passed').length

/** A run that exits badly counts as a failure whatever its numbers say: an unhandled rejection, a dead worker. */
const atLeastOneFailure = (counts, exitCode, errors = '') =>
  exitCode !== 0 && counts.failed === 0
    ? {
        ...counts,
        failed: 1,
        failures: [`no test failed, but the runner ended with ${exitCode}\n${errors.slice(-2000)}`.trimEnd()],
      }
    : counts

const noReport = {
  passed: 0,
  failed: 1,
  skipped: 0,
  failures: ['the runner left no report'],
  unfinished: [],
}

const firstLines = (messages) => messages.join('\n').split('\n').slice(0, 6)

/** What failed and why, a paragraph each, so that the end of a log tells it. */
const failuresOf = (results) =>
  results.flatMap((file) => {
    const tests = file.assertionResults.filter((test) => test.status === 'failed')
    const broken = file.status === 'failed' && tests.length === 0
    return [
      ...(broken ? [[`${file.name} could not be run`, ...firstLines([file.message ?? ''])]] : []),
      ...tests.map((test) => [
        `${file.name}: ${test.fullName} (${Math.round(test.duration ?? 0)} ms)`,
        ...firstLines(test.failureMessages ?? []),
      ]),
    ].map((lines) => lines.join('\n    '))
  })

/** `errors` is what the runner said besides its report. */
export const readVitestCounts = async (file, exitCode, errors) => {
  const report = await readJson(file)
  if (!report) return noReport
  const counts = {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles(report.testResults),
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
    failures: failuresOf(report.testResults),
    unfinished: [],
  }
  const died = exitCode !== 0 && counts.failed === 0 ? unfinishedFiles(report.testResults) : []
  return {
    ...atLeastOneFailure(counts, exitCode, errors),
    unfinished: died,
    passedInUnfinished: passedIn(report.testResults, died),
  }
}

/** Counts of a run whose unfinished files were run again, as if they had been run once. */
export const secondCounts = (first, again) => ({
  ...again,
  passed: first.passed - first.passedInUnfinished + again.passed,
  skipped: first.skipped + again.skipped,
})

const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)]

/** The reason of a story holds the call, what was expected and how long it was waited for. */
const reasonLines = 12

const reasonOf = ({ results = [] }) => {
  const messages = results.flatMap(({ errors = [] }) => errors.map(({ message = '' }) => message))
  return stripVTControlCharacters(messages.join('\n'))
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, reasonLines)
}

const failedStories = (report) =>
  specsOf(report)
    .map((spec) => ({ ...spec, failed: spec.tests.filter(({ status }) => status === 'unexpected') }))
    .filter(({ failed }) => failed.length > 0)
    .map(({ file, title, failed }) => [`${file}: ${title}`, ...failed.flatMap(reasonOf)].join('\n    '))

export const readPlaywrightCounts = async (file, exitCode) => {
  const report = await readJson(file)
  if (!report) return noReport
  const { expected, unexpected, skipped } = report.stats
  const counts = {
    passed: expected,
    failed: unexpected,
    skipped,
    failures: failedStories(report),
  }
  return atLeastOneFailure(counts, exitCode)
}

/** Collects what every runner counted and says it at the end. */
export class TestReport {
  #lines = []

  add(name, startedAt, counts) {
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    const skipped = counts.skipped ? `, ${counts.skipped} skipped` : ''
    const line = `${name}: ${counts.passed} passed, ${counts.failed} failed${skipped} (${seconds} s)`
    this.#lines.push({ ...counts, name, line })
    console.log(line)
  }

  /** Prints what failed, every runner's line and the sum; answers the exit code. */
  close() {
    const sum = (kind) => this.#lines.reduce((total, line) => total + line[kind], 0)
    console.log('')
    for (const { name, failures = [] } of this.#lines)
      for (const failure of failures) console.log(`✗ ${name}: ${failure}`)
    for (const { line } of this.#lines) console.log(line)
    console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
    return sum('failed') === 0 ? 0 : 1
  }
}
