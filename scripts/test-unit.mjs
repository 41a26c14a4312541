import { installDependencies } from './install.mjs'
import { TestReport } from './testing/test-report.mjs'
import { runVitest } from './testing/test-runners.mjs'
import { unitTests } from './testing/test-selection.mjs'

// What needs no database, no server and no browser: rules, components, scripts.
await installDependencies()
const report = new TestReport()
const startedAt = performance.now()
const counts = await runVitest('vitest-unit', { files: await unitTests(), env: { TEST_DATABASE: 'none' } })
report.add('unit tests', startedAt, counts)
process.exit(report.close())
