import { describe, expect, it } from 'vitest'
import { ownWorker, plainMarkup } from './trusted-markup.ts'

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

describe('E1 the policy for addresses of scripts', () => {
  const page = 'https://ulna.test/app/patient/7'

  it('lets through the worker of the PDF viewer out of our own build', () => {
    for (const address of ['/assets/pdf.worker.min-D3adB33f.mjs', 'https://ulna.test/assets/pdf.worker-1.js'])
      expect(ownWorker(address, page)).toBe(address)
  })

  it('refuses every other address', () => {
    const others = [
      'https://elsewhere.test/assets/pdf.worker.mjs',
      '//elsewhere.test/assets/pdf.worker.mjs',
      '/assets/own-1.js',
      '/assets/../api/file/7/original/pdf.worker.mjs',
      '/api/file/7/original',
      'data:text/javascript,1',
      'blob:https://ulna.test/5',
      'javascript:1',
      '',
    ]
    for (const address of others) expect(() => ownWorker(address, page), address).toThrow(TypeError)
  })
})
