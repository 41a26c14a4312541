import type { PasswordHashing } from './password-hashing.ts'

/** Hashes of passwords, and who knows the password of one. Texts are compared in their NFKC form. */
export class Passwords {
  private readonly hashing: PasswordHashing
  // Verified against when there is no such user, so that an unknown name takes as long as a wrong password.
  private nobody: Promise<string> | undefined

  constructor(hashing: PasswordHashing) {
    this.hashing = hashing
  }

  hash(password: string): Promise<string> {
    return this.hashing.hash(password.normalize('NFKC'))
  }

  /** True when the password is right; takes the same time when there is no hash to compare with. */
  async isRight(stored: string | null | undefined, password: string): Promise<boolean> {
    this.nobody ??= this.hash('nobody has this password')
    const matches = await this.hashing.verify(stored ?? (await this.nobody), password.normalize('NFKC'))
    return stored ? matches : false
  }
}
