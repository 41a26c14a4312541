import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'

it('the page of benchmarks has one place for the table of each command that measures', async () => {
  const page = await readFile(new URL('../docs/benchmarks.md', import.meta.url), 'utf8')
  const programs = [
    '',
    ' -- sign-in',
    ' -- paper',
    ' -- photo',
    ' -- trail',
    ' -- day',
    ' -- day --practices=50',
    ' -- growth',
  ]
  for (const command of programs.map((program) => `npm run bench${program}`)) {
    const marks = [`<!-- ${command} -->`, `<!-- end of ${command} -->`].map(
      (mark) => page.split(mark).length - 1,
    )
    expect(marks, command).toEqual([1, 1])
  }
})
