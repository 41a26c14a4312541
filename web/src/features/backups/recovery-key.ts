/** A key of age (https://age-encryption.org): what backups are sealed for, and what opens them. */
export interface RecoveryKey {
  readonly recipient: string
  readonly identity: string
}

/** Makes a key in this browser, from which the secret half goes onto paper alone. */
export const makeRecoveryKey = async (): Promise<RecoveryKey> => {
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption')
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

/** How many characters of its end are typed from paper. */
export const typedLength = 8

/** Lines of a length that is compared easily with paper. */
export const linesOf = (identity: string): readonly string[] => {
  const [, rest = identity] = /^AGE-SECRET-KEY-(.+)$/.exec(identity) ?? []
  return ['AGE-SECRET-KEY-', ...(rest.match(/.{1,20}/g) ?? [])]
}

/** Whether somebody typed the end of a key, however they group and write it. */
export const isEndOf = (identity: string, typed: string): boolean => {
  const plain = typed.replaceAll(/[\s-]/g, '').toUpperCase()
  return plain.length >= typedLength && identity.replaceAll('-', '').endsWith(plain)
}
