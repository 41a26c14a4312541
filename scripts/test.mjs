import { buildChanged } from './build.mjs'
import { runChecks } from './check.mjs'
import { installDependencies } from './install.mjs'
import { TestReport } from './test-report.mjs'
import { runPlaywright, runVitest, runVitestOnSystemPostgres } from './test-runners.mjs'

const report = new TestReport()

const step = async (name, run) => {
  const startedAt = performance.now()
  console.log(`\n— ${name}`)
  report.add(name, startedAt, await run())
}

await installDependencies()
await buildChanged()
await step('checks', runChecks)
await step('vitest, embedded PostgreSQL', () => runVitest('vitest'))
await step('vitest, PostgreSQL of the system', () => runVitestOnSystemPostgres())
await step('playwright', () => runPlaywright())
process.exit(report.close())
