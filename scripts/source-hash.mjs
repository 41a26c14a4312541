import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { root } from './run-command.mjs'

const passedOver = new Set(['node_modules', 'dist', 'test'])
const isTest = (name) => /\.test\.[a-z]+$/.test(name)

const listFiles = async (location) => {
  const entries = await readdir(path.join(root, location), { withFileTypes: true }).catch(() => undefined)
  if (!entries) return [location]
  const kept = entries.filter(({ name }) => !passedOver.has(name) && !isTest(name))
  const nested = await Promise.all(
    kept.map((entry) => {
      const inside = path.join(location, entry.name)
      return entry.isDirectory() ? listFiles(inside) : [inside]
    }),
  )
  return nested.flat()
}

/** One hash of the names and contents of all source files under these places; tests do not count. */
export const hashSources = async (locations) => {
  const files = (await Promise.all(locations.map(listFiles))).flat().sort()
  const contents = await Promise.all(files.map((file) => readFile(path.join(root, file)).catch(() => '')))
  const hash = createHash('sha256')
  files.forEach((file, index) => {
    hash.update(`${file}\0${contents[index].length}\0`).update(contents[index])
  })
  return hash.digest('hex')
}
