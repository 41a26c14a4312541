import { describe, expect, it } from 'vitest'
import { oddLetters } from './imports.letters.ts'

const columns = { fields: ['firstName', null, 'note'] as const, headers: ['Nombre', 'Otro', 'Notas'] }

const found = (...cells: string[]) => {
  const { faults, hints } = oddLetters(columns, cells, 7)
  return [...faults, ...hints].map(({ field, key, params }) => [
    field,
    key,
    params.row,
    params.column,
    params.name,
  ])
}

/** A text of one encoding as it looks when it is read as the other. */
const readAsWindows = (text: string): string =>
  new TextDecoder('windows-1252').decode(new TextEncoder().encode(text))

describe('letters that were not read as they were written', () => {
  it('are a fault with row and column where a sign is lost, but for a column that is left out', () => {
    expect(found('Mu\uFFFDoz', 'x\uFFFD', '')).toEqual([
      ['firstName', 'import_unreadable_sign', 7, 1, 'Nombre'],
    ])
  })

  it.each([
    'ñ',
    'á',
    'é',
    'í',
    'ó',
    'ú',
    'ü',
    'Á',
    'É',
    'Í',
    'Ó',
    'Ú',
    'Ñ',
    'à',
    'è',
    'ì',
    'ò',
    'ù',
    '¿',
    '’',
    '–',
  ])('are a hint where “%s” is another encoding’s', (letter) => {
    expect(found('Ana', '', `x${readAsWindows(letter)}x`)).toEqual([['note', 'odd_letters', 7, 3, 'Notas']])
  })

  it.each(['Muñoz', 'João', 'SÃO PAULO', 'Â', 'Núñez de Cáceres', 'Perché', '€ 20'])(
    'are none in %s',
    (text) => {
      expect(found(text, '', text)).toEqual([])
    },
  )
})
