import { buildChanged } from './build.mjs'
import { runChecks } from './check.mjs'
import { installDependencies } from './install.mjs'
import { giveUp } from './run-command.mjs'
import { TestReport } from './testing/test-report.mjs'
import {
  installSystemPackages,
  runPlaywright,
  runVitest,
  runVitestOnSystemPostgres,
} from './testing/test-runners.mjs'
import { selectTests } from './testing/test-selection.mjs'

const report = new TestReport()

const step = async (name, run) => {
  const startedAt = performance.now()
  console.log(`\n— ${name}`)
  report.add(name, startedAt, await run())
}

const runBesideStories = async () => {
  await step('checks', runChecks)
  await step('vitest, embedded PostgreSQL', () => runVitest('vitest', { yielding: true }))
  await step('vitest, PostgreSQL of the system', () => runVitestOnSystemPostgres({}, { yielding: true }))
}

/**
 * Stories run beside everything else: both wait often, for a page to be drawn or a process to stop. Where they want the
 * machine at the same moment the story gets it, for a browser that waits for its turn works more and may be too late.
 * Before that npm and the system bring their packages at the same time: both wait for the network.
 */
const runAll = async () => {
  await Promise.all([installDependencies().then(buildChanged), installSystemPackages()])
  await Promise.all([step('playwright', () => runPlaywright()), runBesideStories()])
}

/** `npm test -- patients`: what has one of the words in its path. */
const runSelected = async (words) => {
  await installDependencies()
  const { vitest, stories } = await selectTests(words)
  if (vitest.length + stories.length === 0) giveUp(`No test has ${words.join(' or ')} in its path.`)
  if (vitest.length > 0) await step('vitest', () => runVitest('vitest-selected', { files: vitest }))
  if (stories.length === 0) return
  await buildChanged()
  await step('playwright', () => runPlaywright({}, stories))
}

const words = process.argv.slice(2)
await (words.length > 0 ? runSelected(words) : runAll())
process.exit(report.close())
