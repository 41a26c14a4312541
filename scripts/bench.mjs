import { buildChanged } from './build.mjs'
import { installDependencies } from './install.mjs'
import { runTool } from './run-command.mjs'

await installDependencies()
await buildChanged()
const { code } = await runTool('tsx/dist/cli.mjs', ['bench/main.ts', ...process.argv.slice(2)], {
  env: { NODE_ENV: 'production' },
})
process.exit(code)
