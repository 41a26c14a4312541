import { describe, expect, it } from 'vitest'
import {
  afterSave,
  changedKeys,
  type FormState,
  follow,
  keepMine,
  namedFaults,
} from './server-form-values.ts'

interface Values {
  name: string
  slogan: string
  hours: string[]
  logo: object | string | null
}
type Stored = Values & { version: number }

const valuesOf = ({ version: _, ...values }: Stored): Values => values

const stored: Stored = { version: 3, name: 'Chapinero', slogan: '', hours: ['07:00'], logo: null }
const start = valuesOf(stored)
const typed = (part: Partial<Values>): FormState<Stored, Values> => ({
  stored,
  values: { ...start, ...part },
})

describe('what a form has changed', () => {
  it('is nothing while the values say the same', () => {
    expect(changedKeys({ ...start, hours: ['07:00'] }, start)).toEqual([])
  })

  it('names every key whose value differs, also one that was removed', () => {
    const values = { ...start, name: 'Norte', hours: [], logo: {} }
    expect(changedKeys(values, start)).toEqual(['name', 'hours', 'logo'])
  })
})

describe('after a save', () => {
  const save = (sent: Values, now: Partial<Values>, answer: Partial<Stored> = {}) =>
    afterSave(typed(now), { sent, answer: { ...stored, ...sent, version: 4, ...answer }, valuesOf })

  it('what was not touched since takes what the server made of it', () => {
    const after = save({ ...start, name: ' Norte ' }, { name: ' Norte ' }, { name: 'Norte' })
    expect(after.values).toEqual({ ...start, name: 'Norte' })
    expect(changedKeys(after.values, valuesOf(after.stored))).toEqual([])
  })

  it('what was typed while it was under way stays, and is not saved yet', () => {
    const after = save({ ...start, name: 'Norte' }, { name: 'Norte 2', slogan: 'Sin prisa' })
    expect(after.values).toEqual({ ...start, name: 'Norte 2', slogan: 'Sin prisa' })
    expect(changedKeys(after.values, valuesOf(after.stored))).toEqual(['name', 'slogan'])
    expect(after.stored).toMatchObject({ version: 4, name: 'Norte' })
  })

  it('what was typed and taken back while it was under way is a change again', () => {
    const after = save({ ...start, name: 'Norte' }, { name: 'Chapinero' })
    expect(changedKeys(after.values, valuesOf(after.stored))).toEqual(['name'])
  })
})

describe('two people who change the same', () => {
  const theirs: Stored = { ...stored, version: 4, name: 'Theirs', hours: ['08:00'] }

  it('keep what each of them wrote; where both wrote, what was typed here stays', () => {
    const kept = keepMine({ ...typed({ name: 'Mine' }), theirs }, valuesOf)
    expect(kept).toEqual({ stored: theirs, values: { ...valuesOf(theirs), name: 'Mine' } })
  })

  it('decide nothing while nobody else has saved', () => {
    const state = typed({ name: 'Mine' })
    expect(keepMine(state, valuesOf)).toBe(state)
  })
})

describe('a form beside what the page knows by now', () => {
  const renamed = { ...stored, version: 5, name: 'Norte' }

  it('follows a newer version that says the same to it; what is typed stays', () => {
    const known = { ...stored, version: 5 }
    expect(follow(typed({ name: 'Mine' }), known, valuesOf)).toEqual({
      ...typed({ name: 'Mine' }),
      stored: known,
    })
  })

  it('shows a newer version while nothing is typed', () => {
    expect(follow(typed({}), renamed, valuesOf)).toEqual({ stored: renamed, values: valuesOf(renamed) })
  })

  it('goes on from what it showed where something is typed: saving is refused then, and both are shown', () => {
    const state = typed({ slogan: 'Mine' })
    expect(follow(state, renamed, valuesOf)).toBe(state)
  })

  it('stays where what the page knows is older than what was answered', () => {
    const state = typed({})
    expect(follow(state, { ...renamed, version: 2 }, valuesOf)).toBe(state)
  })
})

describe('what the server refused', () => {
  const fieldOf = (path: string) => (path === 'title' ? 'name' : path)

  it('stands at the fields of the form, by what they are called here', () => {
    const texts = { title: 'Missing', 'hours.0.to': 'Too early', slogan: 'Too long' }
    expect(namedFaults(texts, fieldOf, start)).toEqual({
      name: 'Missing',
      'hours.0.to': 'Too early',
      slogan: 'Too long',
    })
  })

  it('is said of the whole where the form has no field for it', () => {
    expect(namedFaults({ status: 'Not from here' }, fieldOf, start)).toEqual({})
    expect(namedFaults({ name: 'Missing' }, () => undefined, start)).toEqual({})
  })
})
