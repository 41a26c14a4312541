import { buildChanged } from './build.mjs'
import { installDependencies } from './install.mjs'
import { runServerEntry } from './run-server-entry.mjs'

await installDependencies()
await buildChanged(['server'])
await runServerEntry('distribute')
