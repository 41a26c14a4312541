import type { Language } from '@ulna/contract/record-class/record-class'
import type { Tx } from '../../../platform/database/database.ts'
import type { Call } from '../../../platform/sessions/actor.ts'
import {
  type JoiningTerms,
  joinByInvitation,
} from '../../practices/invitations/practices.invitations.service.ts'
import { foundPractice } from '../../practices/practices.service.ts'
import type { AccountDependencies } from '../accounts.dependencies.ts'
import { insertUser, markEmailProven, type NewUser } from '../accounts.repository.ts'

/** Somebody new, and where they are going to work. */
export interface Newcomer extends NewUser {
  /** Where they register from. */
  readonly call: Call
  readonly practiceName?: string | null | undefined
  readonly timezone?: string | undefined
  /** Token of an invitation: they join that practice instead of founding one. */
  readonly invitation?: string | undefined
}

export interface Enrolled {
  readonly userId: number
  readonly practiceId: number
  /** Whether the account may sign in at once. */
  readonly activated: boolean
  /** Terms they joined on by invitation; undefined for somebody who founded a practice. */
  readonly terms: JoiningTerms | undefined
}

interface Place {
  readonly practiceId: number
  readonly terms?: JoiningTerms
  readonly emailProven: boolean
}

const placeOf = async (
  tx: Tx,
  links: AccountDependencies['links'],
  userId: number,
  newcomer: Newcomer,
): Promise<Place> => {
  const { firstName, lastName, email, call, invitation } = newcomer
  const person = { userId, firstName, lastName, email, call }
  if (invitation !== undefined) {
    const { practiceId, toOwnAddress, terms } = await joinByInvitation(tx, links, invitation, person)
    return { practiceId, emailProven: toOwnAddress, terms }
  }
  const { practiceId } = await foundPractice(tx, person, {
    name: newcomer.practiceName ?? `${firstName} ${lastName}`.slice(0, 100),
    timezone: newcomer.timezone ?? 'UTC',
    locale: newcomer.language satisfies Language,
  })
  return { practiceId, emailProven: false }
}

/**
 * Makes account, profile and membership: in a new practice, or in the one an invitation names, whose link proves the
 * address it was sent to. The transaction works in that practice afterwards. Refuses with user_already_registered,
 * invalid_invitation, and with the key of the access rule that keeps them out of the practice now.
 */
export const enrol = async (
  { links }: Pick<AccountDependencies, 'links'>,
  tx: Tx,
  newcomer: Newcomer,
): Promise<Enrolled> => {
  const user = await insertUser(tx, newcomer)
  const { practiceId, emailProven, terms } = await placeOf(tx, links, user.id, newcomer)
  if (emailProven) await markEmailProven(tx, user.id)
  return { userId: user.id, practiceId, activated: newcomer.activated || emailProven, terms }
}
