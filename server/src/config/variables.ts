import path from 'node:path'
import { isMailAddress } from '../platform/mail/mail-address.ts'

/** A wrong value of an environment variable, in one sentence that names it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

export type Environment = 'production' | 'development' | 'test'

export type Variables = Readonly<Record<string, string | undefined>>

/** An empty value counts as none: `PORT= npm start`. */
export const read = (variables: Variables, name: string): string | undefined =>
  variables[name]?.trim() || undefined

export const requireValue = (variables: Variables, name: string, because: string): string => {
  const value = read(variables, name)
  if (value !== undefined) return value
  throw new ConfigError(`${name} is missing: ${because}.`)
}

export const oneOf = <T extends string>(
  variables: Variables,
  name: string,
  allowed: readonly T[],
  otherwise: T,
): T => {
  const value = read(variables, name)
  if (value === undefined) return otherwise
  const found = allowed.find((candidate) => candidate === value)
  if (found !== undefined) return found
  throw new ConfigError(`${name} is ${JSON.stringify(value)}; it must be one of ${allowed.join(', ')}.`)
}

export const readSwitch = (variables: Variables, name: string, otherwise: 'on' | 'off'): boolean =>
  oneOf(variables, name, ['on', 'off'], otherwise) === 'on'

export const readInteger = (
  variables: Variables,
  name: string,
  otherwise: number,
  greatest: number,
  least = 0,
): number => {
  const value = read(variables, name)
  if (value === undefined) return otherwise
  if (/^\d{1,9}$/.test(value) && Number(value) <= greatest && Number(value) >= least) return Number(value)
  throw new ConfigError(
    `${name} is ${JSON.stringify(value)}; it must be a whole number from ${least} to ${greatest}.`,
  )
}

const parseUrl = (value: string): URL | undefined => {
  try {
    return new URL(value)
  } catch {
    return undefined
  }
}

// The value is not repeated: a URL may hold a password, and the start log is read by many.
export const readUrl = (
  variables: Variables,
  name: string,
  protocols: readonly string[],
): URL | undefined => {
  const value = read(variables, name)
  if (value === undefined) return undefined
  const url = parseUrl(value)
  if (url && protocols.includes(url.protocol)) return url
  throw new ConfigError(
    `${name} is not a URL that starts with ${protocols.map((one) => `${one}//`).join(' or ')}.`,
  )
}

export const readAddress = (variables: Variables, name: string): string | undefined => {
  const value = read(variables, name)
  if (value === undefined || isMailAddress(value)) return value
  throw new ConfigError(`${name} is ${JSON.stringify(value)}; it must be one mail address.`)
}

/** An identifier that ends up in a page or a URL of a third party. */
export const readIdentifier = (variables: Variables, name: string): string | undefined => {
  const value = read(variables, name)
  if (value === undefined || /^[A-Za-z0-9_-]{1,100}$/.test(value)) return value
  throw new ConfigError(`${name} is ${JSON.stringify(value)}; it may hold only letters, digits, - and _.`)
}

/** Reads a host name without scheme, port and path; it ends up in a header. */
export const readHostName = (variables: Variables, name: string): string | undefined => {
  const value = read(variables, name)
  if (value === undefined || /^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/.test(value)) return value
  throw new ConfigError(`${name} is ${JSON.stringify(value)}; it must be a host name, as auth.example.`)
}

export const readHost = (variables: Variables, name: 'HOST' | 'METRICS_HOST'): string => {
  const value = read(variables, name) ?? '127.0.0.1'
  if (/^[A-Za-z0-9.:-]+$/.test(value)) return value
  throw new ConfigError(
    `${name} is ${JSON.stringify(value)}; it must be an address or a host name without a port.`,
  )
}

export const readDirectory = (variables: Variables, name: string): string | undefined => {
  const value = read(variables, name)
  return value === undefined ? undefined : path.resolve(value)
}

/** Absolute. */
export const dataDirectoryOf = (variables: Variables): string =>
  path.resolve(read(variables, 'DATA_DIR') ?? 'data')
