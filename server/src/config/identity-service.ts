import path from 'node:path'
import {
  ConfigError,
  type Environment,
  read,
  readHostName,
  readIdentifier,
  type Variables,
} from './variables.ts'

export interface FirebaseIdentity {
  readonly projectId: string
  /** What the web app needs to reach it; no secrets. */
  readonly apiKey: string
  readonly authDomain: string
  /** `host:port` of the emulator, whose tokens are unsigned; never in production. */
  readonly emulatorHost: string | undefined
  /** Key file that custom tokens are signed with; only the emulator does without. */
  readonly serviceAccountFile: string | undefined
}

const readEmulatorHost = (variables: Variables, environment: Environment): string | undefined => {
  const value = read(variables, 'FIREBASE_AUTH_EMULATOR_HOST')
  if (value === undefined) return undefined
  if (environment === 'production') {
    throw new ConfigError(
      'FIREBASE_AUTH_EMULATOR_HOST is set in production, where tokens of the emulator would let anybody in.',
    )
  }
  if (/^[A-Za-z0-9.-]+:\d{1,5}$/.test(value)) return value
  throw new ConfigError(`FIREBASE_AUTH_EMULATOR_HOST is ${JSON.stringify(value)}; it must be host:port.`)
}

const refuseMissingApiKey = (): never => {
  throw new ConfigError('FIREBASE_API_KEY is missing: FIREBASE_PROJECT_ID is set.')
}

export const readFirebase = (
  variables: Variables,
  environment: Environment,
): FirebaseIdentity | undefined => {
  const emulatorHost = readEmulatorHost(variables, environment)
  const projectId = read(variables, 'FIREBASE_PROJECT_ID')
  if (projectId === undefined) {
    if (emulatorHost === undefined) return undefined
    throw new ConfigError('FIREBASE_PROJECT_ID is missing: FIREBASE_AUTH_EMULATOR_HOST is set.')
  }
  if (!/^[a-z0-9-]{4,40}$/.test(projectId)) {
    throw new ConfigError(
      `FIREBASE_PROJECT_ID is ${JSON.stringify(projectId)}; it may hold only small letters, digits and -.`,
    )
  }
  const key = read(variables, 'FIREBASE_SERVICE_ACCOUNT')
  return {
    projectId,
    apiKey:
      readIdentifier(variables, 'FIREBASE_API_KEY') ?? (emulatorHost ? 'emulator' : refuseMissingApiKey()),
    authDomain: readHostName(variables, 'FIREBASE_AUTH_DOMAIN') ?? `${projectId}.firebaseapp.com`,
    emulatorHost,
    serviceAccountFile: key === undefined ? undefined : path.resolve(key),
  }
}
