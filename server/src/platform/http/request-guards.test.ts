import { expect, it } from 'vitest'
import { allowedOrigins } from './request-guards.ts'

const originsOf = (appUrl: string, port: number): string[] => [...allowedOrigins(appUrl, () => port)].sort()

it('an installation with a name of its own is written to by its own pages alone', () => {
  expect(originsOf('https://ulna.example.org/start', 3000)).toEqual(['https://ulna.example.org'])
  expect(originsOf('https://ulna.example.org:8443', 3000)).toEqual(['https://ulna.example.org:8443'])
})

it('a local installation is written to under every name of this computer, at its port and at the one of its address', () => {
  expect(originsOf('http://localhost:3000', 3001)).toEqual([
    'http://127.0.0.1:3000',
    'http://127.0.0.1:3001',
    'http://[::1]:3000',
    'http://[::1]:3001',
    'http://localhost:3000',
    'http://localhost:3001',
  ])
})

it('an origin is known as a browser writes it, without the port of its scheme', () => {
  expect(originsOf('http://localhost', 80)).toEqual(['http://127.0.0.1', 'http://[::1]', 'http://localhost'])
  expect(originsOf('https://localhost', 80)).toContain('https://127.0.0.1')
})
