import * as z from 'zod/mini'
import { email } from '../contact-fields.ts'
import { endpoint } from '../http/endpoint.ts'
import { linkToken } from '../http/link-token.ts'
import { id, idPath, knownVersion, searchText } from '../http/page.ts'
import { optionalLine } from '../http/text.ts'
import { languages } from '../languages.ts'
import { accessErrors, permissions } from '../permissions.ts'
import { roles } from '../roles.ts'
import { licenceNumberInput } from './licence-number.ts'
import { practiceMembership } from './practices.ts'

/** Clinical access that somebody asked for who may not give it; an owner says yes or no. */
const clinicalRequest = z.object({ by: z.string(), at: z.string() })

/** A member of the current practice (specification §3, practice member). */
export const member = z.object({
  practiceRoleId: id,
  version: z.int(),
  userId: id,
  doctorId: id,
  /** Version of the professional profile. */
  doctorVersion: z.int(),
  username: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  fullName: z.string(),
  /** 1 to 4: their colour in the agenda. */
  color: z.int(),
  licenceNumber: z.nullable(z.string()),
  role: z.enum(roles),
  clinical: z.boolean(),
  /** Waits for an owner; null where nothing does. */
  clinicalAsked: z.nullable(clinicalRequest),
  /** The caller. */
  self: z.boolean(),
  /** Signs in with a passkey or a second factor. */
  secondFactor: z.boolean(),
  /** The account was switched off by the installation. */
  disabled: z.boolean(),
  /** False: came here with the practice from another installation, and never signed in here. */
  arrived: z.boolean(),
  /** Instant of the newest use of a session in this practice; null when there is none. */
  lastSeenAt: z.nullable(z.string()),
  createdAt: z.string(),
})
export type Member = z.output<typeof member>

/** An invitation that waits for its answer. */
export const invitation = z.object({
  id,
  /** The address that was typed. Of a user who was chosen: the name given, or the user name unless that is an address. */
  email: z.string(),
  role: z.enum(roles),
  clinical: z.boolean(),
  /** Clinical access is asked for: the membership begins without it and waits for an owner. */
  clinicalAsked: z.boolean(),
  language: z.enum(languages),
  invitedBy: z.string(),
  createdAt: z.string(),
  /** When the mail was sent last; null while it waits in the queue. */
  sentAt: z.nullable(z.string()),
  expiresAt: z.string(),
  expired: z.boolean(),
})
export type Invitation = z.output<typeof invitation>

/** What an invitee sees of an invitation before answering it. */
export const invitationOffer = z.object({
  id,
  practiceName: z.string(),
  practiceLogoUrl: z.nullable(z.string()),
  invitedBy: z.string(),
  email: z.string(),
  role: z.enum(roles),
  clinical: z.boolean(),
  /** Same meaning as in an invitation. */
  clinicalAsked: z.boolean(),
  language: z.enum(languages),
  /** There is an account for the address: sign in instead of registering. */
  registered: z.boolean(),
  expiresAt: z.string(),
})
export type InvitationOffer = z.output<typeof invitationOffer>

/**
 * Somebody of a practice that the caller belongs to, or an address that was typed: whether anybody has an account with it
 * is told to nobody before they accept.
 */
export const foundUser = z.object({
  /** The id is null for an address that was typed. */
  id: z.nullable(id),
  /** User name, or the address that was typed. */
  username: z.string(),
  /** Full name; empty for an address that was typed. */
  fullName: z.string(),
  /** Already a member of the current practice, as what. */
  role: z.nullable(z.enum(roles)),
})
export type FoundUser = z.output<typeof foundUser>

/** One person to invite: somebody of a practice of one’s own, or an address. */
const invitee = z
  .object({
    userId: z.optional(id),
    email: z.optional(email),
    role: z.enum(roles),
    /** Who may not give clinical access asks an owner for it with this. */
    clinical: z.optional(z.boolean()),
    /** Language of the mail to somebody without an account; the practice's otherwise. */
    language: z.optional(z.enum(languages)),
    fullName: optionalLine(200),
  })
  .check(
    z.refine(({ userId, email: address }) => userId !== undefined || address !== undefined, {
      path: ['email'],
      params: { key: 'field_required' },
    }),
  )

export const invitationsInput = z.object({ users: z.array(invitee).check(z.minLength(1), z.maxLength(50)) })

/** What became of one of the people asked for, in the order they were given. */
export const invitationOutcome = z.object({
  outcome: z.enum(['invited', 'invited_again', 'role_changed', 'unchanged']),
  /** Address as in an invitation; a member's own where they are one already. */
  email: z.string(),
  role: z.enum(roles),
  clinical: z.boolean(),
  /** Same meaning as in an invitation; for a member it waits for an owner from now on. */
  clinicalAsked: z.boolean(),
  practiceRoleId: z.nullable(id),
  invitationId: z.nullable(id),
})
export type InvitationOutcome = z.output<typeof invitationOutcome>

const listMetadata = z.object({ total: z.int(), limit: z.int(), offset: z.int() })

export const memberEndpoints = {
  searchUsers: endpoint({
    method: 'GET',
    path: '/user/search',
    summary:
      'People of one’s own practices by exact e-mail address or by the beginning of a user name, from three characters, at most ten; any other address is answered as it was typed',
    access: permissions.searchUsers,
    audit: 'user.search',
    query: z.object({ q: z._default(searchText, '') }),
    returns: z.array(foundUser),
    metadata: listMetadata,
    errors: ['rate_limited'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/settings/member',
    summary: 'The members of the current practice, by name, and the invitations that wait, newest first',
    access: permissions.readMembers,
    audit: 'member.list',
    returns: z.array(member),
    /** Invitations come with the members: who belongs and who is invited is read, and audited, in one. */
    metadata: z.extend(listMetadata, { invitations: z.array(invitation) }),
  }),
  invite: endpoint({
    method: 'POST',
    path: '/settings/member',
    summary:
      'Invites people, all or none; who is a member already gets the role instead of an invitation; clinical access that the caller may not give waits for an owner',
    access: permissions.manageMembers,
    audit: 'member.invite',
    body: invitationsInput,
    returns: z.array(invitationOutcome),
    metadata: listMetadata,
    status: 201,
    errors: ['owner_role_required', 'reauth_required', 'last_owner', 'practice_domain_rejected', 'not_found'],
  }),
  change: endpoint({
    method: 'PUT',
    path: '/settings/member/:id',
    summary:
      'Another role, clinical access or licence number for a member; clinical access that the caller may not give waits for an owner',
    access: permissions.manageMembers,
    audit: 'member.change',
    params: idPath,
    body: z.object({
      role: z.optional(z.enum(roles)),
      /** True: gives it, which says yes to a request too, or asks for it. False: takes it, says no or takes a request back. */
      clinical: z.optional(z.boolean()),
      /** A request that is sent back as it was read goes on waiting. */
      clinicalAsked: z.optional(z.nullable(clinicalRequest)),
      licenceNumber: licenceNumberInput,
      version: z.optional(knownVersion),
      /** Version of the profile, sent with a licence number because the person may change that there too. */
      doctorVersion: z.optional(knownVersion),
    }),
    returns: member,
    errors: ['owner_role_required', 'reauth_required', 'last_owner', 'version_conflict'],
  }),
  welcome: endpoint({
    method: 'POST',
    path: '/settings/member/:id/welcome',
    summary:
      'Mails a member who came here with the practice a link to choose a password; not_found for who was here already',
    access: permissions.manageMembers,
    audit: 'member.welcome',
    params: idPath,
    returns: z.object({ id }),
    errors: ['owner_role_required', 'reauth_required', 'rate_limited'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/settings/member/:id',
    summary: 'Ends a membership; what the person wrote stays. `id` is the practiceRoleId',
    access: permissions.manageMembers,
    audit: 'member.remove',
    params: idPath,
    returns: z.object({ id }),
    errors: ['owner_role_required', 'reauth_required', 'last_owner'],
  }),
  resendInvitation: endpoint({
    method: 'POST',
    path: '/settings/invitation/:id/resend',
    summary: 'Mails an invitation again with a new link; the former one ends',
    access: permissions.manageMembers,
    audit: 'invitation.resend',
    params: idPath,
    returns: invitation,
    errors: ['owner_role_required', 'reauth_required', 'rate_limited'],
  }),
  withdrawInvitation: endpoint({
    method: 'DELETE',
    path: '/settings/invitation/:id',
    summary: 'Takes an invitation back; its link ends',
    access: permissions.manageMembers,
    audit: 'invitation.withdraw',
    params: idPath,
    returns: z.object({ id }),
    errors: ['owner_role_required', 'reauth_required'],
  }),
}

/** What the invited person calls. */
export const invitationEndpoints = {
  offer: endpoint({
    method: 'GET',
    path: '/invitation/link/:token',
    summary: 'What a link of a mail invites to; invalid_invitation when it has ended',
    access: 'public',
    audit: null,
    params: z.object({ token: linkToken }),
    returns: invitationOffer,
    errors: ['invalid_invitation', 'rate_limited'],
  }),
  acceptLink: endpoint({
    method: 'POST',
    path: '/invitation/accept',
    summary: 'Joins the practice of a link as the signed-in user, and chooses it',
    access: 'signed-in',
    audit: 'invitation.accept',
    body: z.object({ token: linkToken }),
    returns: practiceMembership,
    errors: ['invalid_invitation', ...accessErrors],
  }),
  own: endpoint({
    method: 'GET',
    path: '/invitation',
    summary: 'Invitations to the caller: to the user, or to an address that is proven to be theirs',
    access: 'signed-in',
    audit: null,
    returns: z.array(invitationOffer),
    metadata: listMetadata,
  }),
  accept: endpoint({
    method: 'POST',
    path: '/invitation/:id/accept',
    summary: 'Joins the practice of an own invitation, and chooses it',
    access: 'signed-in',
    audit: 'invitation.accept',
    params: idPath,
    returns: practiceMembership,
    errors: [...accessErrors],
  }),
  decline: endpoint({
    method: 'DELETE',
    path: '/invitation/:id',
    summary: 'Declines an own invitation',
    access: 'signed-in',
    audit: 'invitation.decline',
    params: idPath,
    returns: z.object({ id }),
  }),
}
