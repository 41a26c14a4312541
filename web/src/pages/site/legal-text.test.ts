import { describe, expect, it } from 'vitest'
import { conditionsOf, holding, type Paragraph, piecesOf, valuesOf } from './legal-text.ts'

describe('legal texts', () => {
  it('say that nobody is named, and that nothing leaves the browser, when nothing is configured', () => {
    const conditions = conditionsOf({})
    expect([...conditions].sort()).toEqual(['noOperatorEmail', 'noThirdParties', 'operatorUnnamed'])
  })

  it('name the operator with what is known, and only the third parties that are configured', () => {
    const settings = {
      operator: { name: 'Clínica Sol S.L.', email: 'hola@sol.example', address: null, taxId: '' },
      chatWidgetUrl: 'https://chat.example/widget.js',
    }
    const conditions = conditionsOf(settings)
    expect([...conditions].sort()).toEqual(['chat', 'operatorEmail', 'operatorNamed', 'thirdParties'])
    expect(valuesOf(settings, 'https://ulna.example')).toMatchObject({
      site: 'ulna.example',
      contactUrl: 'https://ulna.example/#contact',
      operatorName: 'Clínica Sol S.L.',
      chatHost: 'chat.example',
    })
  })

  it('speak of transfers abroad only with services that make them', () => {
    expect(conditionsOf({ analyticsId: 'G-1' }).has('abroad')).toBe(true)
    expect(conditionsOf({ chatWidgetUrl: 'https://chat.example/w.js' }).has('abroad')).toBe(false)
  })

  it('leave out what does not hold', () => {
    const parts: Paragraph[] = [
      { text: 'always' },
      { text: 'chat', when: 'chat' },
      { text: 'none', when: 'noThirdParties' },
    ]
    expect(holding(parts, conditionsOf({})).map(({ text }) => text)).toEqual(['always', 'none'])
  })

  it('turn addresses into links and keep every letter', () => {
    const sentence = 'AEPD, https://www.aepd.es, o hola@sol.example. Más en http://localhost:3000/#contact.'
    const pieces = piecesOf(sentence)
    expect(pieces.map(({ text }) => text).join('')).toBe(sentence)
    expect(pieces.flatMap(({ href }) => (href === null ? [] : [href]))).toEqual([
      'https://www.aepd.es',
      'mailto:hola@sol.example',
      'http://localhost:3000/#contact',
    ])
  })
})
