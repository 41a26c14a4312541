import { randomUUID } from 'node:crypto'
import { accountEndpoints } from '@ulna/contract/accounts/accounts'
import { identityEndpoints } from '@ulna/contract/accounts/accounts.identity'
import { recoveryEndpoints } from '@ulna/contract/accounts/accounts.recovery'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { firebaseIdentity } from '../../src/platform/identity/firebase-identity.ts'
import { buildTestApp, type TestApp } from '../build-test-app.ts'
import { callEndpoint, type TestAnswer } from '../client.ts'
import { registerOwner } from '../factories/people.ts'
import { AuthEmulator, type EmulatorSession } from './auth-emulator.ts'

const host = process.env.FIREBASE_AUTH_EMULATOR_HOST ?? ''
const projectId = process.env.FIREBASE_PROJECT_ID ?? ''
const emulator = new AuthEmulator(host, projectId)
const password = 'cuatro gatos en el tejado'

let app: TestApp
beforeAll(async () => {
  const { firebase } = readConfig({
    NODE_ENV: 'development',
    FIREBASE_PROJECT_ID: projectId,
    FIREBASE_AUTH_EMULATOR_HOST: host,
  })
  if (!firebase) throw new Error('npm run test:identity starts the emulator')
  app = await buildTestApp({ identity: await firebaseIdentity(firebase) })
})
afterAll(() => app.close())

const newAddress = (): string => `${randomUUID()}@example.test`

const register = ({ idToken }: EmulatorSession, names: object = {}): Promise<TestAnswer> =>
  callEndpoint(app, identityEndpoints.firebaseRegister, { body: { firebaseIdToken: idToken, ...names } })

const login = ({ idToken }: EmulatorSession): Promise<TestAnswer> =>
  callEndpoint(app, identityEndpoints.firebaseLogin, { body: { firebaseIdToken: idToken } })

const userIdOf = ({ payload }: TestAnswer): number => (payload as { user: { id: number } }).user.id
const customTokenOf = ({ metadata }: TestAnswer): string =>
  (metadata as { firebaseToken: string }).firebaseToken

describe('with the real Auth emulator', () => {
  it('somebody signs up there, proves the address, registers and signs in here, and is signed in there by us', async () => {
    const email = newAddress()
    const unproven = await emulator.signUp(email, password)
    const names = { firstName: 'Laura', lastName: 'Restrepo' }
    expect(await register(unproven, names)).toMatchObject({
      status: 401,
      errors: [{ message: 'invalid_token' }],
    })
    expect(await login(unproven)).toMatchObject({ status: 401, errors: [{ message: 'unauthorized' }] })

    await emulator.proveAddress(unproven)
    const proven = await emulator.signIn(email, password)
    expect(decodeJwt(proven.idToken)).toMatchObject({ email, email_verified: true })
    const registered = await register(proven, names)
    expect(registered).toMatchObject({ status: 201, payload: { user: { email }, role: 'owner' } })
    const signedIn = await login(proven)
    expect(signedIn.status).toBe(200)
    expect(userIdOf(signedIn)).toBe(userIdOf(registered))

    const there = await emulator.signInWithCustomToken(customTokenOf(signedIn))
    expect(decodeJwt(there.idToken).sub).toBe(proven.localId)
    // Our own custom token proves no more than the session that it was given to.
    expect(await login(there)).toMatchObject({ status: 401, errors: [{ message: 'invalid_token' }] })
  })

  it('the person of a Google account gets the account of the same address', async () => {
    const person = await registerOwner(app)
    const google = { sub: randomUUID(), email: person.username, email_verified: true, name: 'Laura Restrepo' }
    const answer = await login(await emulator.signInWithGoogle(google))
    expect(answer.status).toBe(200)
    expect(userIdOf(answer)).toBe(person.userId)
  })

  it('the person of a Google account registers with the names of that account', async () => {
    const google = { sub: randomUUID(), email: newAddress(), email_verified: true, name: 'Ana María Ruiz' }
    expect(await register(await emulator.signInWithGoogle(google))).toMatchObject({
      status: 201,
      payload: { doctor: { firstName: 'Ana', lastName: 'María Ruiz' } },
    })
  })

  it('who signed in with a password here is signed in there, as nobody else', async () => {
    const person = await registerOwner(app)
    const { token } = person
    const me = await callEndpoint(app, accountEndpoints.me, { token })
    const there = await emulator.signInWithCustomToken(customTokenOf(me))
    const { uid } = (me.payload as { user: { uid: string } }).user
    expect(decodeJwt(there.idToken).sub).toBe(uid)
    expect(await login(there)).toMatchObject({ status: 401, errors: [{ message: 'invalid_token' }] })
  })

  it('a fresh sign-in there proves again who is at the keyboard', async () => {
    const google = { sub: randomUUID(), email: newAddress(), email_verified: true, name: 'Eva Gil' }
    const session = await emulator.signInWithGoogle(google)
    const { token } = (await register(session)).metadata as { token: string }
    const again = await emulator.signInWithGoogle(google)
    const answer = await callEndpoint(app, recoveryEndpoints.reauthenticate, {
      token,
      body: { firebaseIdToken: again.idToken },
    })
    expect(answer.status).toBe(200)
  })

  it('a token of the emulator is worth nothing in production', async () => {
    const production = await firebaseIdentity({
      projectId,
      emulatorHost: undefined,
      serviceAccountFile: undefined,
    })
    const { idToken } = await emulator.signUp(newAddress(), password)
    await expect(production.verify(idToken)).rejects.toMatchObject({ key: 'invalid_token' })
  })
})
