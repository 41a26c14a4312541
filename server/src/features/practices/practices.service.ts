import type { Practice, PracticeMembership, Practitioner } from '@ulna/contract/practices/practices'
import type { Language } from '@ulna/contract/record-class/record-class'
import type { Role } from '@ulna/contract/roles'
import { AppError } from '../../platform/app-error.ts'
import { enterScope, type Tx } from '../../platform/database/database.ts'
import { type ListText, listText, parseJson } from '../../platform/database/wire.ts'
import type { PracticeActor, SignedInActor } from '../../platform/sessions/actor.ts'
import { requirePracticeAccess } from '../../platform/sessions/practice-access.ts'
import { audited, change, type Database, lookUp } from '../../platform/use-case.ts'
import { installInto } from '../modules/modules.install.service.ts'
import { findOwnName } from './members/practices.people.repository.ts'
import {
  choosePractice,
  ensurePractitioner,
  findMemberships,
  findPractice,
  findPracticeName,
  findPractitionerOfUser,
  findPractitioners,
  insertMembership,
  insertPractice,
  isPractitionerHere,
  type NewPractice,
} from './practices.repository.ts'

export interface Founder {
  readonly userId: number
  readonly firstName: string
  readonly lastName: string
  readonly email: string
}

/** What nobody treats without: consents, and the techniques that need one. The practice may uninstall them. */
const modulesOfNewPractice = ['consents', 'techniques']

/** Makes a practice and its owner's profile and membership, with its first modules. The transaction works in the new practice afterwards. */
export const foundPractice = async (
  tx: Tx,
  founder: Founder,
  practice: NewPractice,
): Promise<{ practiceId: number; doctorId: number }> => {
  const practiceId = await insertPractice(tx, practice)
  await enterScope(tx, { practiceId, userId: founder.userId })
  const doctorId = await ensurePractitioner(tx, { practiceId, ...founder })
  await insertMembership(tx, {
    practiceId,
    userId: founder.userId,
    doctorId,
    role: 'owner',
    clinical: true,
    clinicalAskedBy: null,
  })
  for (const id of modulesOfNewPractice) await installInto(tx, { practiceId, userId: founder.userId }, id)
  return { practiceId, doctorId }
}

/** Where and as what somebody works; nothing of it while no practice is chosen. */
export interface Workplace {
  readonly multiPractice: boolean
  readonly practice: Practice | null
  readonly doctor: Practitioner | null
  readonly role: Role | null
  readonly clinical: boolean
}

/** The workplace of a user in the practice of the session. The transaction works in that practice afterwards. */
export const workplaceOf = async (tx: Tx, userId: number, practiceId: number | null): Promise<Workplace> => {
  const memberships = await findMemberships(tx, userId, practiceId)
  const multiPractice = memberships.length > 1
  const current = memberships.find((one) => one.current)
  if (!current) return { multiPractice, practice: null, doctor: null, role: null, clinical: false }
  await enterScope(tx, { practiceId: current.id, userId })
  return {
    multiPractice,
    practice: await findPractice(tx, current.id),
    doctor: (await findPractitionerOfUser(tx, current.id, userId)) ?? null,
    role: current.role,
    clinical: current.clinical,
  }
}

export const listOwnPractices = (db: Database, actor: SignedInActor): Promise<PracticeMembership[]> =>
  findMemberships(db.queries, actor.userId, actor.practiceId)

/** The membership of the caller in a practice; somebody else's practice does not exist. */
export const requireMembership = async (
  tx: Tx,
  actor: SignedInActor,
  practiceId: number,
): Promise<PracticeMembership> => {
  const memberships = await findMemberships(tx, actor.userId, practiceId)
  const found = memberships.find((one) => one.id === practiceId)
  if (!found) throw new AppError('not_found')
  return found
}

/**
 * Points the session at another practice of its user; somebody else's practice does not exist, and one whose rules keep
 * the member out now is not chosen.
 */
export const setCurrentPractice = (
  db: Database,
  actor: SignedInActor,
  practiceId: number,
): Promise<PracticeMembership> =>
  change(db, actor, async (tx) => {
    const membership = await requireMembership(tx, actor, practiceId)
    const practice = await findPractice(tx, practiceId)
    requirePracticeAccess(practice, { ...actor, role: membership.role })
    await choosePractice(tx, actor.sessionId, practiceId)
    return audited({ action: 'account.practice_chosen', practiceId }, membership)
  })

export interface PracticeWish {
  readonly name: string
  readonly timezone?: string | undefined
  readonly locale?: Language | undefined
}

/** Another practice for somebody who is signed in already. */
export const createPractice = (
  db: Database,
  actor: SignedInActor,
  wish: PracticeWish,
): Promise<PracticeMembership> =>
  change(db, actor, async (tx) => {
    const founder = { userId: actor.userId, ...(await findOwnName(tx, actor.userId)) }
    const { practiceId } = await foundPractice(tx, founder, {
      name: wish.name,
      timezone: wish.timezone ?? 'UTC',
      locale: wish.locale ?? actor.language,
    })
    await choosePractice(tx, actor.sessionId, practiceId)
    const membership = await requireMembership(tx, actor, practiceId)
    return audited({ action: 'practice.create', practiceId }, membership)
  })

export const listPractitioners = (db: Database, actor: PracticeActor): Promise<ListText<Practitioner>> =>
  lookUp(db, actor, async (tx) => listText(await findPractitioners(tx, actor.practiceId)))

/** Refuses with not_found who is, and was, no practitioner of this practice. */
export const requirePractitioner = async (
  tx: Tx,
  { practiceId }: PracticeActor,
  doctorId: number,
): Promise<void> => {
  if (!(await isPractitionerHere(tx, practiceId, doctorId))) throw new AppError('not_found')
}

/** What a practice is called, inside another use case. */
export const practiceNameOf = findPracticeName

/** The practice, inside another use case. */
export const practiceOf = (tx: Tx, { practiceId }: Pick<PracticeActor, 'practiceId'>): Promise<Practice> =>
  findPractice(tx, practiceId)

/** Everybody who treats here or did, each once. */
export const practitionersOf = async (tx: Tx, { practiceId }: PracticeActor): Promise<Practitioner[]> => {
  const { rows } = await findPractitioners(tx, practiceId)
  const all: Practitioner[] = parseJson(typeof rows === 'string' ? rows : rows.toString())
  return all.filter(({ id }, index) => all.findIndex((one) => one.id === id) === index)
}
