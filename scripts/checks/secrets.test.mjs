import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { isSecretFile, secretsIn } from './secrets.mjs'

const letters = (length, alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567') =>
  [...randomBytes(length)].map((byte) => alphabet[byte % alphabet.length]).join('')
const pem = (type) =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type, format: 'pem' })

it.each([
  ['key of age', `AGE-SECRET-KEY-1${letters(58)}`],
  ['private key', `const key = \`${pem('pkcs8')}\``],
  ['private key', pem('pkcs1')],
  ['access key of Amazon', `S3_ACCESS_KEY_ID=AKIA${letters(16)}`],
  ['key of Google', `AIza${letters(35)}`],
  ['token of GitHub', `ghp_${letters(36)}`],
  ['token of npm', `//registry.npmjs.org/:_authToken=npm_${letters(36)}`],
  ['password in an address', `DATABASE_URL=postgres://ulna:${letters(20)}@db.clinic.test/ulna`],
])('I7 a %s is found', (kind, text) => {
  expect(secretsIn(`before\n${text}\nafter`)).toEqual([kind])
})

it.each([
  'AGE-SECRET-KEY-1…',
  '-----BEGIN PRIVATE KEY-----\n…',
  'smtp://user:password@host:587',
  'postgres://ulna:only-for-tests@localhost:5432/ulna',
  'recipient: age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p',
])('I7 %s is none', (text) => {
  expect(secretsIn(text)).toEqual([])
})

it('I7 a file that holds one is known by its name', () => {
  expect(['data/app-secret', '.env', 'deploy/key.p12'].map(isSecretFile)).toEqual([true, true, true])
  expect(['server/src/platform/app-secret.ts', 'deploy/systemd/ulna.env'].map(isSecretFile)).toEqual([
    false,
    false,
  ])
})
