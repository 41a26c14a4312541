import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { listedPromises } from './promises.mjs'

/** What may name a document: code, tests, styles, settings and the documents themselves. */
const written = /\.(ts|tsx|mjs|cjs|sql|css|grit|sh|yaml|md)$/
const left = new Set(['node_modules', 'dist', 'data', 'test-results', '.git', 'installed', 'fixtures'])
/** Their texts are examples, or come from others. */
const notOurs = /(\.generated\.ts|documents\.test\.mjs|THIRD-PARTY-NOTICES\.md)$/

const filesBelow = async (folder) => {
  const entries = await readdir(folder, { withFileTypes: true })
  const lists = entries.map((entry) => {
    const name = path.join(folder, entry.name)
    if (entry.isDirectory()) return left.has(entry.name) ? [] : filesBelow(name)
    return written.test(entry.name) && !notOurs.test(entry.name) ? [name] : []
  })
  return (await Promise.all(lists)).flat()
}

const sections = (text) => new Set([...text.matchAll(/^## (\d+)\. /gm)].map(([, number]) => number))

/** The anchor that GitHub writes for a heading. */
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
const anchors = (text) => new Set([...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading)))

/** What stands elsewhere is not looked at. */
const address = /\b[a-z]+:\/\/[^\s)'"`]+/gi

/** A sentence that goes on in the next line of a comment is one sentence. */
const unwrapped = (text) => text.replaceAll(/\n[ \t]*(?:\*(?!\/)|\/\/|--|#)?[ \t]*/g, ' ')

const references = /(?:specification|product-decisions\.md),? (§ ?\d+(?:(?:,| and|, and| or) § ?\d+)*)/gi
const promised = /promises\.md ([A-I]\d{1,2}(?:(?:,| and|, and) [A-I]\d{1,2})*)/g
const decided = /\bdecisions? (\d{4}(?:(?:,| and|, and) \d{4})*)\b/gi
const listOf = (pattern, text, item) =>
  [...text.matchAll(pattern)].flatMap(([whole, list]) =>
    list.match(item).map((found) => ({ whole, found: found.replace(/§ ?/, '') })),
  )

const sectionFaults = (text, books) =>
  listOf(references, text, /§ ?\d+/g)
    .filter(({ whole, found }) => !books[/^s/i.test(whole) ? 'specification' : 'decided'].has(found))
    .map(({ whole, found }) => `${whole}: there is no §${found}`)

const idFaults = (text, { promises, decisions }) => [
  ...listOf(promised, text, /[A-I]\d{1,2}/g)
    .filter(({ found }) => !promises.has(found))
    .map(({ found }) => `docs/promises.md has no ${found}`),
  ...listOf(decided, text, /\d{4}/g)
    .filter(({ found }) => !decisions.has(found))
    .map(({ found }) => `there is no decision ${found}`),
]

/** `forge.md.sha256` is no document. */
const documentName = /(?<![\w./-])((?:\.{0,2}\/)*[\w-][\w./-]*\.md)(?![\w-]|\.\w)/g

const nameFaults = (root, file, text) => {
  const places = ['', 'docs', 'docs/decisions', path.dirname(file)]
  const known = (name) =>
    places.some((place) => existsSync(path.join(root, place, name))) ||
    // A path from where the file's own workspace stands.
    existsSync(path.join(root, file.split('/')[0], name))
  return [...text.matchAll(documentName)]
    .map(([, name]) => name)
    .filter((name) => !known(name))
    .map((name) => `there is no document ${name}`)
}

const link = /\]\(([^)\s]+)\)/g

const linkFault = async (root, file, target) => {
  if (/^[a-z]+:/i.test(target)) return []
  const [name, anchor] = target.split('#')
  const place = name === '' ? path.join(root, file) : path.resolve(root, path.dirname(file), name)
  if (!existsSync(place)) return [`the link ${target} leads nowhere`]
  if (!anchor || !place.endsWith('.md')) return []
  const text = await readFile(place, 'utf8')
  return anchors(text).has(anchor) ? [] : [`the link ${target} leads to no heading`]
}

const linkFaults = async (root, file, text) => {
  if (!file.endsWith('.md')) return []
  const targets = [...text.matchAll(link)].map(([, target]) => target)
  return (await Promise.all(targets.map((target) => linkFault(root, file, target)))).flat()
}

/** Gaps between the first and the last number, as the index has to name them. */
const indexFaults = (index, names) => {
  const numbers = new Set(names.map((name) => name.slice(0, 4)))
  const last = Math.max(...[...numbers].map(Number))
  const all = Array.from({ length: last }, (_, at) => String(at + 1).padStart(4, '0'))
  const gaps = all.filter((number) => !numbers.has(number))
  return [
    ...names.filter((name) => !index.includes(`(${name})`)).map((name) => `the index has no ${name}`),
    ...gaps
      .filter((gap) => !index.includes(gap))
      .map((gap) => `the index does not say why there is no ${gap}`),
  ].map((fault) => `docs/decisions/README.md: ${fault}`)
}

/** Those of the table, and those that are said to be asked for and not promised. */
const promiseIds = (text) =>
  new Set([
    ...listedPromises(text).map(({ id }) => id),
    ...[...text.matchAll(/\*\*([A-I]\d{1,2})\*\*/g)].map(([, id]) => id),
  ])

const readBooks = async (root) => {
  const read = (name) => readFile(path.join(root, 'docs', name), 'utf8')
  const names = (await readdir(path.join(root, 'docs/decisions')))
    .filter((name) => /^\d{4}-/.test(name))
    .sort()
  return {
    names,
    index: await read('decisions/README.md'),
    specification: sections(await read('specification.md')),
    decided: sections(await read('product-decisions.md')),
    promises: promiseIds(await read('promises.md')),
    decisions: new Set(names.map((name) => name.slice(0, 4))),
  }
}

/** What is named and does not exist: documents, links, sections, promises, decisions; and how many names were looked at. */
export const documentFaults = async (root) => {
  const books = await readBooks(root)
  const counts = { documents: 0, links: 0, sections: 0, promises: 0, decisions: 0 }
  const faults = indexFaults(books.index, books.names)
  for (const absolute of (await filesBelow(root)).sort()) {
    const file = path.relative(root, absolute).split(path.sep).join('/')
    const text = (await readFile(absolute, 'utf8')).replaceAll(address, '')
    const flat = unwrapped(text)
    counts.documents += [...text.matchAll(documentName)].length
    counts.links += file.endsWith('.md') ? [...text.matchAll(link)].length : 0
    counts.sections += listOf(references, flat, /§ ?\d+/g).length
    counts.promises += listOf(promised, flat, /[A-I]\d{1,2}/g).length
    counts.decisions += listOf(decided, flat, /\d{4}/g).length
    const found = [
      ...nameFaults(root, file, text),
      ...(await linkFaults(root, file, text)),
      ...sectionFaults(flat, books),
      ...idFaults(flat, books),
    ]
    faults.push(...found.map((fault) => `${file}: ${fault}`))
  }
  return { faults, counts }
}
