import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../run-command.mjs'
import { listPackages } from './package-list.mjs'

const read = async (file) => JSON.parse(await readFile(path.join(root, file), 'utf8'))

it('I8 the list of packages names every one that the server runs with in its version, and none to build or test with', async () => {
  const { components, metadata } = await listPackages()
  const listed = new Map(components.map(({ name, version }) => [name, version]))
  const { dependencies } = await read('server/package.json')
  for (const [name, version] of Object.entries(dependencies))
    if (!name.startsWith('@ulna/')) expect([name, listed.get(name)]).toEqual([name, version])
  for (const name of ['vitest', '@playwright/test', '@biomejs/biome', 'vite'])
    expect(listed.has(name)).toBe(false)
  expect(metadata.component.version).toBe((await read('package.json')).version)
})

it('I8 each package of it says its licence and digest, and stands there once', async () => {
  const { components } = await listPackages()
  expect(new Set(components.map(({ purl }) => purl)).size).toBe(components.length)
  for (const { purl, licenses, hashes } of components) {
    expect(purl).toMatch(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@\d/)
    const [{ expression, license }] = licenses
    expect([purl, expression ?? license.name]).toEqual([purl, expect.stringMatching(/./)])
    expect(expression ?? '').not.toMatch(/see licen|not said/i)
    expect([purl, hashes?.[0].content]).toEqual([purl, expect.stringMatching(/^[0-9a-f]{128}$/)])
  }
})
