import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInputOf } from '@ulna/contract/http/endpoint'
import { practiceEndpoints } from '@ulna/contract/practices/practices'
import { type Invitation, type Member, memberEndpoints } from '@ulna/contract/practices/practices.members'
import { hasKey } from '../../../api/http/api-error.ts'
import { reportError } from '../../../api/practice/app-errors.ts'
import { enterPractice } from '../../../api/practice/enter-practice.ts'
import { call, payloadOf } from '../../../api/session/client.ts'
import { loadSession } from '../../../api/session/load-session.ts'

const peopleKey = ['members', 'list'] as const

/** Who belongs to the practice, and who is invited. */
export interface People {
  readonly members: readonly Member[]
  readonly invitations: readonly Invitation[]
}

/** Every reading of who belongs to the practice leaves a row in the audit trail: no reading without a reason. */
export const peopleQuery = queryOptions({
  queryKey: peopleKey,
  queryFn: async ({ signal }): Promise<People> => {
    const { payload, metadata } = await call(memberEndpoints.list, { signal })
    return { members: payload, invitations: metadata.invitations }
  },
  staleTime: 30_000,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  meta: { showsOwnErrors: 'first' },
})

/** The fewest characters that the server searches people by. */
export const leastSought = 3

/** Colleagues by the beginning of the user name, or by the whole address; nobody for less than three characters. */
export const userSearchQuery = (text: string) =>
  queryOptions({
    queryKey: ['members', 'search', text],
    enabled: text.length >= leastSought,
    queryFn: ({ signal }) =>
      payloadOf(call(memberEndpoints.searchUsers, { query: { q: text }, signal, silent: true })),
    meta: { showsOwnErrors: true },
  })

const usePeopleChanged = () => {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: peopleKey }),
      // A new practitioner has an agenda.
      client.invalidateQueries({ queryKey: ['practitioners'], refetchType: 'none' }),
    ])
}

const withMember = (people: People, member: Member): People => ({
  ...people,
  members: people.members.map((one) => (one.practiceRoleId === member.practiceRoleId ? member : one)),
})

export interface MemberChange {
  readonly member: Member
  readonly change: Pick<BodyInputOf<typeof memberEndpoints.change>, 'role' | 'clinical' | 'licenceNumber'>
}

/** Another role, clinical access or licence number; it counts at the person's next action. */
export const useChangeMember = ({ showsOwnErrors = false } = {}) => {
  const client = useQueryClient()
  const changed = usePeopleChanged()
  return useMutation({
    mutationFn: async ({ member, change }: MemberChange): Promise<Member> => {
      const body = { ...change, version: member.version, doctorVersion: member.doctorVersion }
      return (await call(memberEndpoints.change, { params: { id: member.practiceRoleId }, body })).payload
    },
    onSuccess: (member) => {
      client.setQueryData<People>(peopleKey, (people) => people && withMember(people, member))
      // The page itself goes by the new role at once.
      if (member.self) loadSession().catch(reportError)
    },
    // Somebody else was faster: what they made of it is shown.
    onError: (error) => (hasKey(error, 'version_conflict', 'not_found') ? changed() : undefined),
    meta: { successMessage: true, showsOwnErrors },
  })
}

export const useRemoveMember = () => {
  const changed = usePeopleChanged()
  return useMutation({
    mutationFn: (member: Member) => call(memberEndpoints.remove, { params: { id: member.practiceRoleId } }),
    onSettled: changed,
    meta: { successMessage: true },
  })
}

export type Invitee = BodyInputOf<typeof memberEndpoints.invite>['users'][number]

export const useInvite = () => {
  const changed = usePeopleChanged()
  return useMutation({
    mutationFn: ({ users, key }: { users: Invitee[]; key: string }) =>
      payloadOf(call(memberEndpoints.invite, { body: { users }, idempotencyKey: key })),
    onSuccess: changed,
    meta: { showsOwnErrors: true },
  })
}

export const useResendInvitation = () => {
  const changed = usePeopleChanged()
  return useMutation({
    mutationFn: (invitation: Invitation) =>
      call(memberEndpoints.resendInvitation, { params: { id: invitation.id } }),
    onSettled: changed,
    meta: { successMessage: 'information.mailUnderWay' },
  })
}

/** Mails somebody who came here with the practice a link to choose a password. */
export const useWelcomeMember = () => {
  const changed = usePeopleChanged()
  return useMutation({
    mutationFn: (member: Member) => call(memberEndpoints.welcome, { params: { id: member.practiceRoleId } }),
    onSettled: changed,
    meta: { successMessage: 'information.mailUnderWay' },
  })
}

export const useWithdrawInvitation = () => {
  const changed = usePeopleChanged()
  return useMutation({
    mutationFn: (invitation: Invitation) =>
      call(memberEndpoints.withdrawInvitation, { params: { id: invitation.id } }),
    onSettled: changed,
    meta: { successMessage: true },
  })
}

/** Ends the own membership; the session then works in no practice, or in another one. */
export const leavePractice = (arrive: () => Promise<unknown>): Promise<void> =>
  enterPractice(() => call(practiceEndpoints.leave, { blocking: true }), arrive)
