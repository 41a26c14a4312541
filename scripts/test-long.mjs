import { buildChanged } from './build.mjs'
import { installDependencies } from './install.mjs'
import { drawSeed } from './testing/draws.mjs'
import { TestReport } from './testing/test-report.mjs'
import { runPlaywright, runVitest, runVitestOnSystemPostgres } from './testing/test-runners.mjs'

// The same tests with the sample sizes of promises.md, which read TEST_TIER, and with new draws.
const seed = process.env.TEST_SEED ?? String(drawSeed())
const env = { TEST_TIER: 'long', TEST_SEED: seed }
const replaying = `What was drawn in this run is drawn again with TEST_SEED=${seed}`
console.log(replaying)
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
console.log(replaying)
process.exit(report.close())
