import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const isRoot = (directory: string): boolean => existsSync(path.join(directory, 'server', 'migrations'))

/** The folder of the project: from the sources as from the bundle, the one above that has `server/migrations`. */
const findRoot = (from: string): string => {
  if (isRoot(from)) return from
  const above = path.dirname(from)
  if (above === from)
    throw new Error('The folder of the project was not found: server/migrations is missing.')
  return findRoot(above)
}

const root = findRoot(path.dirname(fileURLToPath(import.meta.url)))

export const paths = {
  root,
  migrations: path.join(root, 'server', 'migrations'),
  modules: path.join(root, 'modules'),
  web: path.join(root, 'web', 'dist'),
  locales: path.join(root, 'locales'),
} as const

/** Version of Ulna, as package.json says it. */
export const productVersion = async (): Promise<string> =>
  (JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string }).version
