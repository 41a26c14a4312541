import { askServer } from './ask-server.ts'

/** The owner of the seeded practice, as registration answered. */
export interface Practice {
  readonly practiceId: number
  readonly userId: number
  readonly doctorId: number
}

export const credentials = { username: 'owner@bench.test', password: 'cuatro gatos en el tejado' } as const

interface SessionBody {
  readonly payload: {
    readonly user: { id: number }
    readonly doctor: { id: number }
    readonly practice: { id: number }
  }
  readonly metadata: { readonly token: string }
}

const practiceOf = ({ payload }: SessionBody): Practice => ({
  practiceId: payload.practice.id,
  userId: payload.user.id,
  doctorId: payload.doctor.id,
})

/** Registers the owner over HTTP. */
export const registerOwner = async (url: string): Promise<Practice> => {
  const { text } = await askServer(url, {
    method: 'POST',
    path: '/api/auth/register',
    body: JSON.stringify({
      email: credentials.username,
      password: credentials.password,
      firstName: 'Laura',
      lastName: 'Restrepo',
      practiceName: 'Fisioterapia El Prado',
      timezone: 'America/Bogota',
    }),
  })
  return practiceOf(JSON.parse(text) as SessionBody)
}

/** A Bearer token that is good for a quarter of an hour, and who it is for. */
export const signIn = async (url: string): Promise<Practice & { readonly token: string }> => {
  const { text } = await askServer(url, {
    method: 'POST',
    path: '/api/auth/login',
    body: JSON.stringify(credentials),
  })
  const session = JSON.parse(text) as SessionBody
  return { ...practiceOf(session), token: session.metadata.token }
}
