import { describe, expect, it } from 'vitest'
import { licenceNumberInput, longestLicenceNumber } from './licence-number.ts'

describe('a licence number', () => {
  it.each([
    ['28/1234', '28/1234'],
    ['  T.P. 52-114 ', 'T.P. 52-114'],
    ['Iscr. Ordine TSRM-PSTRP Forlì 00417', 'Iscr. Ordine TSRM-PSTRP Forlì 00417'],
    ['nº 28', 'nº 28'],
    ['', null],
    ['   ', null],
    [null, null],
    [undefined, undefined],
  ])('is kept as registers write it: %s', (typed, kept) => {
    expect(licenceNumberInput.parse(typed)).toBe(kept)
  })

  it.each([
    '28_1234',
    '<b>1</b>',
    '1\n2',
    '1\u0000',
    '././ -',
    '1\u202e2',
    '😀 1',
    'a'.repeat(longestLicenceNumber + 1),
    28,
  ])('is nothing else: %j', (typed) => {
    expect(licenceNumberInput.safeParse(typed).success).toBe(false)
  })

  it('takes forty signs, blanks around them not counted', () => {
    const longest = '1'.repeat(longestLicenceNumber)
    expect(licenceNumberInput.parse(` ${longest} `)).toBe(longest)
  })
})
