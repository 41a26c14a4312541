import { ConfigError, read, type Variables } from './variables.ts'

/** A few signs again and again, or what examples write where a secret belongs. */
const placeholder =
  /^(.{1,8})\1+.{0,7}$|change.?(me|this|it)|replace.?(me|this|with)|placeholder|example|your.?(secret|own|key)|(my|super|top).?secret|secret.?(key|here|goes)|insert.?(here|your)/i

export const readSecret = (variables: Variables): string | undefined => {
  const value = read(variables, 'APP_SECRET')
  if (value === undefined) return undefined
  if (value.length < 16) throw new ConfigError('APP_SECRET is shorter than 16 characters.')
  if (placeholder.test(value))
    throw new ConfigError(
      'APP_SECRET is a placeholder: leave it unset where nobody works yet, and one is generated; elsewhere name another, and this one in FORMER_APP_SECRETS.',
    )
  return value
}

export const readFormerSecrets = (variables: Variables): readonly string[] =>
  (read(variables, 'FORMER_APP_SECRETS') ?? '').split(/\s+/).filter((secret) => secret !== '')
