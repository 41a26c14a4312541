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
    const nobody = await this.hashOfNobody()
    const matches = await this.hashing.verify(stored ?? nobody, password.normalize('NFKC'))
    return stored ? matches : false
  }

  /** Made once; when that fails, the next one who asks tries again. */
  private hashOfNobody(): Promise<string> {
    this.nobody ??= this.hash('nobody has this password').catch((error: unknown) => {
      this.nobody = undefined
      throw error
    })
    return this.nobody
  }
}
