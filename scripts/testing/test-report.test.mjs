import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readPlaywrightCounts, readVitestCounts, secondCounts } from './test-report.mjs'

let directory

beforeEach(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'ulna-report-'))
})

afterEach(() => rm(directory, { recursive: true }))

const write = async (content) => {
  const file = path.join(directory, 'report.json')
  await writeFile(file, JSON.stringify(content))
  return file
}

const vitest = { numPassedTests: 3, numFailedTests: 0, numPendingTests: 1, testResults: [] }

it('counts what Vitest counted', async () => {
  expect(await readVitestCounts(await write(vitest), 0)).toEqual({
    passed: 3,
    failed: 0,
    skipped: 1,
    failures: [],
    unfinished: [],
    passedInUnfinished: 0,
  })
})

it('counts a file that could not be loaded as a failure', async () => {
  const broken = { name: 'a.test.ts', status: 'failed', message: 'no such module', assertionResults: [] }
  expect(await readVitestCounts(await write({ ...vitest, testResults: [broken] }), 1)).toMatchObject({
    passed: 3,
    failed: 1,
    skipped: 1,
    failures: ['a.test.ts could not be run\n    no such module'],
  })
})

it('says which test failed and why', async () => {
  const test = { fullName: 'adds', status: 'failed', duration: 3.2, failureMessages: ['expected 1 to be 2'] }
  const file = { name: 'a.test.ts', status: 'failed', assertionResults: [test] }
  const counts = await readVitestCounts(await write({ ...vitest, numFailedTests: 1, testResults: [file] }), 1)
  expect(counts.failures).toEqual(['a.test.ts: adds (3 ms)\n    expected 1 to be 2'])
})

it('counts a bad exit without failed tests, and a run that left no report, as a failure', async () => {
  const ended = await readVitestCounts(await write(vitest), 1, 'Unhandled rejection\n')
  expect(ended.failed).toBe(1)
  expect(ended.failures).toEqual(['no test failed, but the runner ended with 1\nUnhandled rejection'])
  expect((await readVitestCounts(path.join(directory, 'absent.json'), 0)).failed).toBe(1)
  expect((await readPlaywrightCounts(path.join(directory, 'absent.json'), 0)).failed).toBe(1)
})

it('knows the files whose process died, and counts them once when they were run again', async () => {
  const answered = { status: 'passed', assertionResults: [{ status: 'passed' }], name: 'whole.test.ts' }
  const died = {
    status: 'passed',
    assertionResults: [{ status: 'passed' }, { status: 'pending' }],
    name: 'died.test.ts',
  }
  const file = await write({
    ...vitest,
    numPassedTests: 2,
    numPendingTests: 0,
    testResults: [answered, died],
  })
  const first = await readVitestCounts(file, 1, 'Worker exited unexpectedly')
  expect(first).toMatchObject({ failed: 1, unfinished: ['died.test.ts'] })
  const again = await readVitestCounts(await write({ ...vitest, numPassedTests: 2, numPendingTests: 0 }), 0)
  expect(secondCounts(first, again)).toMatchObject({ passed: 3, failed: 0, skipped: 0, failures: [] })
})

it('counts what Playwright counted', async () => {
  const file = await write({ stats: { expected: 5, unexpected: 2, skipped: 0 } })
  expect(await readPlaywrightCounts(file, 1)).toMatchObject({ passed: 5, failed: 2, skipped: 0 })
})

it('names the stories that failed, and why', async () => {
  const results = [{ errors: [{ message: '\u001B[31mError: not visible\u001B[39m\n\n  waited 60 s' }] }]
  const told = (title, status) => ({ title, file: 'story.e2e.ts', tests: [{ status, results }] })
  const report = {
    stats: { expected: 1, unexpected: 1, skipped: 0 },
    suites: [{ specs: [told('a', 'expected')], suites: [{ specs: [told('b', 'unexpected')] }] }],
  }
  expect(await readPlaywrightCounts(await write(report), 1)).toEqual({
    passed: 1,
    failed: 1,
    skipped: 0,
    failures: ['story.e2e.ts: b\n    Error: not visible\n      waited 60 s'],
  })
})
