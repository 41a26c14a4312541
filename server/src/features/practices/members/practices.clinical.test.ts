import { accountEndpoints } from '@ulna/contract/accounts/accounts'
import { practiceEndpoints } from '@ulna/contract/practices/practices'
import {
  type Invitation,
  type InvitationOffer,
  type InvitationOutcome,
  invitationEndpoints,
  type Member,
  memberEndpoints,
} from '@ulna/contract/practices/practices.members'
import type { Role } from '@ulna/contract/roles'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { callEndpoint, type TestAnswer } from '../../../../test/client.ts'
import { addMember, registerOwner, type TestPerson, testPassword } from '../../../../test/factories/people.ts'
import { mintToken } from '../../../../test/sweeps/scene/minted-session.ts'
import { testServer } from '../../../../test/test-practice.ts'

let owner: TestPerson
/** Manages members and has no clinical access. */
let admin: TestPerson

const app = await testServer({ alone: true })
beforeEach(async () => {
  owner = await registerOwner(app, { firstName: 'Laura', lastName: 'Restrepo' })
  admin = await addMember(app, owner.practiceId, 'admin', false)
})

let addresses = 0
const newAddress = (): string => {
  addresses += 1
  return `clinical-${addresses}@example.test`
}

const outcome = ({ status, errors }: TestAnswer): string => errors[0]?.message ?? String(status)

interface Wish {
  readonly email: string
  readonly role?: Role
  readonly clinical?: boolean
}

const invite = async (by: TestPerson, wish: Wish, stale = false): Promise<TestAnswer> =>
  callEndpoint(app, memberEndpoints.invite, {
    token: await mintToken(app, { ...by, stale }),
    body: { users: [{ role: 'practitioner', ...wish }] },
  })

const invited = async (by: TestPerson, wish: Wish): Promise<InvitationOutcome> => {
  const answer = await invite(by, wish)
  if (answer.status !== 201) throw new Error(answer.text)
  return (answer.payload as InvitationOutcome[])[0] as InvitationOutcome
}

const membershipOf = async ({ userId, practiceId }: Pick<TestPerson, 'userId' | 'practiceId'>) =>
  app.owner.queries
    .selectFrom('memberships')
    .select(['id', 'role', 'clinical', 'clinical_asked_by', 'version'])
    .where('practice_id', '=', practiceId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()

const access = async (person: Pick<TestPerson, 'userId'>): Promise<unknown> => {
  const { clinical, clinical_asked_by: askedBy } = await membershipOf({
    ...person,
    practiceId: owner.practiceId,
  })
  return { clinical, askedBy }
}

const change = async (by: TestPerson, whom: TestPerson, body: object, stale = false): Promise<TestAnswer> =>
  callEndpoint(app, memberEndpoints.change, {
    token: await mintToken(app, { ...by, stale }),
    params: { id: (await membershipOf(whom)).id },
    body,
  })

const people = async (by: TestPerson): Promise<{ members: Member[]; invitations: Invitation[] }> => {
  const { payload, metadata } = await callEndpoint(app, memberEndpoints.list, {
    token: await mintToken(app, by),
  })
  return { members: payload, invitations: (metadata as { invitations: Invitation[] }).invitations }
}

const mailsTo = async (address: string) => {
  await app.runJobs()
  return (await app.mails()).filter((mail) => mail.to?.[0]?.address === address)
}

/** Subjects of what an owner is told of clinical access. */
const toldTo = async (person: TestPerson): Promise<string[]> =>
  (await mailsTo(person.username)).map(({ subject = '' }) => subject)

const linkTo = async (address: string): Promise<string> =>
  /\/register\/(\S+)/.exec((await mailsTo(address)).at(-1)?.text ?? '')?.[1] ?? ''

const registerBy = async (email: string): Promise<TestPerson> => {
  const { payload, metadata, status, text } = await callEndpoint(app, accountEndpoints.register, {
    body: {
      email,
      password: testPassword,
      firstName: 'Nuria',
      lastName: 'Vidal',
      invitation: await linkTo(email),
    },
  })
  if (status !== 201) throw new Error(text)
  const { user, doctor: practitioner } = payload as { user: { id: number }; doctor: { id: number } }
  const { token } = metadata as { token: string }
  return {
    token,
    cookies: [],
    userId: user.id,
    doctorId: practitioner.id,
    practiceId: owner.practiceId,
    username: email,
    password: testPassword,
  }
}

const details = async (action: string): Promise<unknown[]> => {
  const rows = await app.owner.queries
    .selectFrom('audit_events')
    .select('detail')
    .where('practice_id', '=', owner.practiceId)
    .where('action', '=', action)
    .orderBy('at')
    .execute()
  return rows.map(({ detail }) => JSON.parse(detail))
}

const waits = { clinical: false, askedBy: 0 }
const has = { clinical: true, askedBy: null }
const none = { clinical: false, askedBy: null }

describe('clinical access by invitation', () => {
  it('is not an admin’s to give who has none: who registers works without it and waits for an owner', async () => {
    const email = newAddress()
    expect(await invited(admin, { email, clinical: true })).toMatchObject({
      outcome: 'invited',
      clinical: false,
      clinicalAsked: true,
    })
    expect((await people(owner)).invitations[0]).toMatchObject({ clinical: false, clinicalAsked: true })
    const person = await registerBy(email)
    expect(await access(person)).toEqual({ ...waits, askedBy: admin.userId })
    expect(await toldTo(owner)).toEqual(['Por decidir: acceso clínico en Laura Restrepo para Nuria Vidal'])
    expect((await details('account.register')).at(-1)).toEqual({
      role: 'practitioner',
      clinical: false,
      clinicalAsked: true,
    })
  })

  it('waits for a role that has it by itself as well: a practitioner nobody said anything about', async () => {
    const email = newAddress()
    expect(await invited(admin, { email })).toMatchObject({ clinical: false, clinicalAsked: true })
    expect(await access(await registerBy(email))).toEqual({ ...waits, askedBy: admin.userId })
  })

  it('waits for who joins with an account of their own, by link or by their proven address', async () => {
    const [byLink, byAddress] = [await registerOwner(app), await registerOwner(app)]
    await invited(admin, { email: byLink.username })
    await invited(admin, { email: byAddress.username })
    const elsewhere = (person: TestPerson) => mintToken(app, { ...person, practiceId: null })
    await callEndpoint(app, invitationEndpoints.acceptLink, {
      token: await elsewhere(byLink),
      body: { token: await linkTo(byLink.username) },
    })
    await sql`update users set email_verified_at = now() where id = ${byAddress.userId}`.execute(
      app.owner.queries,
    )
    const token = await elsewhere(byAddress)
    const offers = await callEndpoint(app, invitationEndpoints.own, { token })
    const [offer] = offers.payload as InvitationOffer[]
    expect(offer).toMatchObject({ clinical: false, clinicalAsked: true })
    await callEndpoint(app, invitationEndpoints.accept, { token, params: { id: offer?.id ?? 0 } })
    for (const person of [byLink, byAddress])
      expect(await access(person)).toEqual({ ...waits, askedBy: admin.userId })
    const joined = { role: 'practitioner', clinical: false, clinicalAsked: true }
    expect(await details('invitation.accept')).toEqual([joined, joined])
  })

  it('waits for who comes back, whatever they had before', async () => {
    const former = await addMember(app, owner.practiceId, 'practitioner', true)
    await callEndpoint(app, practiceEndpoints.leave, { token: await mintToken(app, former) })
    await invited(admin, { email: former.username })
    await callEndpoint(app, invitationEndpoints.acceptLink, {
      token: await mintToken(app, { ...former, practiceId: null }),
      body: { token: await linkTo(former.username) },
    })
    expect(await access(former)).toEqual({ ...waits, askedBy: admin.userId })
  })

  it.each<[string, () => Promise<TestPerson>]>([
    ['an owner', async () => owner],
    ['an owner without it', async () => addMember(app, owner.practiceId, 'owner', false)],
    ['an admin who has it', async () => addMember(app, owner.practiceId, 'admin', true)],
  ])('is given by %s, with a fresh proof, and the owners are told when it is taken up', async (_, giver) => {
    const by = await giver()
    const email = newAddress()
    expect(outcome(await invite(by, { email }, true))).toBe('reauth_required')
    expect(await invited(by, { email })).toMatchObject({ clinical: true, clinicalAsked: false })
    expect(await access(await registerBy(email))).toEqual(has)
    expect(await toldTo(owner)).toEqual(['Nuria Vidal ya forma parte de Laura Restrepo, con acceso clínico'])
  })

  it('asks no proof where none is given', async () => {
    const wish = { email: newAddress(), role: 'assistant' } as const
    expect(outcome(await invite(owner, wish, true))).toBe('201')
    expect(outcome(await invite(admin, { email: newAddress(), clinical: true }, true))).toBe('201')
    expect(outcome(await invite(owner, { email: newAddress(), clinical: false }, true))).toBe('201')
  })

  it('waits where who gave it has lost it, left or was switched off until it was taken up', async () => {
    const losses: ((giver: TestPerson) => Promise<unknown>)[] = [
      (giver) => change(owner, giver, { clinical: false }),
      async (giver) => callEndpoint(app, practiceEndpoints.leave, { token: await mintToken(app, giver) }),
      (giver) =>
        sql`update users set disabled_at = now() where id = ${giver.userId}`.execute(app.owner.queries),
    ]
    for (const lose of losses) {
      const giver = await addMember(app, owner.practiceId, 'admin', true)
      const email = newAddress()
      const { invitationId } = await invited(giver, { email })
      // Mailed again by an owner, who gives nothing by that, it outlives who leaves.
      await callEndpoint(app, memberEndpoints.resendInvitation, {
        token: await mintToken(app, owner),
        params: { id: invitationId ?? 0 },
      })
      await lose(giver)
      const person = await registerBy(email)
      expect(await access(person)).toMatchObject({ clinical: false })
      expect(await access(person)).not.toEqual(none)
    }
  })

  it('is no more when an admin without it invites anew or mails again', async () => {
    const email = newAddress()
    const { invitationId } = await invited(admin, { email })
    const again = await callEndpoint(app, memberEndpoints.resendInvitation, {
      token: await mintToken(app, owner),
      params: { id: invitationId ?? 0 },
    })
    expect(again.payload).toMatchObject({ clinical: false, clinicalAsked: true })
    const other = newAddress()
    await invited(owner, { email: other })
    expect(await invited(admin, { email: other })).toMatchObject({
      outcome: 'invited_again',
      clinicalAsked: true,
    })
    expect(await access(await registerBy(other))).toEqual({ ...waits, askedBy: admin.userId })
  })
})

describe('clinical access of a member', () => {
  it('is asked for by an admin who has none, once, and given by an owner’s yes with a fresh proof', async () => {
    const assistant = await addMember(app, owner.practiceId, 'assistant', false)
    const asked = await change(admin, assistant, { clinical: true }, true)
    expect(asked.payload).toMatchObject({
      clinical: false,
      clinicalAsked: { by: 'Miembro admin', at: expect.any(String) },
    })
    await change(admin, assistant, { clinical: true })
    expect(await toldTo(owner)).toEqual([
      'Por decidir: acceso clínico en Laura Restrepo para Miembro assistant',
    ])
    expect(outcome(await change(owner, assistant, { clinical: true }, true))).toBe('reauth_required')
    expect((await change(owner, assistant, { clinical: true })).payload).toMatchObject({
      clinical: true,
      clinicalAsked: null,
    })
    expect(await toldTo(owner)).toHaveLength(2)
    expect((await details('member.change')).map((one) => (one as { after: unknown }).after)).toEqual([
      { role: 'assistant', clinical: false, clinicalAskedBy: admin.userId },
      { role: 'assistant', clinical: false, clinicalAskedBy: admin.userId },
      { role: 'assistant', clinical: true },
    ])
  })

  it('stays away with a no, which asks no proof, and the mail about it too', async () => {
    const assistant = await addMember(app, owner.practiceId, 'assistant', false)
    await change(admin, assistant, { clinical: true })
    expect((await change(owner, assistant, { clinical: false }, true)).payload).toMatchObject({
      clinical: false,
      clinicalAsked: null,
    })
    expect(await access(assistant)).toEqual(none)
    expect(await toldTo(owner)).toEqual([])
  })

  it('goes on waiting through another role, a licence number and a body that sends back what was read', async () => {
    const assistant = await addMember(app, owner.practiceId, 'assistant', false)
    const { payload } = await change(admin, assistant, { clinical: true })
    await change(admin, assistant, { role: 'practitioner' })
    await change(admin, assistant, { licenceNumber: 'TP 12' })
    const { version: _, doctorVersion: __, ...read } = payload as Member
    await change(admin, assistant, { ...read, role: 'practitioner' })
    expect(await access(assistant)).toEqual({ ...waits, askedBy: admin.userId })
  })

  it('does not come with a role that has it by itself, nor with an invitation of who is a member', async () => {
    const assistant = await addMember(app, owner.practiceId, 'assistant', false)
    await change(admin, assistant, { role: 'practitioner' })
    expect(await membershipOf(assistant)).toMatchObject({ role: 'practitioner', clinical: false })
    expect(await access(assistant)).toEqual(none)
    expect(await invited(admin, { email: assistant.username, clinical: true })).toMatchObject({
      outcome: 'role_changed',
      clinical: false,
      clinicalAsked: true,
    })
    expect(await access(assistant)).toEqual({ ...waits, askedBy: admin.userId })
    await change(owner, assistant, { clinical: false })
    await change(owner, assistant, { role: 'owner' })
    expect(await membershipOf(assistant)).toMatchObject({ role: 'owner', clinical: false })
  })

  it('is kept by a link for another address, and given by one only as far as its giver may', async () => {
    const [clinical, plain] = [
      await addMember(app, owner.practiceId, 'practitioner', true),
      await addMember(app, owner.practiceId, 'practitioner', false),
    ]
    for (const person of [clinical, plain]) {
      const email = newAddress()
      await invited(admin, { email, role: 'assistant', clinical: true })
      await callEndpoint(app, invitationEndpoints.acceptLink, {
        token: await mintToken(app, person),
        body: { token: await linkTo(email) },
      })
    }
    expect(await access(clinical)).toEqual(has)
    expect(await access(plain)).toEqual({ ...waits, askedBy: admin.userId })
  })

  it('tells every owner in their language, and nobody else', async () => {
    const second = await addMember(app, owner.practiceId, 'owner', false)
    await sql`update users set language = 'it' where id = ${second.userId}`.execute(app.owner.queries)
    const assistant = await addMember(app, owner.practiceId, 'assistant', false)
    await change(owner, assistant, { clinical: true })
    expect(await toldTo(owner)).toEqual(['Acceso clínico en Laura Restrepo: Miembro assistant'])
    expect(await toldTo(second)).toEqual(['Accesso clinico in Laura Restrepo: Miembro assistant'])
    const [mail] = await mailsTo(second.username)
    expect(mail?.text).toContain('Laura Restrepo')
    expect(mail?.text).toContain('http://localhost:3000/app/settings/members')
    expect(await toldTo(admin)).toEqual([])
  })

  it('ends with the membership, and what was asked for too', async () => {
    const assistant = await addMember(app, owner.practiceId, 'assistant', false)
    await change(admin, assistant, { clinical: true })
    await callEndpoint(app, practiceEndpoints.leave, { token: await mintToken(app, assistant) })
    expect(await access(assistant)).toEqual(none)
  })

  it('is decided by what the giver is at that moment: who loses it under way asks', async () => {
    const giver = await addMember(app, owner.practiceId, 'admin', true)
    const assistant = await addMember(app, owner.practiceId, 'assistant', false)
    const taking = await app.owner.queries.startTransaction().execute()
    await sql`update memberships set clinical = false where user_id = ${giver.userId}
      and practice_id = ${owner.practiceId}`.execute(taking)
    const giving = change(giver, assistant, { clinical: true })
    await expect
      .poll(async () => {
        const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(app.owner.queries)
        return rows[0]?.count
      })
      .toBe(1)
    await taking.commit().execute()
    expect((await giving).payload).toMatchObject({ clinical: false, clinicalAsked: { by: 'Miembro admin' } })
  })
})
