import { ConfigError, read, type Variables } from './variables.ts'

const placeholder = /^(.)\1*$|change.?me|placeholder/i

export const readSecret = (variables: Variables): string | undefined => {
  const value = read(variables, 'APP_SECRET')
  if (value === undefined) return undefined
  if (value.length < 16) throw new ConfigError('APP_SECRET is shorter than 16 characters.')
  if (placeholder.test(value))
    throw new ConfigError('APP_SECRET is a placeholder; leave it unset and one is generated.')
  return value
}

export const readFormerSecrets = (variables: Variables): readonly string[] =>
  (read(variables, 'FORMER_APP_SECRETS') ?? '').split(/\s+/).filter((secret) => secret !== '')
