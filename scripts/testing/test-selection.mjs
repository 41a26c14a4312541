import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { root } from '../run-command.mjs'

const areas = {
  vitest: { folders: ['contract', 'server', 'web', 'scripts'], ending: /\.test\.(ts|tsx|mjs)$/ },
  stories: { folders: ['e2e'], ending: /\.e2e\.ts$/ },
}

const filesIn = async ({ folders, ending }) => {
  const lists = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(path.join(root, folder), { recursive: true })).map((file) => path.join(folder, file)),
    ),
  )
  return lists.flat().filter((file) => ending.test(file) && !file.includes('node_modules'))
}

/** The test files whose path holds one of the words, by who runs them: `{ vitest, stories }`. */
export const selectTests = async (words) => {
  const named = (files) => files.filter((file) => words.some((word) => file.includes(word)))
  const [vitest, stories] = await Promise.all([filesIn(areas.vitest), filesIn(areas.stories)])
  return { vitest: named(vitest), stories: named(stories) }
}

/** Whether a test of the server takes a database, another process or a folder of files of `server/test`. */
const reachesServer = (source) => /from '(\.\.\/)+test\/|inject\('postgres'\)|supervisor/.test(source)

/** Tests of rules, components and scripts: they need nothing that must be started first. */
export const unitTests = async () => {
  const files = await filesIn(areas.vitest)
  const isUnit = async (file) =>
    !file.startsWith('scripts/deploying/') &&
    (!file.startsWith('server/') ||
      (!/^server\/test\/|[.]long[.]/.test(file) &&
        !reachesServer(await readFile(path.join(root, file), 'utf8'))))
  const chosen = await Promise.all(files.map(isUnit))
  return files.filter((_, index) => chosen[index])
}
