import { describe, expect, it } from 'vitest'
import { nextPage } from './next-page.ts'

/** Ways in which an address was made to lead elsewhere. */
const elsewhere = [
  'https://evil.test/',
  'https://evil.test/app/dashboard',
  'http:evil.test',
  'http:/evil.test',
  '//evil.test',
  '//evil.test/app/',
  '///evil.test',
  '////evil.test',
  '/\\evil.test',
  '\\\\evil.test',
  '\\/evil.test',
  '/app\\..\\..\\evil.test',
  '/app/\\evil.test',
  '/app/..//evil.test',
  '/app/../../evil.test',
  '/app/%2e%2e//evil.test',
  '/app/%2e%2e/%2e%2e/login',
  '/app/..%2f..%2fevil.test',
  '/app/..%5c..%5cevil.test',
  '/app//evil.test',
  '/app/%2f%2fevil.test',
  '/app/\t//evil.test',
  '/app/\n/evil.test',
  '/app/\r\nLocation: https://evil.test',
  ' /app/dashboard',
  '\u0000/app/dashboard',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)//app/',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://evil.test/1',
  '@evil.test',
  'https:@evil.test',
  '/@evil.test',
  'app/dashboard',
  './app/dashboard',
  '/login?next=//evil.test',
  '/api/auth/logout',
  '/application/dashboard',
  '',
  '/',
]

describe('E14: the page after a sign-in', () => {
  it.each(elsewhere)('is not %j', (wish) => {
    expect(nextPage(wish)).toBeUndefined()
  })

  it.each([undefined, null, 17, ['/app/dashboard'], { href: '/app/dashboard' }])('is not %j', (wish) => {
    expect(nextPage(wish)).toBeUndefined()
  })

  it.each([
    '/app/dashboard',
    '/app/calendar?view=week&date=2026-11-20',
    '/app/patient/17#records',
    '/app/patient?q=ana//luisa',
  ])('may be %s', (wish) => {
    expect(nextPage(wish)).toBe(wish)
  })

  it.each(elsewhere)('stays on our host whatever a browser makes of it: %j', (wish) => {
    const page = nextPage(wish) ?? '/app/dashboard'
    expect(new URL(page, 'https://ulna.test/login').host).toBe('ulna.test')
  })
})
