import { describe, expect, it } from 'vitest'
import { type PageSettings, pagePolicyOf, strictPolicy } from './page-policy.ts'

/** Nothing of third parties is configured. */
const strict =
  "default-src 'none'; script-src 'self' 'nonce-abc+/='; style-src 'self' 'nonce-abc+/='; " +
  "img-src 'self' blob: data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; " +
  "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'; " +
  "require-trusted-types-for 'script'; trusted-types default"

const policyText = (settings: PageSettings): string => pagePolicyOf(settings).contentSecurityPolicy('abc+/=')

/** What a policy allows beyond the strict one. */
const openedBy = (settings: PageSettings): Record<string, string[]> => {
  const parse = (text: string) =>
    new Map(text.split('; ').map((one) => [one.split(' ')[0] ?? '', one.split(' ').slice(1)]))
  const before = parse(strict)
  const opened = [...parse(policyText(settings))].map(([name, sources]) => [
    name,
    sources.filter((source) => !before.get(name)?.includes(source)),
  ])
  return Object.fromEntries(opened.filter(([, sources]) => (sources?.length ?? 0) > 0)) as Record<
    string,
    string[]
  >
}

const firebase = { projectId: 'ulna', apiKey: 'key', authDomain: 'ulna.firebaseapp.com' }

describe('the policy of the page', () => {
  it('is byte for byte the strict one while nothing of third parties is configured', () => {
    const nothing: PageSettings = {
      language: 'es',
      firebase: null,
      activationByMail: true,
      operator: { name: 'a', address: 'b', taxId: 'c', email: 'd' },
      analyticsId: null,
      socialPixelId: null,
      chatWidgetUrl: null,
      contact: true,
    }
    for (const settings of [{}, nothing]) {
      expect(policyText(settings)).toBe(strict)
      expect(pagePolicyOf(settings).openerPolicy).toBe('same-origin')
    }
    expect(strictPolicy.contentSecurityPolicy('abc+/=')).toBe(strict)
  })

  it('opens what each third party needs and nothing else', () => {
    expect(openedBy({ firebase })).toEqual({
      'script-src': ['https://apis.google.com'],
      'connect-src': ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'],
      'frame-src': ['https://ulna.firebaseapp.com'],
    })
    expect(openedBy({ firebase: { ...firebase, emulatorHost: 'localhost:9099' } })).toEqual({
      'script-src': ['https://apis.google.com'],
      'connect-src': [
        'https://identitytoolkit.googleapis.com',
        'https://securetoken.googleapis.com',
        'http://localhost:9099',
      ],
      'frame-src': ['https://ulna.firebaseapp.com', 'http://localhost:9099'],
    })
    const google = [
      'https://*.google-analytics.com',
      'https://*.analytics.google.com',
      'https://www.googletagmanager.com',
    ]
    expect(openedBy({ analyticsId: 'G-1' })).toEqual({
      'script-src': ['https://www.googletagmanager.com'],
      'connect-src': google,
      'img-src': google,
    })
    expect(openedBy({ socialPixelId: '1' })).toEqual({ 'img-src': ['https://www.facebook.com'] })
    expect(openedBy({ chatWidgetUrl: 'https://chat.example:8443/w.js?id=1' })).toEqual({
      'script-src': ['https://chat.example:8443'],
      'connect-src': ['https://chat.example:8443', 'wss://chat.example:8443'],
      'img-src': ['https://chat.example:8443'],
      'frame-src': ['https://chat.example:8443'],
    })
  })

  it('E1 asks for Trusted Types wherever no script of somebody else runs', () => {
    const asks = "require-trusted-types-for 'script'; trusted-types default"
    for (const settings of [{}, { socialPixelId: '1' }]) expect(policyText(settings)).toContain(asks)
    for (const settings of [
      { firebase },
      { analyticsId: 'G-1' },
      { chatWidgetUrl: 'https://c.example/w.js' },
    ])
      expect(policyText(settings)).not.toContain('trusted-types')
  })

  it('lets the window of the hosted identity service speak to the page, and no other', () => {
    expect(pagePolicyOf({ firebase }).openerPolicy).toBe('same-origin-allow-popups')
    const others = { analyticsId: 'G-1', socialPixelId: '1', chatWidgetUrl: 'https://chat.example/w.js' }
    expect(pagePolicyOf(others).openerPolicy).toBe('same-origin')
  })

  it('never allows inline code, evaluation, or any host at all, whatever is configured', () => {
    const everything = policyText({
      firebase: { ...firebase, emulatorHost: 'localhost:9099' },
      analyticsId: 'G-1',
      socialPixelId: '1',
      chatWidgetUrl: 'https://chat.example/w.js',
    })
    expect(everything).not.toMatch(/unsafe-|strict-dynamic| \*( |;|$)| https:( |;|$)/)
    expect(everything.match(/script-src/g)).toHaveLength(1)
    expect(everything.match(/frame-src/g)).toHaveLength(1)
    expect(everything).toContain("default-src 'none'")
    expect(everything).toContain("frame-ancestors 'none'")
    expect(everything).toContain("style-src 'self' 'nonce-abc+/=';")
  })
})
