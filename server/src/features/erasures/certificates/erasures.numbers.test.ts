import { describe, expect, it } from 'vitest'
import { type NumberedFile, numbersThatStay } from './erasures.numbers.ts'

const file = (fileId: string, given: Partial<NumberedFile> = {}): NumberedFile => ({
  fileId,
  socialId: '52.887.301',
  fullName: 'Mariana Gómez de la O',
  birthDate: '1980-02-03',
  ...given,
})

describe('the numbers of a file that stay after it was erased', () => {
  it('are those it was counted or called by, of every file that became part of it', () => {
    expect(numbersThatStay([file('0042'), file('HC-7/2009')], false)).toEqual(['0042', 'HC-7/2009'])
  })

  it.each(['52887301', 'CC 52.887.301', 'gomez-1', 'MARIANA', '19800203', '03.02.1980-b'])(
    'are not one that says whose it is: %s',
    (fileId) => {
      expect(numbersThatStay([file('0042'), file(fileId)], false)).toEqual(['0042'])
    },
  )

  it('are one that says whose it is where the law calls the file by it', () => {
    expect(numbersThatStay([file('52887301')], true)).toEqual(['52887301'])
  })

  it('are not taken away by a short piece of a name that stands in them by chance', () => {
    expect(numbersThatStay([file('DELA-0')], false)).toEqual(['DELA-0'])
    expect(numbersThatStay([file('7', { socialId: null, birthDate: null })], false)).toEqual(['7'])
  })
})
