import { describe, expect, it } from 'vitest'
import { currencyChoices } from './currencies.ts'

const codes = (used: readonly string[]) => currencyChoices('es', used).map(({ value }) => value)

describe('the currencies to choose from', () => {
  it('begin with what the practice uses, then the common ones, each once', () => {
    expect(codes(['COP', 'USD', 'COP']).slice(0, 4)).toEqual(['COP', 'USD', 'EUR', 'MXN'])
    expect(new Set(codes(['COP', 'USD'])).size).toBe(codes(['COP', 'USD']).length)
  })

  it('leave out units of account, funds, metals and codes for tests, unless one is in use', () => {
    for (const code of ['XSU', 'XDR', 'XUA', 'CLF', 'BOV']) expect(codes(['EUR'])).not.toContain(code)
    expect(codes(['CLF'])[0]).toBe('CLF')
  })

  it('lists the others by their names', () => {
    const names = currencyChoices('es', ['EUR'])
      .slice(9)
      .map(({ label }) => label.split(' · ')[1] ?? '')
    expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other, 'es')))
  })
})
