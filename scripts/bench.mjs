import { buildChanged } from './build.mjs'
import { installDependencies } from './install.mjs'
import { runTool } from './run-command.mjs'

await installDependencies()
await buildChanged()
// `npm run bench -- sign-in` measures the door; everything else is measured against the floor.
const [first, ...others] = process.argv.slice(2)
const program =
  first === 'sign-in' ? ['bench/sign-in.ts', ...others] : ['bench/main.ts', ...process.argv.slice(2)]
const { code } = await runTool('tsx/dist/cli.mjs', program, {
  env: { NODE_ENV: 'production' },
})
process.exit(code)
