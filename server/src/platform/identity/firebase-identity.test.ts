import { createHmac, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { decodeJwt, exportPKCS8, exportSPKI, jwtVerify, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type KeyServer,
  nowInSeconds,
  startKeyServer,
  testProject,
  usualClaims,
} from '../../../test/key-server.ts'
import { createScratchDirectory } from '../../../test/scratch-directory.ts'
import { firebaseIdentity } from './firebase-identity.ts'
import type { IdentityService } from './identity.ts'

let keys: KeyServer
let identity: IdentityService
beforeAll(async () => {
  keys = await startKeyServer()
})
afterAll(() => keys.close())

const open = (changes: Partial<Parameters<typeof firebaseIdentity>[0]> = {}): Promise<IdentityService> =>
  firebaseIdentity({
    projectId: testProject,
    emulatorHost: undefined,
    serviceAccountFile: undefined,
    keysUrl: keys.url,
    ...changes,
  })

beforeEach(async () => {
  identity = await open()
})

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token put together by hand, as no library would. */
const forge = (header: object, payload: object, sign: (content: string) => string): string => {
  const content = `${part(header)}.${part(payload)}`
  return `${content}.${sign(content)}`
}

const rs256 = (key: KeyObject) => (content: string) =>
  createSign('RSA-SHA256').update(content).sign(key).toString('base64url')

const expectRefused = (token: string, service = identity): Promise<void> =>
  expect(service.verify(token)).rejects.toMatchObject({ name: 'AppError', key: 'invalid_token' })

describe('an ID token', () => {
  it('says who somebody is', async () => {
    expect(await identity.verify(await keys.idToken())).toEqual({
      uid: 'firebase-laura',
      email: 'laura@example.test',
      emailVerified: true,
      name: 'Laura María Restrepo',
      signedInAt: expect.any(Number),
    })
  })

  it('of somebody without address or name, or whose address is not proven, says so', async () => {
    const bare = { email: undefined, email_verified: undefined, name: undefined }
    expect(await identity.verify(await keys.idToken(bare))).toMatchObject({
      email: null,
      emailVerified: false,
      name: null,
    })
    const unproven = await keys.idToken({ email: 'Laura@Example.test', email_verified: false })
    expect(await identity.verify(unproven)).toMatchObject({
      email: 'laura@example.test',
      emailVerified: false,
    })
  })

  it('is taken by a clock that is a few seconds behind', async () => {
    const ahead = { iat: nowInSeconds() + 5, auth_time: nowInSeconds() + 5 }
    await identity.verify(await keys.idToken(ahead))
    await identity.verify(await keys.idToken({ exp: nowInSeconds() - 5 }))
  })

  it.each(['iat', 'auth_time'])(
    'is taken up to ten seconds before its own time, and no earlier: %s',
    async (claim) => {
      vi.useFakeTimers({ toFake: ['Date'], now: nowInSeconds() * 1000 })
      try {
        const early = await keys.idToken({ [claim]: nowInSeconds() + 10 })
        const tooEarly = await keys.idToken({ [claim]: nowInSeconds() + 11 })
        expect(await identity.verify(early)).toMatchObject({ uid: 'firebase-laura' })
        await expectRefused(tooEarly)
      } finally {
        vi.useRealTimers()
      }
    },
  )

  it('needs the keys once', async () => {
    const before = keys.asked()
    for (let round = 0; round < 5; round += 1) await identity.verify(await keys.idToken())
    expect(keys.asked()).toBe(before + 1)
  })

  it('is no reason to refuse anybody while the keys cannot be got', async () => {
    keys.setAway(true)
    const token = await keys.idToken()
    await expect(identity.verify(token)).rejects.toMatchObject({ key: 'service_unavailable' })
    const nowhere = await open({ keysUrl: 'http://127.0.0.1:9/keys' })
    await expect(nowhere.verify(token)).rejects.toMatchObject({ key: 'service_unavailable' })
    keys.setAway(false)
    await identity.verify(token)
  })
})

describe('G5 a token that was tampered with', () => {
  it('is refused without a signature, however that is spelled', async () => {
    for (const alg of ['none', 'None', 'NONE', 'nOnE', '', undefined, null]) {
      await expectRefused(forge({ alg, typ: 'JWT' }, usualClaims(), () => ''))
      await expectRefused(forge({ alg, kid: 'current' }, usualClaims(), () => 'AAAA'))
    }
    const signature = (await keys.idToken()).split('.')[2]
    await expectRefused(forge({ alg: 'none', kid: 'current' }, usualClaims(), () => signature ?? ''))
  })

  it('is refused when the public key was taken for a shared secret', async () => {
    const pem = await exportSPKI(keys.publicKey)
    for (const secret of [pem, pem.trim(), pem.replaceAll('\n', '\r\n'), '']) {
      for (const [alg, hash] of [
        ['HS256', 'sha256'],
        ['HS384', 'sha384'],
        ['HS512', 'sha512'],
      ] as const) {
        const hs = (content: string) => createHmac(hash, secret).update(content).digest('base64url')
        await expectRefused(forge({ alg, kid: 'current', typ: 'JWT' }, usualClaims(), hs))
        await expectRefused(forge({ alg: 'RS256', kid: 'current', typ: 'JWT' }, usualClaims(), hs))
      }
    }
  })

  it('is refused when another key signed it, also one that it brings along', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const jwk = publicKey.export({ format: 'jwk' })
    for (const header of [
      { kid: 'current' },
      { kid: 'other' },
      {},
      { kid: 'current', jwk },
      { jwk },
      { kid: 'current', jku: 'http://127.0.0.1:9/evil' },
      { kid: 'current', x5u: 'http://127.0.0.1:9/evil', x5c: ['MIIB'] },
      { kid: 'current', crit: ['exp'], exp: 1 },
    ]) {
      await expectRefused(forge({ alg: 'RS256', typ: 'JWT', ...header }, usualClaims(), rs256(privateKey)))
    }
  })

  it('is refused with a key id that is a path, a statement or an object', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    for (const kid of [
      '../../../../dev/null',
      '/dev/null',
      "' or 1=1 --",
      '__proto__',
      'constructor',
      '',
      0,
      {},
      [],
      null,
    ]) {
      await expectRefused(forge({ alg: 'RS256', typ: 'JWT', kid }, usualClaims(), rs256(privateKey)))
    }
  })

  it('is refused with another algorithm', async () => {
    for (const alg of ['RS384', 'RS512', 'PS256', 'ES256', 'EdDSA', 'rs256']) {
      const signature = (await keys.idToken()).split('.')[2] ?? ''
      await expectRefused(forge({ alg, kid: 'current', typ: 'JWT' }, usualClaims(), () => signature))
    }
  })

  it('is refused from another issuer, for another project, or without subject', async () => {
    const wrong = [
      { iss: 'https://securetoken.google.com/another' },
      { iss: `https://securetoken.google.com/${testProject}/` },
      { iss: `https://session.firebase.google.com/${testProject}` },
      { iss: 'https://accounts.google.com' },
      { iss: undefined },
      { aud: 'another' },
      { aud: undefined },
      { aud: '' },
      { sub: '' },
      { sub: undefined },
      { sub: 7 },
      { sub: 'x'.repeat(129) },
      { auth_time: undefined },
      { auth_time: 'yesterday' },
      { email: { toString: 'laura@example.test' } },
      { email_verified: 'true' },
      { email_verified: 1 },
    ]
    for (const changes of wrong) await expectRefused(await keys.idToken(changes))
  })

  it('is refused too late and too early', async () => {
    const now = nowInSeconds()
    const wrong = [
      { exp: now - 60 },
      { exp: undefined },
      { exp: String(now + 3600) },
      { nbf: now + 600 },
      { iat: now + 600 },
      { iat: undefined },
      { auth_time: now + 600 },
    ]
    for (const changes of wrong) await expectRefused(await keys.idToken(changes))
  })

  it('is refused truncated, changed, or with more behind it', async () => {
    const token = await keys.idToken()
    const [header = '', payload = '', signature = ''] = token.split('.')
    const other = part({ ...usualClaims(), sub: 'somebody-else' })
    const wrong = [
      '',
      '.',
      '..',
      'null',
      header,
      `${header}.${payload}`,
      `${header}.${payload}.`,
      `${header}.${payload}.${signature.slice(0, -2)}`,
      `${header}.${other}.${signature}`,
      `${header}..${signature}`,
      `.${payload}.${signature}`,
      `${token}.`,
      `${token}.${signature}`,
      `${token}\0`,
      ` ${token}`,
      `Bearer ${token}`,
      token.slice(0, 40),
    ]
    for (const one of wrong) await expectRefused(one)
  })

  it('is refused when it is a custom token of ours', async () => {
    const emulated = await open({ emulatorHost: '127.0.0.1:9099' })
    const custom = (await emulated.customToken('firebase-laura')) ?? ''
    await expectRefused(custom)
    await expectRefused(custom, emulated)
  })
})

describe('with the emulator', () => {
  const unsigned = (changes: Readonly<Record<string, unknown>> = {}): string =>
    new UnsecuredJWT({ ...usualClaims(), ...changes }).encode()

  it('tokens are taken unsigned, and nothing else about them is', async () => {
    const emulated = await open({ emulatorHost: '127.0.0.1:9099' })
    expect(await emulated.verify(unsigned())).toMatchObject({ uid: 'firebase-laura', emailVerified: true })
    for (const changes of [
      { iss: 'https://securetoken.google.com/another' },
      { aud: 'another' },
      { exp: nowInSeconds() - 60 },
      { iat: nowInSeconds() + 600 },
      { nbf: nowInSeconds() + 600 },
      { sub: '' },
      { auth_time: undefined },
    ]) {
      await expectRefused(unsigned(changes), emulated)
    }
    await expectRefused(`${unsigned()}AAAA`, emulated)
    await expectRefused(await keys.idToken(), emulated)
  })

  it('custom tokens are unsigned', async () => {
    const emulated = await open({ emulatorHost: '127.0.0.1:9099' })
    const { payload } = UnsecuredJWT.decode((await emulated.customToken('uid-1')) ?? '')
    expect(payload).toMatchObject({ uid: 'uid-1', sub: 'firebase-auth-emulator@example.com' })
  })
})

describe('a custom token', () => {
  it('is signed by the service account, for Firebase, for an hour', async () => {
    const scratch = await createScratchDirectory()
    const serviceAccountFile = path.join(scratch.directory, 'key.json')
    const account = 'ulna@ulna-test.iam.gserviceaccount.com'
    const content = { client_email: account, private_key: await exportPKCS8(keys.privateKey) }
    await writeFile(serviceAccountFile, JSON.stringify(content))
    const service = await open({ serviceAccountFile })
    const token = (await service.customToken('uid-1')) ?? ''
    const { payload, protectedHeader } = await jwtVerify(token, keys.publicKey, {
      algorithms: ['RS256'],
      issuer: account,
      subject: account,
      audience: 'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit',
    })
    expect(protectedHeader).toEqual({ alg: 'RS256', typ: 'JWT' })
    expect(payload.uid).toBe('uid-1')
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3600)
    expect(Object.keys(decodeJwt(token)).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'sub', 'uid'])
    await scratch.remove()
  })

  it('is none without a key', async () => {
    expect(await identity.customToken('uid-1')).toBeNull()
  })

  it('needs a key file that is one; the sentence names the file and not what is in it', async () => {
    const scratch = await createScratchDirectory()
    const file = path.join(scratch.directory, 'key.json')
    const contents = [
      '',
      'secret',
      '{}',
      '{"client_email":"a","private_key":"secret"}',
      '{"private_key":"secret"}',
    ]
    for (const content of contents) {
      await writeFile(file, content)
      const refusal = await open({ serviceAccountFile: file }).catch((error: Error) => error.message)
      expect(refusal).toBe(
        `FIREBASE_SERVICE_ACCOUNT is ${JSON.stringify(file)}; it must be the JSON key file of a service account.`,
      )
    }
    await expect(open({ serviceAccountFile: `${file}.none` })).rejects.toThrow('must be the JSON key file')
    await scratch.remove()
  })
})
