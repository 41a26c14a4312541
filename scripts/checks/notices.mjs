// Writes THIRD-PARTY-NOTICES.md: what others made that runs in Ulna, with licence and copyright. `--check` only compares.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isEntry } from '../run-command.mjs'

/** The workspaces that run; the others test and measure. */
const running = ['contract', 'server', 'web']

/** Where a package that is needed at `from` stands in the lockfile, as Node looks for it; undefined for none. */
export const locate = (packages, from, name) => {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (packages[place]) return packages[place].link ? packages[place].resolved : place
    if (folder === '') return undefined
  }
}

const needsOf = (entry) =>
  Object.keys({ ...entry.dependencies, ...entry.optionalDependencies, ...entry.peerDependencies })

/** The places of all packages that those need, of all platforms. */
export const neededPlaces = (packages, roots) => {
  const found = new Set()
  const waiting = [...roots]
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (found.has(place)) continue
    found.add(place)
    for (const name of needsOf(packages[place])) {
      const needed = locate(packages, place, name)
      // A peer that may be missing is no need.
      if (needed !== undefined && !isSparePeer(packages[place], name)) waiting.push(needed)
    }
  }
  return [...found].filter((place) => place.includes('node_modules/'))
}

const isSparePeer = (entry, name) =>
  entry.peerDependenciesMeta?.[name]?.optional === true &&
  !entry.dependencies?.[name] &&
  !entry.optionalDependencies?.[name]

const nameOf = (place) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)

const copyright = /^(copyright\s+(\(c\)|©|\d|by\s|[A-Z])|(\(c\)|©)\s*\d)/i
/** Placeholders, sentences of the licences themselves, and whose the text of the GPL is. */
const notTheirs =
  /\[|\{|&lt;year|copyright (holder|owner|notice|license|statement|law|in |and |to |or )|free software foundation/i

/** Lines of a licence that say whose the work is. */
export const copyrightLines = (text) => {
  const lines = text.split('\n').map((line) =>
    line
      .replaceAll(/^[\s*#>/-]+|[\s*]+$/g, '')
      .replaceAll('|', '\\|')
      .replaceAll('<', '&lt;'),
  )
  const ours = lines.filter((line) => copyright.test(line) && !notTheirs.test(line))
  return [...new Set(ours)].slice(0, 4)
}

const licenceFile = /^(licen[cs]e|copying|notice)(\b|[-_.])/i

/**
 * Copyright lines of an installed package. What npm installs on some machines only is not read, so that the notices are
 * the same on all.
 */
const copyrightOf = async (root, place, entry) => {
  if (entry.optional || entry.os || entry.cpu) return []
  const folder = path.join(root, place)
  const names = (await readdir(folder).catch(() => [])).filter((name) => licenceFile.test(name)).sort()
  const texts = await Promise.all(
    names.map((name) => readFile(path.join(folder, name), 'utf8').catch(() => '')),
  )
  return copyrightLines(texts.join('\n'))
}

/** The licence that a package of the lockfile names, or it itself where the lockfile does not. */
export const licenceOf = async (root, place, entry) => {
  if (entry.license) return entry.license
  const own = await readFile(path.join(root, place, 'package.json'), 'utf8').catch(() => '{}')
  const { license, licenses } = JSON.parse(own)
  return license?.type ?? license ?? licenses?.map(({ type }) => type).join(' OR ') ?? 'not said'
}

const noticesOfLock = async (root, roots) => {
  const { packages } = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8'))
  const notices = neededPlaces(packages, roots).map(async (place) => ({
    name: nameOf(place),
    version: packages[place].version,
    licence: await licenceOf(root, place, packages[place]),
    copyright: await copyrightOf(root, place, packages[place]),
  }))
  return Promise.all(notices)
}

const compare = (a, b) => (a < b ? -1 : Number(a > b))
const row = ({ name, version, licence, copyright }) =>
  `| ${name} | ${version} | ${licence} | ${copyright.join('<br>')} |`

/** The document, from the packages of both lockfiles: Ulna's own and that of the Node that npm brings. */
export const notices = async (root) => {
  const all = [
    ...(await noticesOfLock(root, running)),
    ...(await noticesOfLock(path.join(root, 'scripts/node'), [''])),
  ]
  const rows = [...new Set(all.map(row))].sort(compare)
  const counts = Map.groupBy(all, ({ licence }) => licence)
  const licences = [...counts]
    .sort(([a, many], [b, others]) => others.length - many.length || compare(a, b))
    .map(([licence, { length }]) => `| ${licence} | ${length} |`)
  return `# Third-party notices

What others made that Ulna runs with: the packages that contract, server and web need, on all systems, and the Node that
npm brings. Made by \`sh scripts/run.sh scripts/checks/notices.mjs\` from the lockfiles and the licence files of the packages;
\`npm run check\` compares. The full text of a licence stands in the package's folder below \`node_modules\`.
Of packages that npm installs on some systems only, name, version and licence are those of the lockfile.

The names of cities in \`web/src/blocks/time-zones/names\` are those of Unicode's CLDR 48.2 (\`cldr-dates-full\`), under the
Unicode License v3, Copyright © 2004-2026 Unicode, Inc.: https://www.unicode.org/license.txt

| licence | packages |
| --- | --- |
${licences.join('\n')}

| package | version | licence | copyright |
| --- | --- | --- | --- |
${rows.join('\n')}
`
}

if (isEntry(import.meta.url)) {
  const root = path.resolve(import.meta.dirname, '../..')
  const file = path.join(root, 'THIRD-PARTY-NOTICES.md')
  const text = await notices(root)
  if (!process.argv.includes('--check')) await writeFile(file, text)
  else if (text !== (await readFile(file, 'utf8').catch(() => ''))) {
    console.log('THIRD-PARTY-NOTICES.md is not that of today: sh scripts/run.sh scripts/checks/notices.mjs')
    process.exitCode = 1
  }
}
