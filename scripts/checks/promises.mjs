import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * The promises of docs/promises.md and the tests that hold them. A test carries the id of its promise at the beginning
 * of its title (`B3 sessions of a package`), in the figures it reports, or in a table of cases.
 */
const testFile = /\.(?:test\.tsx?|test\.mjs|e2e\.ts|measures\.ts|s3\.ts|identity\.ts)$/
const left = new Set(['node_modules', 'dist', 'data', 'test-results', '.git'])
/** Its titles are examples. */
const ownTest = 'promises.test.mjs'

/** Held by something that has no title of its own. */
const heldOtherwise = { C6: ['scripts/mutations/mutate.mjs'] }

const ids = '[A-I]\\d{1,2}(?:(?: and |, | )[A-I]\\d{1,2})*'
const mentions = [
  new RegExp(`\\(\\s*['"\`](${ids})(?::| [a-z$])`, 'g'),
  new RegExp(`reportFigures\\(\\s*['"\`](${ids})\\b`, 'g'),
  new RegExp(`\\bid: ['"](${ids})(?: [a-z]+)?['"]`, 'g'),
]

/** The ids that one test file says it holds. */
export const promisesOf = (text) => {
  const found = mentions.flatMap((mention) => [...text.matchAll(mention)].map(([, list]) => list))
  return new Set(found.flatMap((list) => list.match(/[A-I]\d{1,2}/g)))
}

const testFiles = async (root) => {
  const entries = await readdir(root, { withFileTypes: true })
  const lists = entries.map((entry) => {
    const name = path.join(root, entry.name)
    if (entry.isDirectory()) return left.has(entry.name) ? [] : testFiles(name)
    return testFile.test(entry.name) && entry.name !== ownTest ? [name] : []
  })
  return (await Promise.all(lists)).flat()
}

/** Which files hold each promise, by id; the paths are those below `root`. */
export const heldPromises = async (root) => {
  const held = new Map(Object.entries(heldOtherwise))
  for (const file of (await testFiles(root)).sort()) {
    const name = path.relative(root, file).split(path.sep).join('/')
    for (const id of promisesOf(await readFile(file, 'utf8'))) held.set(id, [...(held.get(id) ?? []), name])
  }
  return held
}

const row = /^\| ([A-I]\d{1,2}) \| ([^|]+) \| ([^|]*) \|$/

/** The table's rows as `{ id, sentence, files }`. */
export const listedPromises = (document) =>
  document.split('\n').flatMap((line) => {
    const match = row.exec(line)
    return match ? [{ id: match[1], sentence: match[2], files: match[3].match(/[^`, ]+/g) ?? [] }] : []
  })

/** The same document, with the files as they are now. */
export const withHolders = (document, held) =>
  document
    .split('\n')
    .map((line) => {
      const match = row.exec(line)
      if (!match) return line
      const files = (held.get(match[1]) ?? []).map((file) => `\`${file}\``)
      return `| ${match[1]} | ${match[2]} | ${files.join(', ')} |`
    })
    .join('\n')

/** What is wrong between the table and the tests. */
export const promiseFaults = (document, held) => {
  const listed = listedPromises(document)
  const known = new Set(listed.map(({ id }) => id))
  const unlisted = [...held].filter(([id]) => !known.has(id))
  return [
    ...unlisted.map(
      ([id, files]) => `docs/promises.md: ${id} is not in the table, but in ${files.join(', ')}`,
    ),
    ...listed.filter(({ id }) => !held.has(id)).map(({ id }) => `docs/promises.md: no test holds ${id}`),
    ...(document === withHolders(document, held)
      ? []
      : [
          'docs/promises.md: the files are not those of today; `sh scripts/run.sh scripts/checks/check-documents.mjs --write`',
        ]),
  ]
}
