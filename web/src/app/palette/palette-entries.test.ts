import { describe, expect, it } from 'vitest'
import { bestEntries, bestEntry, findFolded, foundIn, matchingEntries } from './palette-entries.ts'

const entry = (label: string, words = '') => ({ label, words, href: `/${label}`, icon: null })

describe('search palette', () => {
  it('finds a text without regard to case and accents, at its place', () => {
    expect(findFolded('Rosa Elena Márquez', 'mar')).toEqual({ start: 11, end: 14 })
    expect(findFolded('Íñigo', 'ini')).toEqual({ start: 0, end: 3 })
    expect(findFolded('Rosa', 'x')).toBeNull()
  })

  it('underlines what was typed, and where it stands apart each of its words', () => {
    expect(foundIn('Mariana Gómez Lara', 'mariana g')).toEqual([{ start: 0, end: 9 }])
    expect(foundIn('Mariana Gómez Lara', 'lara mari')).toEqual([
      { start: 0, end: 4 },
      { start: 14, end: 18 },
    ])
    expect(foundIn('Mariana', '555 1234')).toEqual([])
  })

  it('keeps every entry for an empty query and the matching ones otherwise', () => {
    const entries = [entry('Hoy'), entry('Agenda')]
    expect(matchingEntries(entries, ' ')).toEqual(entries)
    expect(matchingEntries(entries, 'AGE')).toEqual([entries[1]])
  })

  it('finds an entry by what else people call it, from the begin of a word', () => {
    const entries = [entry('Emitir recibo', 'cobrar pago factura'), entry('Nueva cita', 'reservar')]
    expect(matchingEntries(entries, 'cobr')).toEqual([entries[0]])
    expect(matchingEntries(entries, 'recibo fact')).toEqual([entries[0]])
    expect(matchingEntries(entries, 'servar')).toEqual([])
  })

  it.each([
    ['mariana', ['Mariana Gómez', 'Nuevo paciente'], 0],
    // A page that is named in full goes before a patient whose name begins like it.
    ['agenda', ['Agendano Pérez', 'Agenda'], 1],
    ['recibos', ['María Recibosa', 'Recibos'], 1],
    // A patient found by a phone number goes before an action that only contains it.
    ['1234', ['Mariana Gómez', 'Sala x1234'], 0],
    ['', ['Hoy', 'Agenda'], 0],
    ['gómez', ['Pagomez Díaz', 'Ana Gómez'], 1],
  ])('takes “%s” among %j for entry %d', (query, labels, best) => {
    expect(
      bestEntry(
        labels.map((label) => entry(label)),
        query,
      ),
    ).toBe(best)
  })

  it('lists those first whose name begins like the text, and no more than asked for', () => {
    const entries = ['Alejandra María', 'Arturo Marín', 'Omar Díaz', 'Mariana Gómez'].map((label) =>
      entry(label),
    )
    expect(bestEntries(entries, 'mar', 3).map(({ label }) => label)).toEqual([
      'Mariana Gómez',
      'Alejandra María',
      'Arturo Marín',
    ])
  })
})
