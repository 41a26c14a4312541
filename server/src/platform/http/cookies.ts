import { sessionLimits } from '../sessions/sessions.ts'

/**
 * The refresh token rests in a `__Host-` cookie: Secure, HttpOnly, SameSite=Lax, this host only. Browsers take Secure
 * cookies from http://localhost too. A second cookie without secret tells the web app that there is a session.
 */
export const refreshCookie = '__Host-ulna'
export const hintCookie = 'ulna_session'

/** Names the browser somebody signed in from before (`known_devices`): who guesses elsewhere does not lock them out. */
export const deviceCookie = '__Host-ulna-device'
const deviceDays = 365

export const deviceCookieOf = (token: string): string =>
  `${deviceCookie}=${token}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=${deviceDays * 86_400}`

const lifetime = (remember: boolean): string =>
  remember ? `; Max-Age=${sessionLimits.rememberDays * 86_400}` : ''

/** `Set-Cookie` values that carry a refresh token. */
export const sessionCookies = (refreshToken: string | null, remember: boolean): string[] =>
  refreshToken === null
    ? []
    : [
        `${refreshCookie}=${refreshToken}; Path=/; Secure; HttpOnly; SameSite=Lax${lifetime(remember)}`,
        `${hintCookie}=1; Path=/; Secure; SameSite=Lax${lifetime(remember)}`,
      ]

/** `Set-Cookie` values that remove both. */
export const endedSessionCookies: readonly string[] = [
  `${refreshCookie}=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0`,
  `${hintCookie}=; Path=/; Secure; SameSite=Lax; Max-Age=0`,
]
