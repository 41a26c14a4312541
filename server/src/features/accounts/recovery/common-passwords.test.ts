import { dictionary } from '@zxcvbn-ts/language-common'
import { describe, expect, it } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

const published = dictionary['passwords-common'] as readonly string[]

describe('G12: a password', () => {
  it('is refused when it is one of the 3,000 most used, alone, in capitals, doubled, or with a year behind', () => {
    const variants = (one: string): string[] => [one.toUpperCase(), `${one}${one}`, `${one}2024`]
    const used = published.slice(0, 3000)
    const found = [...used, ...used.slice(0, 300).flatMap(variants)].filter((one) => !isCommonPassword(one))
    expect(found).toEqual([])
  })

  it.each([
    'Fisioterapia!!',
    'contraseña123',
    'abcdefghij1',
    'q1w2e3r4t5y6',
    '20201231'.repeat(5),
    'p4ssw0rd'.repeat(16),
    'ñ'.repeat(128),
  ])('is refused when a program finds it early: %s', (password) => {
    expect(isCommonPassword(password)).toBe(true)
  })

  it.each([
    'cuatro gatos en el tejado',
    'una frase que nadie conoce',
    'Xk9$mQ2vLp',
    'пять слов о погоде',
    '七つの海を渡る大きな船',
  ])('is taken without rules of composition: %s', (password) => {
    expect(isCommonPassword(password)).toBe(false)
  })
})
