import { expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { startWarnings } from './start-warnings.ts'

it('an installation as it comes is warned of nothing', () => {
  expect(startWarnings(readConfig({}))).toEqual([])
})

it('whoever switches protection off is told', () => {
  expect(startWarnings(readConfig({ CAPTCHA: 'off', RATE_LIMITS: 'off' }))).toEqual([
    'CAPTCHA is off: only for automated tests and benchmarks.',
    'RATE_LIMITS is off: only for automated tests and benchmarks.',
  ])
})

it('an address without https is warned of, unless it is of this computer', () => {
  expect(
    startWarnings(readConfig({ APP_URL: 'http://ulna.example', OPERATORS: 'ana@ulna.example' })),
  ).toEqual([expect.stringMatching(/^APP_URL is not https/)])
  for (const APP_URL of ['http://localhost:8080', 'http://127.0.0.1', 'http://[::1]:3000'])
    expect(startWarnings(readConfig({ APP_URL }))).toEqual([])
})

it('a proxy in front that is not believed is warned of', () => {
  expect(
    startWarnings(readConfig({ APP_URL: 'https://ulna.example', OPERATORS: 'ana@ulna.example' })),
  ).toEqual([expect.stringMatching(/^APP_URL is https and TRUST_PROXY is 0/)])
  expect(
    startWarnings(
      readConfig({ APP_URL: 'https://ulna.example', OPERATORS: 'ana@ulna.example', TRUST_PROXY: '1' }),
    ),
  ).toEqual([])
})

it('a server that others reach and nobody looks after is warned of', () => {
  expect(startWarnings(readConfig({ APP_URL: 'https://ulna.example', TRUST_PROXY: '1' }))).toEqual([
    expect.stringMatching(/^OPERATORS names nobody/),
  ])
})
