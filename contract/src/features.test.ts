import { readdir } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { features, sharedModules } from './features.ts'
import { scopedFeatures } from './practice-keys/practice-keys.scopes.ts'

type Module = Readonly<Record<string, unknown>>

const isSource = (name: string): boolean =>
  name.endsWith('.ts') && !/[.](test|fixture)[.]ts$/.test(name) && name !== 'features.ts'

/** What a module says of the wire: tables of endpoints, and schemas that are objects. */
const wireNames = (module: Module): string[] =>
  Object.entries(module)
    .filter(([name, value]) => name.endsWith('Endpoints') || isObjectSchema(value))
    .map(([name]) => name)

const isObjectSchema = (value: unknown): boolean =>
  (value as { _zod?: { def: { type: string } } } | null)?._zod?.def.type === 'object'

it('every module that says something of the wire belongs to a feature, so that the API’s document names it', async () => {
  const known = new Set([...sharedModules, ...Object.values(features).flatMap(({ modules }) => modules)])
  const left: string[] = []
  for (const name of (await readdir(new URL('.', import.meta.url))).filter(isSource)) {
    const module = (await import(/* @vite-ignore */ `./${name}`)) as Module
    if (!known.has(module) && wireNames(module).length > 0) left.push(name)
  }
  expect(left).toEqual([])
})

it('every feature says which scopes of a key open it, or that none do', () => {
  expect(scopedFeatures.toSorted()).toEqual(Object.keys(features).toSorted())
})
