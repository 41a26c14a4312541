import { expect, it } from 'vitest'
import { promiseFaults, promisesOf, withHolders } from './promises.mjs'

const table = (...rows) => ['| id | promise | held by |', '| --- | --- | --- |', ...rows].join('\n')
const kept = '| B3 | Exactly ten are taken. | `server/a.test.ts` |'

it('reads the ids at the beginning of titles, in figures and in tables of cases', () => {
  const text = `
    describe('B3 sessions of a package', () => {})
    it.each(cases)('F1, F3 and F5: a file %s', () => {})
    test(\`E1 E13 no text of \${part}\`, () => {})
    it(
      'A11 in %s', () => {})
    reportFigures('B5 series', {})
    const zone = { id: 'H12', where: 'in Tokyo' }`
  expect([...promisesOf(text)].sort()).toEqual(['A11', 'B3', 'B5', 'E1', 'E13', 'F1', 'F3', 'F5', 'H12'])
})

it('takes neither sizes of paper, nor headings, nor cells for promises', () => {
  expect([
    ...promisesOf("paper('A4'); expect(kinds).toEqual(['H1', 'H2']); cell('=SUM(A1)'); key('F2')"),
  ]).toEqual([])
})

it('finds nothing where each promise has its tests', () => {
  expect(promiseFaults(table(kept), new Map([['B3', ['server/a.test.ts']]]))).toEqual([])
})

it('finds a promise that no test holds any more', () => {
  expect(promiseFaults(table(kept), new Map())).toContain('docs/promises.md: no test holds B3')
})

it('finds an id of a test that the table does not have', () => {
  expect(promiseFaults(table(), new Map([['B3', ['server/a.test.ts']]]))).toEqual([
    'docs/promises.md: B3 is not in the table, but in server/a.test.ts',
  ])
})

it('finds a file that is not named, and names it when asked to', () => {
  const held = new Map([['B3', ['server/a.test.ts', 'server/b.test.ts']]])
  expect(promiseFaults(table(kept), held)[0]).toMatch('the files are not those of today')
  const written = withHolders(table(kept), held)
  expect(written).toContain('| `server/a.test.ts`, `server/b.test.ts` |')
  expect(promiseFaults(written, held)).toEqual([])
})
