import { hash, verify } from '@node-rs/argon2'

/** argon2id as OWASP recommends: 19 MiB, 2 passes, 1 lane. The work runs off the event loop. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFKC'), cost)

// Verified against when there is no such user, so that an unknown name takes as long as a wrong password.
let nobody: Promise<string> | undefined

/** True when the password is right; takes the same time when there is no hash to compare with. */
export const isPassword = async (stored: string | null | undefined, password: string): Promise<boolean> => {
  nobody ??= hashPassword('nobody has this password')
  const matches = await verify(stored ?? (await nobody), password.normalize('NFKC'))
  return stored ? matches : false
}
