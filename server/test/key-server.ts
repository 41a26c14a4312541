import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

export const testProject = 'ulna-test'

export interface KeyServer {
  /** Where the public keys are, as at Google. */
  readonly url: string
  readonly publicKey: CryptoKey
  readonly privateKey: CryptoKey
  /** How often the keys were asked for. */
  readonly asked: () => number
  /** An ID token as the hosted identity service gives it, unless `changes` say otherwise. */
  idToken(changes?: Readonly<Record<string, unknown>>): Promise<string>
  /** Gives the keys out no more, until told otherwise. */
  setAway(away: boolean): void
  close(): Promise<void>
}

export const nowInSeconds = (): number => Math.floor(Date.now() / 1000)

/** What a token says of Laura, who signed in with Google a minute ago. */
export const usualClaims = (): JWTPayload => ({
  iss: `https://securetoken.google.com/${testProject}`,
  aud: testProject,
  sub: 'firebase-laura',
  user_id: 'firebase-laura',
  iat: nowInSeconds() - 60,
  exp: nowInSeconds() + 3540,
  auth_time: nowInSeconds() - 60,
  email: 'laura@example.test',
  email_verified: true,
  name: 'Laura María Restrepo',
  firebase: { identities: { email: ['laura@example.test'] }, sign_in_provider: 'google.com' },
})

/** Google's public keys of ID tokens on this machine, and the private one besides. */
export const startKeyServer = async (): Promise<KeyServer> => {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: 'current', alg: 'RS256', use: 'sig' }
  let asked = 0
  let away = false
  const server = createServer((_request, response) => {
    asked += 1
    response.writeHead(away ? 500 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ keys: [jwk] }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/keys`,
    publicKey,
    privateKey,
    asked: () => asked,
    idToken: (changes = {}) =>
      new SignJWT({ ...usualClaims(), ...changes })
        .setProtectedHeader({ alg: 'RS256', kid: 'current', typ: 'JWT' })
        .sign(privateKey),
    setAway: (value) => {
      away = value
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
