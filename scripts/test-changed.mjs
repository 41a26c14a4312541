import { buildChanged } from './build.mjs'
import { installDependencies } from './install.mjs'
import { runCommand } from './run-command.mjs'
import { TestReport } from './testing/test-report.mjs'
import { runPlaywright, runVitest } from './testing/test-runners.mjs'

// `npm run test:changed`: tests that reach what is not committed, and stories that were changed themselves;
// `npm run test:changed -- main`: since that commit.
const since = process.argv[2] ?? 'HEAD'

const changedStories = async () => {
  const listed = await Promise.all([
    runCommand('git', ['diff', '--name-only', '--diff-filter=d', since, '--', 'e2e'], { quiet: true }),
    runCommand('git', ['ls-files', '--others', '--exclude-standard', '--', 'e2e'], { quiet: true }),
  ])
  return listed.flatMap(({ output }) => output.split('\n')).filter((file) => file.endsWith('.e2e.ts'))
}

await installDependencies()
const report = new TestReport()
const step = async (name, run) => {
  const startedAt = performance.now()
  report.add(name, startedAt, await run())
}
await step('vitest', () =>
  runVitest('vitest-changed', { options: [`--changed=${since}`, '--passWithNoTests'] }),
)
const stories = await changedStories()
if (stories.length > 0) {
  await buildChanged()
  await step('playwright', () => runPlaywright({}, stories))
}
process.exit(report.close())
