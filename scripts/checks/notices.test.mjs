import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { copyrightLines, locate, neededPlaces, notices } from './notices.mjs'

let root

beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'ulna-notices-'))
})

afterEach(() => rm(root, { recursive: true }))

const write = async (name, content) => {
  const file = path.join(root, name)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
}

const packages = {
  server: { dependencies: { a: '1' }, devDependencies: { tool: '1' } },
  web: {},
  contract: {},
  'node_modules/a': {
    version: '1.0.0',
    license: 'MIT',
    dependencies: { b: '1' },
    peerDependencies: { spare: '1' },
    peerDependenciesMeta: { spare: { optional: true } },
  },
  'node_modules/a/node_modules/b': {
    version: '1.0.0',
    license: 'ISC',
    optionalDependencies: { 'b-mac': '1' },
  },
  'node_modules/b': { version: '2.0.0', license: 'MIT' },
  'node_modules/b-mac': { version: '1.0.0', license: 'Zlib', optional: true, os: ['darwin'] },
  'node_modules/spare': { version: '1.0.0', license: 'MIT' },
  'node_modules/tool': { version: '1.0.0', license: 'GPL-3.0', dev: true },
}

it('finds a package as Node does: the nearest one', () => {
  expect(locate(packages, 'node_modules/a', 'b')).toBe('node_modules/a/node_modules/b')
  expect(locate(packages, 'server', 'b')).toBe('node_modules/b')
  expect(locate(packages, 'server', 'gone')).toBeUndefined()
})

it('takes what runs, of all systems, and neither tools nor peers that may be missing', () => {
  expect(neededPlaces(packages, ['contract', 'server', 'web']).sort()).toEqual([
    'node_modules/a',
    'node_modules/a/node_modules/b',
    'node_modules/b-mac',
  ])
})

it('reads whose a work is, and nothing else of a licence', () => {
  const text = `MIT License

    Copyright (c) 2020 Ada <ada@example.org>
    Copyright 2019 Grace, Inc. All rights reserved.
    Copyright [yyyy] [name of copyright owner]
    (c) You must retain, in the Source form of any Derivative Works
    Copyright (C) 1989, 1991 Free Software Foundation, Inc.
    The above copyright notice shall be included`
  expect(copyrightLines(text)).toEqual([
    'Copyright (c) 2020 Ada &lt;ada@example.org>',
    'Copyright 2019 Grace, Inc. All rights reserved.',
  ])
})

it('writes the same document whether a package of another system is installed or not', async () => {
  await write('package-lock.json', { packages })
  await write('scripts/node/package-lock.json', { packages: { '': {} } })
  await write('node_modules/a/LICENSE', 'Copyright (c) 2020 Ada')
  const text = await notices(root)
  expect(text).toContain('| a | 1.0.0 | MIT | Copyright (c) 2020 Ada |')
  expect(text).toContain('| b-mac | 1.0.0 | Zlib |  |')
  await write('node_modules/b-mac/LICENSE', 'Copyright (c) 2021 Mac')
  expect(await notices(root)).toBe(text)
})

it('says so when neither lockfile nor package tell a licence', async () => {
  await write('package-lock.json', {
    packages: {
      server: { dependencies: { c: '1' } },
      web: {},
      contract: {},
      'node_modules/c': { version: '1.0.0' },
    },
  })
  await write('scripts/node/package-lock.json', { packages: { '': {} } })
  expect(await notices(root)).toContain('| c | 1.0.0 | not said |')
  await write('node_modules/c/package.json', { licenses: [{ type: 'MIT' }, { type: 'Apache-2.0' }] })
  expect(await notices(root)).toContain('| c | 1.0.0 | MIT OR Apache-2.0 |')
})
