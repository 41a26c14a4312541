import type { Access } from '@ulna/contract/http/endpoint'
import type { ErrorKey } from '@ulna/contract/http/errors'
import { hasRank, type Role } from '@ulna/contract/roles'
import type { Actor, AnonymousActor, Call } from './actor.ts'
import { AppError } from './app-error.ts'
import { authenticate, type SessionReader } from './sessions.ts'

const rankErrors: Readonly<Record<Role, ErrorKey>> = {
  practitioner: 'forbidden',
  assistant: 'assistant_role_required',
  admin: 'admin_role_required',
  owner: 'owner_role_required',
}

/** Refuses with the key that names the rank which is missing. */
export const requireRank = (role: Role, required: Role): void => {
  if (!hasRank(role, required)) throw new AppError(rankErrors[required])
}

const bearer = (header: string | undefined): string | undefined => {
  const match = /^Bearer ([A-Za-z0-9_-]{20,200})$/.exec(header ?? '')
  if (header !== undefined && !match) throw new AppError('invalid_token')
  return match?.[1]
}

/** The actor of a request, after everything its endpoint declares was checked. */
export const admit = async (
  reader: SessionReader,
  access: Access,
  authorization: string | undefined,
  call: Call,
): Promise<Actor> => {
  if (access === 'public') return { kind: 'anonymous', call } satisfies AnonymousActor
  const actor = await authenticate(reader, bearer(authorization), call)
  if (access === 'signed-in') {
    return {
      kind: 'signed-in',
      call,
      userId: actor.userId,
      sessionId: actor.sessionId,
      language: actor.language,
      practiceId: actor.practiceId,
    }
  }
  if (actor.kind !== 'member') throw new AppError('practice_required')
  requireRank(actor.role, access.rank)
  if (access.clinical && !actor.clinical) throw new AppError('clinical_access_required')
  return actor
}
