/** What the emulator answers to a sign-in. */
export interface EmulatorSession {
  readonly idToken: string
  readonly localId: string
}

/** The REST interface of Firebase Authentication at the emulator, as far as a person uses it. */
export class AuthEmulator {
  private readonly host: string
  private readonly projectId: string

  constructor(host: string, projectId: string) {
    this.host = host
    this.projectId = projectId
  }

  signUp(email: string, password: string): Promise<EmulatorSession> {
    return this.session('signUp', { email, password })
  }

  signIn(email: string, password: string): Promise<EmulatorSession> {
    return this.session('signInWithPassword', { email, password })
  }

  signInWithCustomToken(token: string): Promise<EmulatorSession> {
    return this.session('signInWithCustomToken', { token })
  }

  /** Does what the window of Google would, for an account there that the emulator makes up. */
  signInWithGoogle(claims: Readonly<Record<string, unknown>>): Promise<EmulatorSession> {
    const postBody = new URLSearchParams({ id_token: JSON.stringify(claims), providerId: 'google.com' })
    return this.session('signInWithIdp', { postBody: postBody.toString(), requestUri: 'http://localhost' })
  }

  /** Opens the link that the emulator would have mailed. */
  async proveAddress({ idToken }: EmulatorSession): Promise<void> {
    await this.call('accounts:sendOobCode', { requestType: 'VERIFY_EMAIL', idToken })
    const answer = await fetch(`http://${this.host}/emulator/v1/projects/${this.projectId}/oobCodes`)
    const { oobCodes } = (await answer.json()) as { oobCodes: { oobCode: string }[] }
    await this.call('accounts:update', { oobCode: oobCodes.at(-1)?.oobCode })
  }

  private async session(method: string, body: object): Promise<EmulatorSession> {
    return (await this.call(`accounts:${method}`, { ...body, returnSecureToken: true })) as EmulatorSession
  }

  private async call(path: string, body: object): Promise<unknown> {
    const url = `http://${this.host}/identitytoolkit.googleapis.com/v1/${path}?key=emulator`
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`the emulator answered ${answer.status} to ${path}: ${text}`)
    return JSON.parse(text)
  }
}
