import { buildChanged } from './build.mjs'
import { installDependencies } from './install.mjs'
import { runTool } from './run-command.mjs'

await installDependencies()
await buildChanged()
// `npm run bench -- sign-in` measures the door, `-- photo` a photo, `-- paper` a PDF, `-- trail` the audit trail, `-- flood` the worst bodies, `-- moving` an import, `-- backup` a backup, `-- day` practices at work, `-- growth` a large installation beside a small one; everything else is measured against the floor.
const [first, ...others] = process.argv.slice(2)
const alone = ['sign-in', 'photo', 'paper', 'trail', 'flood', 'moving', 'backup'].includes(first)
const programOf = () => {
  // A folder of its own: what it takes does not fit beside the others.
  if (first === 'day') return ['bench/day/day.ts', ...others]
  if (first === 'growth') return ['bench/growth/growth.ts', ...others]
  return alone ? [`bench/${first}.ts`, ...others] : ['bench/main.ts', ...process.argv.slice(2)]
}
const { code } = await runTool('tsx/dist/cli.mjs', programOf(), {
  env: { NODE_ENV: 'production' },
})
process.exit(code)
