import { readdir } from 'node:fs/promises'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { root } from '../run-command.mjs'
import { drawSeed, seedOf } from './draws.mjs'

describe('what properties draw', () => {
  it('is the same in every run of npm test', () => {
    expect(seedOf({})).toBe(seedOf({}))
    expect(seedOf({})).toBeTypeOf('number')
  })

  it('is new in the long tier, and replayed by the seed that a failure tells', () => {
    expect(seedOf({ TEST_TIER: 'long' })).toBeUndefined()
    expect(seedOf({ TEST_SIZE: 'long' })).toBeUndefined()
    expect(seedOf({ TEST_TIER: 'long', TEST_SEED: '-42' })).toBe(-42)
    expect(new Set([drawSeed(), drawSeed(), drawSeed()]).size).toBeGreaterThan(1)
  })

  it('is set here as in every project of Vitest', async () => {
    expect(fc.readConfigureGlobal().seed).toBe(seedOf(process.env))
    const folders = await readdir(root, { withFileTypes: true })
    const configurations = folders
      .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
      .map(({ name }) => path.join(root, name, 'vitest.config.ts'))
    const projects = (
      await Promise.all(configurations.map((file) => import(file).catch(() => undefined)))
    ).filter(Boolean)
    expect(projects.length).toBe(4)
    for (const { default: project } of projects)
      expect(project.test.setupFiles, project.test.name).toContainEqual(
        expect.stringMatching(/testing\/draws\.setup\.mjs$/),
      )
  })
})
