import { describe, expect, it } from 'vitest'
import { plainMarkup } from './trusted-markup.ts'

describe('E1 the policy for markup', () => {
  it('lets style sheets through as they are', () => {
    const sheet = ':root{--a:1px}@media(min-width:45em){.b>.c{color:red}}'
    expect(plainMarkup(sheet)).toBe(sheet)
  })

  it('refuses whatever could begin an element', () => {
    for (const text of ['<img src=x>', 'a<b', '</style>', '<!--', '\u0000<svg'])
      expect(() => plainMarkup(text)).toThrow(TypeError)
  })
})
