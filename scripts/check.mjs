import { buildChanged } from './build.mjs'
import { installDependencies } from './install.mjs'
import { isEntry, runCommand, runTool } from './run-command.mjs'

const workspaces = ['web', 'server', 'contract', 'e2e', 'bench']

/** TypeScript 7 takes a third of the time; tools that need its trees still ask 6 (docs/decisions/0047). */
const typeCheck = (workspace) => ({
  name: `types of ${workspace}`,
  run: () =>
    runTool(
      'typescript-7/bin/tsc',
      ['-p', workspace, '--incremental', '--tsBuildInfoFile', `node_modules/.cache/tsc/${workspace}.json`],
      { quiet: true },
    ),
})

const checks = [
  ...workspaces.map(typeCheck),
  {
    name: 'format and lint',
    run: () =>
      runTool('@biomejs/biome/bin/biome', ['ci', '--colors=off', '--max-diagnostics=50'], {
        quiet: true,
      }),
  },
  {
    name: 'import borders',
    run: () => runCommand(process.execPath, ['scripts/checks/check-borders.mjs'], { quiet: true }),
  },
  { name: 'unused code', run: () => runTool('knip/bin/knip.js', ['--no-progress'], { quiet: true }) },
  {
    name: 'document of the API',
    run: () => runCommand(process.execPath, ['scripts/checks/check-openapi.mjs'], { quiet: true }),
  },
  {
    name: 'documents that are named',
    run: () => runCommand(process.execPath, ['scripts/checks/check-documents.mjs'], { quiet: true }),
  },
  {
    name: 'third-party notices',
    run: () => runCommand(process.execPath, ['scripts/checks/notices.mjs', '--check'], { quiet: true }),
  },
  {
    name: 'secrets of nobody',
    run: () => runCommand(process.execPath, ['scripts/checks/check-secrets.mjs'], { quiet: true }),
  },
  {
    name: 'texts',
    run: () => runCommand(process.execPath, ['scripts/checks/check-locales.mjs'], { quiet: true }),
  },
  {
    name: 'web budgets',
    run: () => runCommand(process.execPath, ['scripts/checks/check-web-budgets.mjs'], { quiet: true }),
  },
]

const runCheck = async ({ name, run }) => {
  const startedAt = performance.now()
  const { code, output } = await run()
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`)
  if (code !== 0) console.log(output.trimEnd())
  return code === 0
}

/** Runs all checks, two at a time, and answers how many passed. The web app must be built. */
export const runChecks = async () => {
  const waiting = [...checks]
  const results = []
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results.push(await runCheck(next))
  }
  await Promise.all([work(), work()])
  const passed = results.filter(Boolean).length
  return { passed, failed: results.length - passed, skipped: 0 }
}

if (isEntry(import.meta.url)) {
  const startedAt = performance.now()
  await installDependencies()
  await buildChanged(['web'])
  const { passed, failed } = await runChecks()
  console.log(`${passed} passed, ${failed} failed (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`)
  process.exit(failed === 0 ? 0 : 1)
}
