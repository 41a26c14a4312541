import { buildChanged } from './build.mjs'
import { installDependencies } from './install.mjs'
import { TestReport } from './test-report.mjs'
import { runPlaywright, runVitest, runVitestOnSystemPostgres } from './test-runners.mjs'

// The same tests with the sample sizes of reliability.md; they read TEST_TIER.
const env = { TEST_TIER: 'long' }
const report = new TestReport()

const step = async (name, run) => {
  const startedAt = performance.now()
  console.log(`\n— ${name}`)
  report.add(name, startedAt, await run())
}

await installDependencies()
await buildChanged()
await step('long tests, embedded PostgreSQL', () => runVitest('vitest-long', { env }))
await step('long tests, PostgreSQL of the system', () => runVitestOnSystemPostgres(env))
await step('long stories', () => runPlaywright(env))
process.exit(report.close())
