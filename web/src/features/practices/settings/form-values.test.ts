import { describe, expect, it } from 'vitest'
import { changedKeys, mergeValues } from './form-values.ts'

const start = { name: 'Chapinero', hours: ['07:00'], logo: undefined as object | null | undefined }

describe('what a form has changed', () => {
  it('is nothing while the values say the same', () => {
    expect(changedKeys({ ...start, hours: ['07:00'] }, start)).toEqual([])
  })

  it('names every key whose value differs, also one that was removed', () => {
    expect(changedKeys({ name: 'Norte', hours: [], logo: null }, start)).toEqual(['name', 'hours', 'logo'])
  })
})

describe('two people who change the same practice', () => {
  it('keep what each of them wrote; where both wrote, what was typed here stays', () => {
    const mine = { ...start, name: 'Mine' }
    const theirs = { ...start, name: 'Theirs', hours: ['08:00'] }
    expect(mergeValues(theirs, mine, ['name'])).toEqual({ ...theirs, name: 'Mine' })
  })
})
