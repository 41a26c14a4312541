import { randomUUID } from 'node:crypto'
import { testPassword } from '../factories/people.ts'

export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/api`. */
  readonly path: string
  readonly body?: unknown
  readonly key?: string
}

export interface Reply {
  readonly path: string
  readonly status: number
  readonly payload: Readonly<Record<string, unknown>>
  readonly metadata: Readonly<Record<string, unknown>>
  readonly error: string | undefined
  /** Seconds, from `Retry-After`. */
  readonly retryAfter: number | undefined
  /** The value of performance.now() then. */
  readonly startedAt: number
  readonly ms: number
}

interface Envelope {
  readonly payload?: Reply['payload']
  readonly metadata?: Reply['metadata']
  readonly errors?: readonly { readonly message: string }[]
}

/** One request over the network as a program sends it. Throws when no answer came: then nothing was acknowledged. */
export const sendRequest = async (
  baseUrl: string,
  token: string | undefined,
  request: Request,
): Promise<Reply> => {
  const startedAt = performance.now()
  const response = await fetch(`${baseUrl}/api${request.path}`, {
    method: request.method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(request.key === undefined ? {} : { 'idempotency-key': request.key }),
    },
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    signal: AbortSignal.timeout(30_000),
  })
  const { payload = {}, metadata = {}, errors } = (await response.json()) as Envelope
  const retryAfter = response.headers.get('retry-after')
  return {
    path: request.path,
    status: response.status,
    payload,
    metadata,
    error: errors?.[0]?.message,
    retryAfter: retryAfter === null ? undefined : Number(retryAfter),
    startedAt,
    ms: performance.now() - startedAt,
  }
}

/** So long a request waits for a connection before it is told to come back (openPool). */
const turnMs = 3500

/** Whether more asked at once than a busy machine served in time: the one refusal that says nothing about the database. */
export const waitedForTurn = ({ status, ms }: Reply): boolean => status === 503 && ms >= turnMs

/** An owner of a practice of their own, on a real server. */
export interface Clinician {
  readonly username: string
  readonly practiceId: number
  readonly doctorId: number
  token: string
}

interface Session {
  readonly practice: { readonly id: number }
  readonly doctor: { readonly id: number }
}

export const registerClinician = async (baseUrl: string): Promise<Clinician> => {
  const username = `user-${randomUUID()}@example.test`
  const body = {
    email: username,
    password: testPassword,
    firstName: 'Laura',
    lastName: 'Restrepo',
    timezone: 'America/Bogota',
  }
  const reply = await sendRequest(baseUrl, undefined, { method: 'POST', path: '/auth/register', body })
  if (reply.status !== 201) throw new Error(`register answered ${reply.status} ${reply.error}`)
  const { practice, doctor: practitioner } = reply.payload as unknown as Session
  return { username, practiceId: practice.id, doctorId: practitioner.id, token: String(reply.metadata.token) }
}

/** The request of a sign-in: verifying the password keeps the server busy for a while. */
export const loginRequest = (clinician: Clinician): Request => ({
  method: 'POST',
  path: '/auth/login',
  body: { username: clinician.username, password: testPassword },
})

/** Signs somebody in again; answers what was said where they could not be. */
const signInAgain = async (baseUrl: string, clinician: Clinician): Promise<Reply | undefined> => {
  const reply = await sendRequest(baseUrl, undefined, loginRequest(clinician))
  if (reply.status !== 200) return reply
  clinician.token = String(reply.metadata.token)
  return undefined
}

export const renewToken = async (baseUrl: string, clinician: Clinician): Promise<void> => {
  const refusal = await signInAgain(baseUrl, clinician)
  if (refusal) throw new Error(`login answered ${refusal.status}`)
}

const signingIn = new WeakMap<Clinician, Promise<Reply | undefined>>()

/** As somebody who works for longer than their token lasts, which is a quarter of an hour: they sign in again, once for all that ask as them. */
export const sendAs = async (baseUrl: string, clinician: Clinician, request: Request): Promise<Reply> => {
  const { token } = clinician
  const reply = await sendRequest(baseUrl, token, request)
  if (reply.status !== 401) return reply
  if (clinician.token === token) {
    const renewal = signingIn.get(clinician) ?? signInAgain(baseUrl, clinician)
    signingIn.set(clinician, renewal)
    const refusal = await renewal.finally(() => signingIn.delete(clinician))
    if (refusal) return refusal
  }
  return sendRequest(baseUrl, clinician.token, request)
}
