import { describe, expect, it } from 'vitest'
import { findFolded, matchingEntries } from './palette-entries.ts'

const entry = (label: string) => ({ label, href: `/${label}`, icon: null })

describe('search palette', () => {
  it('finds a text without regard to case and accents, at its place', () => {
    expect(findFolded('Rosa Elena Márquez', 'mar')).toEqual({ start: 11, end: 14 })
    expect(findFolded('Íñigo', 'ini')).toEqual({ start: 0, end: 3 })
    expect(findFolded('Rosa', 'x')).toBeNull()
  })

  it('keeps every entry for an empty query and the matching ones otherwise', () => {
    const entries = [entry('Hoy'), entry('Agenda')]
    expect(matchingEntries(entries, ' ')).toEqual(entries)
    expect(matchingEntries(entries, 'AGE')).toEqual([entries[1]])
  })
})
