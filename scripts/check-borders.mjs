import { createRequire } from 'node:module'
import path from 'node:path'
import { root, runCommand } from './run-command.mjs'

const tool = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
const configuration = path.join(root, '.dependency-cruiser.cjs')

const cruise = (places, options) =>
  runCommand(process.execPath, [tool, '--config', configuration, ...(options.args ?? []), ...places], {
    quiet: true,
    directory: options.directory,
  })

/** Rules that the deliberately broken tree does not trip: a rule that never fires guards nothing. */
const silentRules = async () => {
  const directory = path.join(root, 'scripts/fixtures/broken-borders')
  const { output } = await cruise(['contract', 'server', 'web', 'e2e'], {
    directory,
    args: ['--output-type', 'json'],
  })
  const fired = new Set(JSON.parse(output).summary.violations.map((violation) => violation.rule.name))
  const { forbidden } = createRequire(import.meta.url)(configuration)
  return forbidden.map((rule) => rule.name).filter((name) => !fired.has(name))
}

const [silent, tree] = await Promise.all([
  silentRules(),
  cruise(['contract', 'server', 'web', 'e2e', 'bench'], { directory: root }),
])

for (const name of silent) console.error(`the broken tree in scripts/fixtures does not trip the rule ${name}`)
console.log(tree.output.trim())
process.exit(silent.length === 0 && tree.code === 0 ? 0 : 1)
