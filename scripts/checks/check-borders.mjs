import { createRequire } from 'node:module'
import path from 'node:path'
import { giveUp, root, runCommand } from '../run-command.mjs'
import { featureCircles } from './feature-circles.mjs'
import { overfullRooms } from './room-sizes.mjs'

const tool = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
const configuration = path.join(root, '.dependency-cruiser.cjs')

/** Who imports whom below some folders, and the rules which that breaks. */
const cruise = async (places, directory) => {
  const args = [tool, '--config', configuration, '--output-type', 'json', ...places]
  const { output } = await runCommand(process.execPath, args, { quiet: true, directory })
  if (!output.startsWith('{')) giveUp(output)
  return JSON.parse(output)
}

/** Rules that the deliberately broken tree does not trip: a rule that never fires guards nothing. */
const silentRules = async () => {
  const directory = path.join(root, 'scripts/fixtures/broken-borders')
  const { modules, summary } = await cruise(['contract', 'server', 'web', 'e2e'], directory)
  const fired = new Set(summary.violations.map((violation) => violation.rule.name))
  const { forbidden } = createRequire(import.meta.url)(configuration)
  const circles = featureCircles(modules).map(({ features }) => features[0].split('/')[0])
  return [
    ...forbidden.map((rule) => rule.name).filter((name) => !fired.has(name)),
    ...['server', 'web'].filter((side) => !circles.includes(side)).map((side) => `no-circles of ${side}`),
  ]
}

const tellViolation = ({ rule, from, to, cycle }) =>
  `${rule.name}: ${[from, ...(cycle?.map(({ name }) => name) ?? [to])].join(' → ')}`

const tellCircle = ({ features, imports }) =>
  [`no-circles: ${features.join(' → ')}, by`, ...imports].join('\n  ')

const [silent, tree] = await Promise.all([
  silentRules(),
  cruise(['contract', 'server', 'web', 'e2e', 'bench'], root),
])

const { violations, totalCruised, totalDependenciesCruised } = tree.summary
const broken = [
  ...violations.map(tellViolation),
  ...featureCircles(tree.modules).map(tellCircle),
  ...(await overfullRooms(root)),
]

for (const name of silent) console.error(`the broken tree in scripts/fixtures does not trip the rule ${name}`)
for (const sentence of broken) console.error(sentence)
console.log(`${totalCruised} modules with ${totalDependenciesCruised} imports, ${broken.length} faults`)
process.exit(silent.length + broken.length === 0 ? 0 : 1)
