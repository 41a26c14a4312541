import { readdir } from 'node:fs/promises'
import path from 'node:path'

/** Most files of code that a folder holds, tests included: what is more is several rooms (docs/architecture.md). */
const mostFiles = 25
const workspaces = ['contract', 'server', 'web', 'e2e', 'bench', 'scripts']
const code = /[.](ts|tsx|mts|mjs|cjs)$/
const left = new Set(['node_modules', 'dist', 'installed', 'fixtures'])

const foldersBelow = async (root, folder) => {
  const entries = await readdir(path.join(root, folder), { withFileTypes: true }).catch(() => [])
  const inside = entries.filter((entry) => entry.isDirectory() && !left.has(entry.name))
  const below = await Promise.all(inside.map(({ name }) => foldersBelow(root, path.join(folder, name))))
  const files = entries.filter((entry) => entry.isFile() && code.test(entry.name)).length
  return [{ folder, files }, ...below.flat()]
}

/** Folders of a tree that hold too much to be looked through, the fullest first, in words. */
export const overfullRooms = async (root) => {
  const folders = (await Promise.all(workspaces.map((name) => foldersBelow(root, name)))).flat()
  return folders
    .filter(({ files }) => files > mostFiles)
    .sort((a, b) => b.files - a.files)
    .map(({ folder, files }) => `${folder}: ${files} files of code, at most ${mostFiles}`)
}
