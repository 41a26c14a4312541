import { readdir, readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { root } from '../run-command.mjs'
import { isAfter, releasedIn, withRelease } from './changelog.mjs'

const changelog = `# Changelog

## 0.10.0 (unreleased)

- Something new.

## 0.9.1 (2026-11-24)

- Something old.
`

it('a version comes behind another by its numbers', () => {
  expect(isAfter('0.10.0', '0.9.1')).toBe(true)
  expect(isAfter('0.9.1', '0.10.0')).toBe(false)
  expect(isAfter('0.9.1', '0.9.1')).toBe(false)
})

it('what is unreleased becomes the version of a day', () => {
  const released = withRelease(changelog, '0.10.0', '2026-12-01')
  expect(releasedIn(released)).toEqual(['0.10.0', '0.9.1'])
  expect(released).toContain('## 0.10.0 (2026-12-01)\n\n- Something new.\n\n## 0.9.1 (2026-11-24)\n')
})

it('a release that says nothing, is none, or does not come behind the last is refused in a sentence', () => {
  expect(() => withRelease(changelog, '0.9.0', '2026-12-01')).toThrow('0.9.0 does not come behind 0.9.1.')
  expect(() => withRelease(changelog, 'v1', '2026-12-01')).toThrow('v1 is no version')
  const released = withRelease(changelog, '0.10.0', '2026-12-01')
  expect(() => withRelease(released, '0.11.0', '2026-12-02')).toThrow('nothing that is unreleased')
})

it('every version that was released has its backup, and the changelog its section', async () => {
  const kept = (await readdir(`${root}server/test/releases`, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  expect(kept.sort()).toEqual(releasedIn(await readFile(`${root}CHANGELOG.md`, 'utf8')).sort())
})
