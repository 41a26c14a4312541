import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isAssembled } from './deploying/assembled.mjs'
import { installDependencies } from './install.mjs'
import { giveUp, isEntry, root, runCommand, runTool } from './run-command.mjs'
import { hashSources } from './source-hash.mjs'

const shared = ['contract/src', 'package-lock.json']

const parts = {
  server: {
    sources: ['server/src', 'scripts/build-server.mjs', ...shared],
    build: () => runCommand(process.execPath, ['scripts/build-server.mjs'], { quiet: true }),
  },
  web: {
    sources: [
      'web/src',
      'web/build',
      'web/public',
      'web/index.html',
      'web/vite.config.ts',
      'locales',
      ...shared,
    ],
    build: () =>
      runTool('vite/bin/vite.js', ['build', 'web', '--config', 'web/vite.config.ts', '--logLevel', 'warn'], {
        quiet: true,
        env: { NODE_ENV: 'production' },
      }),
  },
}

const stampOf = (name) => path.join(root, name, 'dist/.built-from')

const buildPart = async (name) => {
  const { sources, build } = parts[name]
  const hash = await hashSources(sources)
  const built = await readFile(stampOf(name), 'utf8').catch(() => '')
  if (built === hash) return
  console.log(`Building the ${name}…`)
  if (name === 'server') await rm(path.join(root, 'server/dist'), { recursive: true, force: true })
  const { code, output } = await build()
  if (output) console.log(output.trim())
  if (code !== 0) giveUp(`The ${name} could not be built: see the lines above.`)
  await mkdir(path.dirname(stampOf(name)), { recursive: true })
  await writeFile(stampOf(name), hash)
}

/** Builds what has changed since the last build: `server/dist` and `web/dist`. */
export const buildChanged = async (names = ['server', 'web']) => {
  if (!isAssembled) await Promise.all(names.map(buildPart))
}

if (isEntry(import.meta.url)) {
  await installDependencies()
  await buildChanged()
}
