import { describe, expect, it } from 'vitest'
import { oddDocument } from './imports.documents.ts'
import { likelyRule, splitName } from './imports.names.ts'

describe('a whole name', () => {
  it.each([
    ['Gómez Lara, Mariana', 'Mariana', 'Gómez Lara', false],
    ['de la Cruz Ruiz, María José', 'María José', 'de la Cruz Ruiz', false],
    ['Ana Ruiz', 'Ana', 'Ruiz', false],
    ['Mariana Gómez Lara', 'Mariana', 'Gómez Lara', true],
    ['María José Gómez Lara', 'María José', 'Gómez Lara', true],
    ['Juan de la Cruz Ruiz', 'Juan', 'de la Cruz Ruiz', true],
    ['Pedro Pérez de la Fuente', 'Pedro', 'Pérez de la Fuente', true],
    ['Ana', 'Ana', '', false],
    ['  ', '', '', false],
  ])('%s has two surnames where people have two', (whole, firstName, lastName, isGuess) => {
    expect(splitName(whole, 'last_two_words')).toEqual({ firstName, lastName, isGuess })
  })

  it.each([
    ['Anna Maria Rossi', 'Anna Maria', 'Rossi'],
    ['Luca De Santis', 'Luca', 'De Santis'],
    ['Rossi, Anna Maria', 'Anna Maria', 'Rossi'],
  ])('%s has one elsewhere', (whole, firstName, lastName) => {
    expect(splitName(whole, 'last_word')).toMatchObject({ firstName, lastName })
  })

  it.each([
    ['María Gómez de la Fuente', 'first_word', 'María', 'Gómez de la Fuente'],
    ['Gómez de la Fuente María', 'name_last', 'María', 'Gómez de la Fuente'],
    ['Rossi Anna', 'name_last', 'Anna', 'Rossi'],
    ['Di Marco, Anna', 'first_word', 'Anna', 'Di Marco'],
    ['Ana', 'first_word', 'Ana', ''],
  ] as const)('%s is split by the rule %s', (whole, rule, firstName, lastName) => {
    expect(splitName(whole, rule)).toMatchObject({ firstName, lastName })
  })

  it('seems to follow a rule by what its column is called, and by the language of its people', () => {
    expect(likelyRule('Apellidos y nombre', 'es')).toBe('name_last')
    expect(likelyRule('Cognome e nome', 'it')).toBe('name_last')
    expect(likelyRule('Paciente', 'es')).toBe('last_two_words')
    expect(likelyRule('Paziente', 'it')).toBe('last_word')
  })
})

describe('the number of a document', () => {
  it.each([
    '12345678Z',
    '12.345.678-Z',
    'X1234567L',
    '00000000t',
    'RSSMRA85T10A562S',
    '1020304050',
    '79123456',
    'AAB123456',
    'Paso 12',
  ])('%s has nothing odd', (text) => expect(oddDocument(text)).toBeNull())

  it.each([
    ['12345678A', 'check_dni'],
    ['X1234567A', 'check_dni'],
    ['RSSMRA85T10A562A', 'check_codice_fiscale'],
    ['RSSMRA85T10A5622', 'check_codice_fiscale'],
    ['12345', 'check_cedula'],
    ['12345678901', 'check_cedula'],
  ])('%s is worth a look', (text, hint) => expect(oddDocument(text)).toBe(hint))
})
