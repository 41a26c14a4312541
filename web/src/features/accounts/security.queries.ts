import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { SessionPayload } from '@ulna/contract/accounts/accounts'
import { identityEndpoints } from '@ulna/contract/accounts/accounts.identity'
import { recoveryEndpoints } from '@ulna/contract/accounts/accounts.recovery'
import {
  type OwnSession,
  type SecurityOverview,
  securityEndpoints,
} from '@ulna/contract/accounts/accounts.security'
import type { BodyInputOf } from '@ulna/contract/http/endpoint'
import { settingsEndpoints } from '@ulna/contract/settings/settings'
import { hasKey } from '../../api/http/api-error.ts'
import { call } from '../../api/session/client.ts'
import { enterSession, session } from '../../api/session/session.ts'
import { chooseLanguage } from '../../i18n/i18n.ts'

const key = ['account'] as const
const overviewKey = [...key, 'security'] as const
const sessionsKey = [...key, 'sessions'] as const

/** How the user signs in: password, passkeys, second factor, an address that waits. */
export const securityQuery = queryOptions({
  queryKey: overviewKey,
  queryFn: async ({ signal }): Promise<SecurityOverview> =>
    (await call(securityEndpoints.overview, { signal })).payload,
})

/** The open sessions of the user, newest use first. */
export const sessionsQuery = queryOptions({
  queryKey: sessionsKey,
  queryFn: async ({ signal }): Promise<OwnSession[]> =>
    (await call(securityEndpoints.sessions, { signal })).payload,
})

/** Passwords, secrets and codes do not stay in memory once the form that holds them is closed. Milliseconds. */
const forgotten = { gcTime: 0 } as const

const useSecurityChanged = () => {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: key })
}

type PasswordChange = BodyInputOf<typeof recoveryEndpoints.changePassword>

/** Answers how many other sessions were ended. */
export const useChangePassword = () => {
  const changed = useSecurityChanged()
  return useMutation({
    mutationFn: async (body: PasswordChange): Promise<number> =>
      (await call(recoveryEndpoints.changePassword, { body })).payload.endedSessions,
    onSuccess: changed,
    meta: { showsOwnErrors: true },
    ...forgotten,
  })
}

export const useAddPasskey = () => {
  const changed = useSecurityChanged()
  return useMutation({
    mutationFn: async (name: string) => {
      const { addPasskey } = await import('./second-step/passkeys.ts')
      return addPasskey(name)
    },
    onSuccess: changed,
    meta: { showsOwnErrors: true, successMessage: true },
  })
}

export const useRenamePasskey = () => {
  const changed = useSecurityChanged()
  return useMutation({
    mutationFn: async ({ id, name }: { id: number; name: string }) =>
      (await call(securityEndpoints.renamePasskey, { params: { id }, body: { name } })).payload,
    onSuccess: changed,
    meta: { showsOwnErrors: true, successMessage: true },
  })
}

export const useRemovePasskey = () => {
  const changed = useSecurityChanged()
  return useMutation({
    mutationFn: async (id: number) =>
      (await call(securityEndpoints.removePasskey, { params: { id } })).payload,
    onSettled: changed,
    meta: { successMessage: true },
  })
}

/** A secret for the authenticator app; it counts once a code confirms it. */
export const useStartTotp = () =>
  useMutation({ mutationFn: async () => (await call(securityEndpoints.startTotp)).payload, ...forgotten })

/** Answers the recovery codes, which are never shown again. */
export const useConfirmTotp = () => {
  const changed = useSecurityChanged()
  return useMutation({
    mutationFn: async (code: string): Promise<string[]> =>
      (await call(securityEndpoints.confirmTotp, { body: { code } })).payload.recoveryCodes,
    onSuccess: changed,
    meta: { showsOwnErrors: true },
    ...forgotten,
  })
}

export const useDisableTotp = () => {
  const changed = useSecurityChanged()
  return useMutation({
    mutationFn: async () => (await call(securityEndpoints.disableTotp)).payload,
    onSettled: changed,
    meta: { successMessage: true },
  })
}

export const useMakeRecoveryCodes = () => {
  const changed = useSecurityChanged()
  return useMutation({
    mutationFn: async (): Promise<string[]> =>
      (await call(securityEndpoints.makeRecoveryCodes)).payload.recoveryCodes,
    onSuccess: changed,
    ...forgotten,
  })
}

export const useUnlinkIdentity = () => {
  const changed = useSecurityChanged()
  return useMutation({
    mutationFn: async () => (await call(identityEndpoints.firebaseUnlink)).payload,
    onSettled: changed,
    meta: { successMessage: true },
  })
}

export const useEndSession = () => {
  const changed = useSecurityChanged()
  return useMutation({
    mutationFn: async (id: number) => (await call(securityEndpoints.endSession, { params: { id } })).payload,
    onSettled: changed,
    meta: { successMessage: true },
  })
}

export const useEndOtherSessions = () => {
  const changed = useSecurityChanged()
  return useMutation({
    mutationFn: async () => (await call(securityEndpoints.endOtherSessions)).payload.ended,
    onSettled: changed,
    meta: { successMessage: true },
  })
}

export type OwnChange = BodyInputOf<typeof settingsEndpoints.updateOwn>

const enterChanged = async (payload: SessionPayload): Promise<void> => {
  enterSession(payload, session.get().firebaseToken)
  await chooseLanguage(payload.user.language)
}

/** Account and professional profile of the user. Answers what the session says then. */
export const useUpdateOwn = () => {
  const changed = useSecurityChanged()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: OwnChange): Promise<SessionPayload> => {
      const { payload } = await call(settingsEndpoints.updateOwn, { body })
      await enterChanged(payload)
      return payload
    },
    // Changed elsewhere meanwhile: the page goes by what the account is now.
    onError: (error) =>
      hasKey(error, 'version_conflict') ? enterChanged(error.metadata.current as SessionPayload) : undefined,
    onSuccess: () => Promise.all([changed(), client.invalidateQueries({ queryKey: ['doctors'] })]),
    meta: { showsOwnErrors: true, successMessage: true },
  })
}
