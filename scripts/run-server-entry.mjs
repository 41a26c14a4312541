import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './run-command.mjs'

/** Runs a bundled entry point of the server in this process: one process to signal, and none left behind. */
export const runServerEntry = async (name) => {
  process.env.NODE_ENV ||= 'production'
  process.setSourceMapsEnabled(true)
  process.chdir(root)
  const file = path.join(root, `server/dist/${name}.js`)
  process.argv[1] = file
  await import(pathToFileURL(file).href)
}
