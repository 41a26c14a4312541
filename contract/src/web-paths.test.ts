import { describe, expect, it } from 'vitest'
import { isWebPath } from './web-paths.ts'

describe('a page of the web app', () => {
  it.each([
    '/',
    '/login',
    '/login/',
    '/Login',
    '/register',
    '/register/',
    '/register/a-token',
    '/register/any/path/beneath/it',
    '/app',
    '/app/',
    '/app/patient/12/sign/13',
    '/app/session-package/receipts',
    '/app/settings/retention',
    '/app/settings/audit',
  ])('is at %s', (path) => {
    expect(isWebPath(path)).toBe(true)
  })

  it.each([
    '',
    '//',
    '/nothing',
    '/favicon.ico',
    '/manifest.webmanifest',
    '/metrics',
    '/.well-known/security.txt',
    '/login/x',
    '/registered',
    '/app/nothing',
    '/app/settings/nothing',
    '/app/patients',
    '/$',
    '/register$',
  ])('is not at %s', (path) => {
    expect(isWebPath(path)).toBe(false)
  })
})
