import { type MutationMeta, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { SessionPayload } from '@ulna/contract/accounts/accounts'
import { identityEndpoints } from '@ulna/contract/accounts/accounts.identity'
import { recoveryEndpoints } from '@ulna/contract/accounts/accounts.recovery'
import { securityEndpoints } from '@ulna/contract/accounts/accounts.security'
import { shortCodeEndpoints } from '@ulna/contract/accounts/accounts.short-code'
import type { BodyInputOf } from '@ulna/contract/http/endpoint'
import { settingsEndpoints } from '@ulna/contract/settings/settings'
import { hasKey } from '../../api/http/api-error.ts'
import { call, payloadOf } from '../../api/session/client.ts'
import { enterSession, session } from '../../api/session/session.ts'
import { chooseLanguage } from '../../i18n/i18n.ts'

const key = ['account'] as const
const overviewKey = [...key, 'security'] as const
const sessionsKey = [...key, 'sessions'] as const

/** How the user signs in: password, passkeys, second factor, an address that waits. */
export const securityQuery = queryOptions({
  queryKey: overviewKey,
  queryFn: ({ signal }) => payloadOf(call(securityEndpoints.overview, { signal })),
  meta: { showsOwnErrors: true },
})

/** The open sessions of the user, newest use first. */
export const sessionsQuery = queryOptions({
  queryKey: sessionsKey,
  queryFn: ({ signal }) => payloadOf(call(securityEndpoints.sessions, { signal })),
  meta: { showsOwnErrors: true },
})

/** Passwords, secrets and codes do not stay in memory once the form that holds them is closed. Milliseconds. */
const forgotten = { gcTime: 0 } as const

const useSecurityChanged = () => {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: key })
}

interface SecurityChangeOptions {
  readonly meta?: MutationMeta
  readonly gcTime?: number
}

/** A change of how one signs in; the page asks anew what holds then. */
const useSecurityChange = <Input, Answer>(
  mutationFn: (input: Input) => Promise<Answer>,
  options: SecurityChangeOptions = { meta: { successMessage: true } },
) => useMutation({ mutationFn, onSettled: useSecurityChanged(), ...options })

const said = { meta: { showsOwnErrors: true, successMessage: true } } as const

/** Answers how many other sessions were ended. */
export const useChangePassword = () =>
  useSecurityChange(
    async (body: BodyInputOf<typeof recoveryEndpoints.changePassword>) =>
      (await call(recoveryEndpoints.changePassword, { body })).payload.endedSessions,
    { meta: { showsOwnErrors: true }, ...forgotten },
  )

export const useAddPasskey = () =>
  useSecurityChange(async (name: string) => {
    const { addPasskey } = await import('./second-step/passkeys.ts')
    return addPasskey(name)
  }, said)

export const useRenamePasskey = () =>
  useSecurityChange(
    ({ id, name }: { id: number; name: string }) =>
      call(securityEndpoints.renamePasskey, { params: { id }, body: { name } }),
    said,
  )

export const useRemovePasskey = () =>
  useSecurityChange((id: number) => call(securityEndpoints.removePasskey, { params: { id } }))

/** A secret for the authenticator app; it counts once a code confirms it. */
export const useStartTotp = () =>
  useMutation({ mutationFn: () => payloadOf(call(securityEndpoints.startTotp)), ...forgotten })

/** Answers the recovery codes, which are never shown again. */
export const useConfirmTotp = () =>
  useSecurityChange(
    async (code: string) =>
      (await call(securityEndpoints.confirmTotp, { body: { code } })).payload.recoveryCodes,
    { meta: { showsOwnErrors: true }, ...forgotten },
  )

export const useDisableTotp = () => useSecurityChange((_: undefined) => call(securityEndpoints.disableTotp))

export const useMakeRecoveryCodes = () =>
  useSecurityChange(
    async (_: undefined) => (await call(securityEndpoints.makeRecoveryCodes)).payload.recoveryCodes,
    forgotten,
  )

export const useSetShortCode = () =>
  useSecurityChange((code: string) => call(shortCodeEndpoints.save, { body: { code } }), {
    ...said,
    ...forgotten,
  })

export const useRemoveShortCode = () => useSecurityChange((_: undefined) => call(shortCodeEndpoints.remove))

export const useUnlinkIdentity = () =>
  useSecurityChange((_: undefined) => call(identityEndpoints.firebaseUnlink))

export const useEndSession = () =>
  useSecurityChange((id: number) => call(securityEndpoints.endSession, { params: { id } }))

export const useEndOtherSessions = () =>
  useSecurityChange((_: undefined) => call(securityEndpoints.endOtherSessions))

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
    onSuccess: () => Promise.all([changed(), client.invalidateQueries({ queryKey: ['practitioners'] })]),
    ...said,
  })
}
