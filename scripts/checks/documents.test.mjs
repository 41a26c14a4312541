import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { documentFaults } from './documents.mjs'

let root

const write = async (name, text) => {
  const file = path.join(root, name)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, text)
}

beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'ulna-documents-'))
  await write('docs/specification.md', '# Specification\n\n## 1. What for\n\n## 2. Screens\n')
  await write('docs/product-decisions.md', '# Decided\n\n## 1. Running it\n')
  await write('docs/promises.md', '| B3 | Ten are taken. | `a.test.ts` |\n\n**C13** is not promised.\n')
  await write('docs/decisions/README.md', '[1](0001-first.md) [3](0003-third.md) 0002 was a draft.')
  await write('docs/decisions/0001-first.md', '# First')
  await write('docs/decisions/0003-third.md', '# Third')
})

afterEach(() => rm(root, { recursive: true }))

const faults = async () => (await documentFaults(root)).faults

it('finds nothing where everything that is named exists, and counts it', async () => {
  await write(
    'server/a.ts',
    `// specification §1 and §2, product-decisions.md §1, promises.md B3, C13, decisions 0001 and 0003,
     // docs/specification.md, specification.md, forge.md.sha256, RFC 5545 §3.3`,
  )
  await write(
    'README.md',
    '[Running](docs/product-decisions.md#1-running-it) [elsewhere](https://example.org/x.md)',
  )
  expect(await documentFaults(root)).toEqual({
    faults: [],
    counts: expect.objectContaining({ sections: 3, promises: 2, decisions: 2 }),
  })
})

it('finds a document that is gone, in code, tests, migrations and styles', async () => {
  for (const name of ['a.ts', 'a.test.ts', '0001_a.sql', 'a.css'])
    await write(`server/${name}`, 'see stack.md')
  expect(await faults()).toEqual(
    ['0001_a.sql', 'a.css', 'a.test.ts', 'a.ts'].map(
      (name) => `server/${name}: there is no document stack.md`,
    ),
  )
})

it('finds a section that is none, also behind a comma and in the next line of a comment', async () => {
  await write('web/a.ts', '/**\n * As specification §1, §7 says, and product-decisions.md\n * §12.\n */')
  expect(await faults()).toEqual([
    'web/a.ts: specification §1, §7: there is no §7',
    'web/a.ts: product-decisions.md §12: there is no §12',
  ])
})

it('finds promises and decisions that nobody made', async () => {
  await write('web/a.ts', '// promises.md B3, A4 and decision 0004')
  expect(await faults()).toEqual([
    'web/a.ts: docs/promises.md has no A4',
    'web/a.ts: there is no decision 0004',
  ])
})

it('finds links that lead nowhere, and to no heading', async () => {
  await write('README.md', '[a](docs/gone) [b](docs/specification.md#3-fields) [c](#below)\n\n# Above')
  expect(await faults()).toEqual([
    'README.md: the link docs/gone leads nowhere',
    'README.md: the link docs/specification.md#3-fields leads to no heading',
    'README.md: the link #below leads to no heading',
  ])
})

it('finds a decision that the index does not have, and a gap it does not explain', async () => {
  await write('docs/decisions/0005-fifth.md', '# Fifth')
  expect(await faults()).toEqual([
    'docs/decisions/README.md: the index has no 0005-fifth.md',
    'docs/decisions/README.md: the index does not say why there is no 0004',
  ])
})
