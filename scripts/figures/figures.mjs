// What a checkout measures: `sh scripts/run.sh scripts/figures/figures.mjs [folder]`, this one where none is named.
// Two checkouts are compared by running it on each: nothing of the tree that is measured is run.
import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { countCircles } from './circles.mjs'
import { functionsOf } from './functions.mjs'

const here = path.resolve(import.meta.dirname, '../..')
const root = path.resolve(process.argv[2] ?? here)
const code = /[.](ts|tsx|mts|mjs|cjs)$/
const test = /[.](test|e2e|long|shots|measures)[.]|^server\/test\/|^e2e\/|^web\/src\/test\/|fixture/
const generated = /[.]generated[.]|package-lock/

const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
})
const names = tracked.toString('utf8').split('\0').filter(Boolean)

const areas = {
  contract: (name) => name.startsWith('contract/src/') && code.test(name) && !test.test(name),
  server: (name) => name.startsWith('server/src/') && code.test(name) && !test.test(name),
  web: (name) => name.startsWith('web/src/') && code.test(name) && !test.test(name),
  styles: (name) => name.startsWith('web/src/') && name.endsWith('.css'),
  tests: (name) => test.test(name) && code.test(name),
  scripts: (name) => /^(scripts|bench)\//.test(name) && code.test(name) && !test.test(name),
}
const product = ['contract', 'server', 'web', 'styles']

const filesOf = async (isOf) =>
  Promise.all(
    names
      .filter((name) => isOf(name) && !generated.test(name))
      .map(async (name) => ({ name, text: await readFile(path.join(root, name), 'utf8').catch(() => '') })),
  )

const linesOf = (text) => text.split('\n').length - 1
const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
const spread = (values) => {
  const sorted = values.toSorted((a, b) => a - b)
  return `${at(sorted, 0.5)} / ${at(sorted, 0.9)} / ${sorted.at(-1) ?? 0}`
}

const overfull = (all) => {
  const counts = Map.groupBy(
    all.filter((name) => code.test(name)),
    (name) => path.dirname(name),
  )
  return [...counts.values()].filter(({ length }) => length > 25).length
}

const rows = []
const everything = []
for (const [area, isOf] of Object.entries(areas)) {
  const files = await filesOf(isOf)
  const lines = files.map(({ text }) => linesOf(text))
  const functions = files.flatMap(({ name, text }) => (code.test(name) ? functionsOf(name, text) : []))
  everything.push(...files)
  rows.push({
    area,
    files: files.length,
    lines: lines.reduce((sum, n) => sum + n, 0),
    'file p50 / p90 / max': spread(lines),
    'function p50 / p90 / max': spread(functions.map((one) => one.lines)),
    'parameters over four': functions.filter((one) => one.parameters > 4).length,
    'as unknown as': files.reduce((sum, { text }) => sum + text.split('as unknown as').length - 1, 0),
  })
}
console.table(rows)

const productLines = rows
  .filter(({ area }) => product.includes(area))
  .reduce((sum, { lines }) => sum + lines, 0)

/** Documents that code, tests and docs name, by their last name, and that the checkout does not hold. */
const missingDocuments = async () => {
  const held = new Set(names.filter((name) => name.endsWith('.md')).map((name) => path.basename(name)))
  const speaking = await filesOf((name) => code.test(name) || name.endsWith('.md'))
  const named = speaking.flatMap(({ text }) => [...text.matchAll(/[\w-]+[.]md\b/g)].map(([one]) => one))
  return named.filter((one) => !held.has(one) && !/^\d{4}-/.test(one)).length
}

console.table({
  'lines of the product': productLines,
  'folders over 25 files of code': overfull(names),
  'circles between folders': countCircles(everything),
  'mentions of documents that are not there': await missingDocuments(),
})
