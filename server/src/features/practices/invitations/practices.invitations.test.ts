import { accountEndpoints } from '@ulna/contract/accounts/accounts'
import { type PracticeMembership, practiceEndpoints } from '@ulna/contract/practices/practices'
import {
  type Invitation,
  type InvitationOffer,
  type InvitationOutcome,
  invitationEndpoints,
  memberEndpoints,
} from '@ulna/contract/practices/practices.members'
import type { Role } from '@ulna/contract/roles'
import { settingsEndpoints } from '@ulna/contract/settings/settings'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { callEndpoint, type TestAnswer } from '../../../../test/client.ts'
import { addMember, registerOwner, type TestPerson, testPassword } from '../../../../test/factories/people.ts'
import { mintToken } from '../../../../test/sweeps/scene/minted-session.ts'
import { testPractice } from '../../../../test/test-practice.ts'

const { app, owner } = await testPractice({ firstName: 'Laura', lastName: 'Restrepo', alone: true })
const admin = await addMember(app, owner.practiceId, 'admin', false)

let addresses = 0
const newAddress = (): string => {
  addresses += 1
  return `invitee-${addresses}@example.test`
}

interface Invitee {
  readonly email?: string
  readonly userId?: number
  readonly role?: Role
  readonly clinical?: boolean
  readonly language?: string
  readonly fullName?: string
}

/** Whoever is chosen works with who invites in another practice: of strangers nobody knows more than an address. */
const acquaint = async ({ userId }: TestPerson, other: number): Promise<void> => {
  const { practice_id: practiceId = 0 } =
    (await app.owner.queries
      .insertInto('practices')
      .values({ name: 'Otra', timezone: 'UTC', locale: 'es' })
      .returning('id as practice_id')
      .executeTakeFirst()) ?? {}
  await sql`with d as (insert into doctors (practice_id, user_id, first_name, last_name)
      select ${practiceId}, id, 'Una', 'Colega' from users where id in (${userId}, ${other}) returning id, user_id)
    insert into memberships (practice_id, user_id, doctor_id, role, clinical)
      select ${practiceId}, user_id, id, 'practitioner', false from d`.execute(app.owner.queries)
}

const invite = async (by: TestPerson, ...users: Invitee[]): Promise<TestAnswer> => {
  for (const { userId } of users) if (userId !== undefined) await acquaint(by, userId)
  return inviteOnly(by, ...users)
}

const inviteOnly = async (by: TestPerson, ...users: Invitee[]): Promise<TestAnswer> =>
  callEndpoint(app, memberEndpoints.invite, {
    token: await mintToken(app, by),
    body: { users: users.map((one) => ({ role: 'practitioner', ...one })) },
  })

const invited = async (by: TestPerson, ...users: Invitee[]): Promise<InvitationOutcome[]> => {
  const answer = await invite(by, ...users)
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.payload
}

const outcome = ({ status, errors }: TestAnswer): string => errors[0]?.message ?? String(status)

const waiting = async (by: TestPerson): Promise<Invitation[]> => {
  const { metadata } = await callEndpoint(app, memberEndpoints.list, { token: await mintToken(app, by) })
  return (metadata as { invitations: Invitation[] }).invitations
}

/** The newest mail to an address, with the token of its link. */
const mailTo = async (
  address: string,
): Promise<{ subject: string; text: string; token: string; count: number }> => {
  await app.runJobs()
  const mails = (await app.mails()).filter((mail) => mail.to?.[0]?.address === address)
  const last = mails.at(-1)
  const text = last?.text ?? ''
  const token = /http:\/\/localhost:3000\/register\/(\S+)/.exec(text)?.[1] ?? ''
  return { subject: last?.subject ?? '', text, token, count: mails.length }
}

const registerWith = (token: string, email: string): Promise<TestAnswer> =>
  callEndpoint(app, accountEndpoints.register, {
    body: { email, password: testPassword, firstName: 'Nuria', lastName: 'Vidal', invitation: token },
  })

const acceptLink = async (person: TestPerson, token: string): Promise<TestAnswer> =>
  callEndpoint(app, invitationEndpoints.acceptLink, {
    token: await mintToken(app, { ...person, practiceId: null }),
    body: { token },
  })

const offer = (token: string): Promise<TestAnswer> =>
  callEndpoint(app, invitationEndpoints.offer, { params: { token } })

const own = async (person: TestPerson): Promise<InvitationOffer[]> =>
  (await callEndpoint(app, invitationEndpoints.own, { token: await mintToken(app, person) })).payload

const answerOwn = async (person: TestPerson, id: number, how: 'accept' | 'decline'): Promise<TestAnswer> =>
  callEndpoint(app, invitationEndpoints[how], { token: await mintToken(app, person), params: { id } })

const standing = async (
  person: Pick<TestPerson, 'userId'>,
  practiceId = owner.practiceId,
): Promise<unknown> =>
  app.owner.queries
    .selectFrom('memberships')
    .select(['role', 'clinical', sql<boolean>`ended_at is not null`.as('ended')])
    .where('practice_id', '=', practiceId)
    .where('user_id', '=', person.userId)
    .executeTakeFirst()

const prove = async (person: TestPerson): Promise<void> => {
  await sql`update users set email_verified_at = now() where id = ${person.userId}`.execute(app.owner.queries)
}

const age = async (id: number, column: 'expires_at' | 'sent_at', interval: string): Promise<void> => {
  await sql`update invitations set ${sql.ref(column)} = now() - ${interval}::interval where id = ${id}`.execute(
    app.owner.queries,
  )
}

describe('inviting', () => {
  it('takes nobody by number but colleagues: a stranger is as little there as one who does not exist', async () => {
    const stranger = await registerOwner(app)
    for (const userId of [stranger.userId, 900_000_000_001])
      expect(outcome(await inviteOnly(owner, { userId }))).toBe('not_found')
  })

  it('mails a link in the language asked for, and lists who has not answered', async () => {
    const email = newAddress()
    const [result] = await invited(owner, { email, role: 'assistant', language: 'it' })
    expect(result).toMatchObject({
      outcome: 'invited',
      email,
      role: 'assistant',
      clinical: false,
      practiceRoleId: null,
    })
    expect((await waiting(owner))[0]).toMatchObject({
      email,
      role: 'assistant',
      sentAt: null,
      expired: false,
    })
    const mail = await mailTo(email)
    expect(mail.subject).toBe('Invito a Laura Restrepo su Ulna')
    expect(mail.text).toContain('Laura Restrepo')
    expect(mail.text).toContain('14')
    const listed = (await waiting(owner)).find((one) => one.email === email)
    expect(listed?.sentAt).not.toBeNull()
    expect(Date.parse(listed?.expiresAt ?? '') - Date.now()).toBeGreaterThan(13 * 86_400_000)
  })

  it('writes in the account’s language, else the given one, else the practice’s', async () => {
    const person = await registerOwner(app)
    await sql`update users set language = 'en' where id = ${person.userId}`.execute(app.owner.queries)
    const stranger = newAddress()
    await invited(owner, { email: person.username, language: 'it' }, { email: stranger })
    expect((await mailTo(person.username)).subject).toContain('Invitation to')
    expect((await mailTo(stranger)).subject).toContain('Invitación a')
    const listed = await waiting(owner)
    expect(listed.find(({ email }) => email === person.username)?.language).toBe('it')
    expect(listed.find(({ email }) => email === stranger)?.language).toBe('es')
  })

  it('gives clinical access by role unless it is said', async () => {
    const roles = ['practitioner', 'assistant', 'admin', 'owner'] as const
    const results = await invited(owner, ...roles.map((role) => ({ email: newAddress(), role })))
    expect(results.map(({ clinical }) => clinical)).toEqual([true, false, false, true])
    const said = await invited(owner, { email: newAddress(), role: 'assistant', clinical: true })
    expect(said[0]?.clinical).toBe(true)
  })

  it('mails again who is asked again, with what is asked now; the link before ends', async () => {
    const email = newAddress()
    const [first] = await invited(owner, { email })
    const before = await mailTo(email)
    const [second] = await invited(owner, { email: email.toUpperCase(), role: 'assistant' })
    expect(second).toMatchObject({
      outcome: 'invited_again',
      invitationId: first?.invitationId,
      role: 'assistant',
    })
    const after = await mailTo(email)
    expect(after.count).toBe(2)
    expect(outcome(await offer(before.token))).toBe('invalid_invitation')
    expect((await offer(after.token)).payload).toMatchObject({ role: 'assistant', email })
    expect((await waiting(owner)).filter((one) => one.email === email)).toHaveLength(1)
  })

  it('changes the role of who is a member already', async () => {
    const member = await addMember(app, owner.practiceId, 'practitioner', true)
    const [changed] = await invited(owner, { email: member.username, role: 'assistant' })
    expect(changed).toMatchObject({
      outcome: 'role_changed',
      role: 'assistant',
      clinical: true,
      invitationId: null,
    })
    expect(await standing(member)).toEqual({ role: 'assistant', clinical: true, ended: false })
    const [same] = await invited(owner, { userId: member.userId, role: 'assistant' })
    expect(same).toMatchObject({ outcome: 'unchanged', practiceRoleId: changed?.practiceRoleId })
    const [clinical] = await invited(owner, { userId: member.userId, role: 'assistant', clinical: false })
    expect(clinical).toMatchObject({ outcome: 'role_changed', clinical: false })
  })

  it('is all or nothing', async () => {
    const email = newAddress()
    const answer = await invite(owner, { email }, { userId: owner.userId, role: 'practitioner' })
    expect(outcome(answer)).toBe('last_owner')
    expect((await waiting(owner)).map((one) => one.email)).not.toContain(email)
    expect(outcome(await invite(owner, { email }, { userId: 900_000_000_001 }))).toBe('not_found')
    expect((await waiting(owner)).map((one) => one.email)).not.toContain(email)
    expect((await mailTo(email)).count).toBe(0)
  })

  it('decides each person of a call by what became of those before', async () => {
    const practice = await registerOwner(app)
    const second = await addMember(app, practice.practiceId, 'owner', true)
    const answer = await invite(
      practice,
      { userId: second.userId, role: 'practitioner' },
      { userId: practice.userId, role: 'practitioner' },
    )
    expect(outcome(answer)).toBe('last_owner')
  })

  it('refuses the same person twice and says where', async () => {
    const person = await registerOwner(app)
    const twice = await invite(
      owner,
      { email: person.username },
      { email: newAddress() },
      { userId: person.userId },
    )
    expect(twice).toMatchObject({
      status: 400,
      errors: [{ field: 'users.2.email', params: { reason: 'already_exists' } }],
    })
  })

  it('takes an owner for admins and owners, and one who proved who they are', async () => {
    const email = newAddress()
    expect(outcome(await invite(admin, { email, role: 'assistant' }))).toBe('201')
    for (const role of ['admin', 'owner'] as const) {
      expect(outcome(await invite(admin, { email: newAddress(), role }))).toBe('owner_role_required')
      const stale = await callEndpoint(app, memberEndpoints.invite, {
        token: await mintToken(app, { ...owner, stale: true }),
        body: { users: [{ email: newAddress(), role }] },
      })
      expect(outcome(stale)).toBe('reauth_required')
    }
    const leader = newAddress()
    await invited(owner, { email: leader, role: 'admin' })
    expect(outcome(await invite(admin, { email: leader, role: 'practitioner' }))).toBe('owner_role_required')
    expect(outcome(await invite(admin, { userId: owner.userId, role: 'practitioner' }))).toBe(
      'owner_role_required',
    )
  })

  it('shows of somebody chosen by user name what the practice knew, never the address', async () => {
    const person = await registerOwner(app, { firstName: 'Ana', lastName: 'Pérez' })
    const address = person.username
    await sql`update users set username = ${`ana.${person.userId}`} where id = ${person.userId}`.execute(
      app.owner.queries,
    )
    const [chosen] = await invited(owner, { userId: person.userId })
    expect(chosen?.email).toBe(`ana.${person.userId}`)
    expect(JSON.stringify(await waiting(owner))).not.toContain(address)
    const other = await registerOwner(app)
    const [named] = await invited(owner, { userId: other.userId, fullName: 'Elena Gil' })
    const [unnamed] = await invited(owner, { userId: (await registerOwner(app)).userId })
    expect([named?.email, unnamed?.email]).toEqual(['Elena Gil', ''])
    expect((await mailTo(address)).count).toBe(1)
  })
})

describe('a link', () => {
  it('lets somebody without an account join while they register', async () => {
    const email = newAddress()
    await invited(owner, { email, role: 'assistant' })
    const { token } = await mailTo(email)
    expect((await offer(token)).payload).toMatchObject({
      practiceName: 'Laura Restrepo',
      invitedBy: 'Laura Restrepo',
      email,
      role: 'assistant',
      registered: false,
    })
    const answer = await registerWith(token, email)
    expect(answer).toMatchObject({
      status: 201,
      payload: {
        role: 'assistant',
        clinical: false,
        multiPractice: false,
        practice: { id: owner.practiceId },
      },
    })
    expect((await waiting(owner)).map((one) => one.email)).not.toContain(email)
    expect(outcome(await offer(token))).toBe('invalid_invitation')
    expect(outcome(await registerWith(token, newAddress()))).toBe('invalid_invitation')
  })

  it('proves the address it was mailed to, and no other', async () => {
    const provenOf = async (email: string) => {
      const user = await app.owner.queries
        .selectFrom('users')
        .select('email_verified_at')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
      return user.email_verified_at !== null
    }
    const [mailed, shared, other] = [newAddress(), newAddress(), newAddress()]
    await invited(owner, { email: mailed })
    await invited(owner, { email: shared })
    expect((await registerWith((await mailTo(mailed)).token, mailed.toUpperCase())).status).toBe(201)
    expect((await registerWith((await mailTo(shared)).token, other)).status).toBe(201)
    expect([await provenOf(mailed), await provenOf(other)]).toEqual([true, false])
  })

  it('lets whoever is signed in join with another address, and chooses the practice', async () => {
    const person = await registerOwner(app)
    const email = newAddress()
    await invited(owner, { email })
    const { token } = await mailTo(email)
    const session = await mintToken(app, { ...person, practiceId: null })
    const answer = await callEndpoint(app, invitationEndpoints.acceptLink, {
      token: session,
      body: { token },
    })
    const membership: PracticeMembership = answer.payload
    expect(membership).toMatchObject({
      id: owner.practiceId,
      role: 'practitioner',
      clinical: true,
      current: true,
    })
    const me = await callEndpoint(app, accountEndpoints.me, { token: session })
    expect(me).toMatchObject({ payload: { practice: { id: owner.practiceId }, multiPractice: true } })
    expect(outcome(await acceptLink(person, token))).toBe('invalid_invitation')
  })

  it('counts for nobody when it is no link of ours, or of another purpose', async () => {
    const email = newAddress()
    const [result] = await invited(owner, { email })
    const { token } = await mailTo(email)
    const person = await registerOwner(app)
    const ids = `${owner.practiceId}.${result?.invitationId}.1`
    const wrong = [
      'nothing',
      `${token}x`,
      token.slice(0, -1),
      token.replace(/^\d+/, '1'),
      `${ids}.${Buffer.alloc(32).toString('base64url')}`,
      ids,
    ]
    for (const one of wrong) {
      expect(outcome(await offer(one)), one).toBe('invalid_invitation')
      expect(outcome(await acceptLink(person, one)), one).toBe('invalid_invitation')
      expect(outcome(await registerWith(one, newAddress())), one).toBe('invalid_invitation')
    }
    expect(outcome(await offer(token))).toBe('200')
  })

  it('ends when the invitation is withdrawn, declined, expired or mailed anew', async () => {
    const person = await registerOwner(app)
    const ends: Record<string, (id: number) => Promise<unknown>> = {
      withdrawn: async (id) =>
        callEndpoint(app, memberEndpoints.withdrawInvitation, {
          token: await mintToken(app, admin),
          params: { id },
        }),
      declined: async (id) => {
        await sql`update invitations set user_id = ${person.userId} where id = ${id}`.execute(
          app.owner.queries,
        )
        return answerOwn(person, id, 'decline')
      },
      expired: (id) => age(id, 'expires_at', '1 second'),
      resent: async (id) => {
        await age(id, 'sent_at', '2 minutes')
        return callEndpoint(app, memberEndpoints.resendInvitation, {
          token: await mintToken(app, admin),
          params: { id },
        })
      },
    }
    for (const [how, end] of Object.entries(ends)) {
      const email = newAddress()
      const [result] = await invited(owner, { email })
      const { token } = await mailTo(email)
      expect(outcome(await offer(token)), how).toBe('200')
      await end(result?.invitationId ?? 0)
      expect(outcome(await offer(token)), how).toBe('invalid_invitation')
      expect(outcome(await acceptLink(person, token)), how).toBe('invalid_invitation')
    }
    expect(await standing(person)).toBeUndefined()
  })

  it('brings a former member back with the profile of then', async () => {
    const member = await addMember(app, owner.practiceId, 'admin', true)
    const token = await mintToken(app, owner)
    const { id } = await app.owner.queries
      .selectFrom('memberships')
      .select('id')
      .where('user_id', '=', member.userId)
      .where('practice_id', '=', owner.practiceId)
      .executeTakeFirstOrThrow()
    await callEndpoint(app, memberEndpoints.remove, { token, params: { id } })
    const [result] = await invited(owner, { email: member.username, role: 'assistant' })
    expect(result?.outcome).toBe('invited')
    await acceptLink(member, (await mailTo(member.username)).token)
    expect(await standing(member)).toEqual({ role: 'assistant', clinical: false, ended: false })
    const { doctor_id: doctorId, version } = await app.owner.queries
      .selectFrom('memberships')
      .select(['doctor_id', 'version'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect([doctorId, version]).toEqual([member.doctorId, 3])
  })

  it('gives a member the role as far as the inviter may, and never the inviter themselves', async () => {
    const join = async (by: TestPerson, role: Role, who: TestPerson): Promise<unknown> => {
      const email = newAddress()
      await invited(by, { email, role })
      expect(outcome(await acceptLink(who, (await mailTo(email)).token))).toBe('200')
      return standing(who)
    }
    const practitioner = await addMember(app, owner.practiceId, 'practitioner', true)
    expect(await join(admin, 'assistant', practitioner)).toMatchObject({ role: 'assistant' })
    expect(await join(owner, 'admin', practitioner)).toMatchObject({ role: 'admin', clinical: false })
    // An admin manages no admins, by link either, and grants themselves no clinical access.
    expect(await join(admin, 'assistant', practitioner)).toMatchObject({ role: 'admin' })
    expect(await join(admin, 'practitioner', admin)).toEqual({ role: 'admin', clinical: false, ended: false })
    expect(await join(owner, 'practitioner', owner)).toMatchObject({ role: 'owner' })
  })

  it('does not turn the last owner into something less', async () => {
    const practice = await registerOwner(app)
    const second = await addMember(app, practice.practiceId, 'owner', true)
    const email = newAddress()
    await invited(practice, { email })
    const { token } = await mailTo(email)
    await sql`update users set disabled_at = now() where id = ${practice.userId}`.execute(app.owner.queries)
    // Whoever made it can do nothing any more, so the link does nothing to a member.
    expect(outcome(await acceptLink(second, token))).toBe('200')
    expect(await standing(second, practice.practiceId)).toMatchObject({ role: 'owner' })
  })

  it('gives a member no role once whoever made it is no member any more', async () => {
    const practice = await registerOwner(app)
    const second = await addMember(app, practice.practiceId, 'owner', true)
    const email = newAddress()
    await invited(second, { email, role: 'admin' })
    const { token } = await mailTo(email)
    await sql`update memberships set ended_at = now() where user_id = ${second.userId}`.execute(
      app.owner.queries,
    )
    const member = await addMember(app, practice.practiceId, 'practitioner', true)
    expect(outcome(await acceptLink(member, token))).toBe('200')
    expect(await standing(member, practice.practiceId)).toMatchObject({ role: 'practitioner' })
  })

  it('asks the practice’s mail domains of the person who joins', async () => {
    const practice = await registerOwner(app)
    const token = await mintToken(app, practice)
    const access = { networks: [], mailDomains: ['example.test'] }
    await callEndpoint(app, settingsEndpoints.updatePractice, { token, body: { configurations: { access } } })
    expect(await invite(practice, { email: 'eva@elsewhere.example' })).toMatchObject({
      status: 403,
      errors: [{ message: 'practice_domain_rejected', params: { email: 'eva@elsewhere.example' } }],
    })
    const email = newAddress()
    await invited(practice, { email })
    const link = (await mailTo(email)).token
    expect(outcome(await registerWith(link, 'eva@elsewhere.example'))).toBe('practice_domain_rejected')
    const outsider = await registerOwner(app)
    await sql`update users set email = ${`out-${outsider.userId}@elsewhere.example`} where id = ${outsider.userId}`.execute(
      app.owner.queries,
    )
    expect(outcome(await acceptLink(outsider, link))).toBe('practice_domain_rejected')
    // The answer tells nothing of a chosen person's address; the rule meets them when they accept.
    const [chosen] = await invited(practice, { userId: outsider.userId })
    expect(chosen?.outcome).toBe('invited')
    expect(outcome(await answerOwn(outsider, chosen?.invitationId ?? 0, 'accept'))).toBe(
      'practice_domain_rejected',
    )
    expect(outcome(await registerWith(link, email))).toBe('201')
  })
})

describe('own invitations', () => {
  it('are those to the user and to an address that is proven to be theirs', async () => {
    const person = await registerOwner(app)
    await invited(owner, { email: person.username })
    expect(await own(person)).toEqual([])
    await prove(person)
    expect(await own(person)).toMatchObject([
      { email: person.username, practiceName: 'Laura Restrepo', registered: true },
    ])
    const other = await registerOwner(app)
    await invited(owner, { userId: other.userId })
    expect(await own(other)).toHaveLength(1)
  })

  it('are accepted in the application, which chooses the practice and leaves its row there', async () => {
    const person = await registerOwner(app)
    const [result] = await invited(owner, { userId: person.userId, role: 'assistant' })
    const id = result?.invitationId ?? 0
    expect(await answerOwn(person, id, 'accept')).toMatchObject({
      status: 200,
      payload: { id: owner.practiceId, role: 'assistant', current: true },
    })
    expect(await own(person)).toEqual([])
    expect(outcome(await answerOwn(person, id, 'accept'))).toBe('not_found')
    const rows = await app.owner.queries
      .selectFrom('audit_events')
      .select(['action', 'practice_id'])
      .where('user_id', '=', person.userId)
      .where('subject_id', '=', id)
      .execute()
    expect(rows).toEqual([{ action: 'invitation.accept', practice_id: owner.practiceId }])
  })

  it('are declined, after which the practice may ask again', async () => {
    const person = await registerOwner(app)
    const [result] = await invited(owner, { userId: person.userId })
    const id = result?.invitationId ?? 0
    expect(await answerOwn(person, id, 'decline')).toMatchObject({ status: 200, payload: { id } })
    expect(await own(person)).toEqual([])
    expect(outcome(await answerOwn(person, id, 'accept'))).toBe('not_found')
    expect(await standing(person)).toBeUndefined()
    expect((await invited(owner, { userId: person.userId }))[0]?.outcome).toBe('invited')
  })

  it('are nobody else’s to answer', async () => {
    const person = await registerOwner(app)
    const stranger = await registerOwner(app)
    const [result] = await invited(owner, { userId: person.userId })
    const id = result?.invitationId ?? 0
    for (const how of ['accept', 'decline'] as const) {
      expect(outcome(await answerOwn(stranger, id, how))).toBe('not_found')
      expect(outcome(await answerOwn(owner, id, how))).toBe('not_found')
      expect(outcome(await answerOwn(stranger, 900_000_000_001, how))).toBe('not_found')
    }
    expect(await own(person)).toHaveLength(1)
  })

  it('are not what expired', async () => {
    const person = await registerOwner(app)
    const [result] = await invited(owner, { userId: person.userId })
    const id = result?.invitationId ?? 0
    await age(id, 'expires_at', '1 second')
    expect(await own(person)).toEqual([])
    expect(outcome(await answerOwn(person, id, 'accept'))).toBe('not_found')
    expect((await waiting(owner)).find((one) => one.id === id)?.expired).toBe(true)
  })
})

describe('an invitation that waits', () => {
  const call = async (
    by: TestPerson,
    endpoint: 'resendInvitation' | 'withdrawInvitation',
    id: number,
  ): Promise<string> =>
    outcome(
      await callEndpoint(app, memberEndpoints[endpoint], { token: await mintToken(app, by), params: { id } }),
    )

  it('is mailed again with another link, once a minute, with the whole time to answer', async () => {
    const email = newAddress()
    const [result] = await invited(owner, { email })
    const id = result?.invitationId ?? 0
    const first = await mailTo(email)
    expect(await call(admin, 'resendInvitation', id)).toBe('rate_limited')
    await age(id, 'sent_at', '61 seconds')
    await age(id, 'expires_at', '1 day')
    expect(await call(admin, 'resendInvitation', id)).toBe('200')
    const second = await mailTo(email)
    expect(second.count).toBe(2)
    expect(outcome(await offer(first.token))).toBe('invalid_invitation')
    expect(outcome(await offer(second.token))).toBe('200')
  })

  it('sends no mail that a later one replaced, nor one that was withdrawn', async () => {
    const email = newAddress()
    const [result] = await invited(owner, { email })
    await invited(owner, { email })
    expect((await mailTo(email)).count).toBe(1)
    const other = newAddress()
    const [gone] = await invited(owner, { email: other })
    expect(await call(admin, 'withdrawInvitation', gone?.invitationId ?? 0)).toBe('200')
    expect((await mailTo(other)).count).toBe(0)
    expect(await call(admin, 'withdrawInvitation', gone?.invitationId ?? 0)).toBe('not_found')
    expect(await call(admin, 'resendInvitation', gone?.invitationId ?? 0)).toBe('not_found')
    expect(result?.invitationId).not.toBe(gone?.invitationId)
  })

  it('of an admin or owner is an owner’s to send again and to withdraw', async () => {
    const [result] = await invited(owner, { email: newAddress(), role: 'admin' })
    const id = result?.invitationId ?? 0
    expect(await call(admin, 'resendInvitation', id)).toBe('owner_role_required')
    expect(await call(admin, 'withdrawInvitation', id)).toBe('owner_role_required')
    expect(await call(owner, 'withdrawInvitation', id)).toBe('200')
  })

  it('ends when who made it may not make it any longer', async () => {
    const practice = await registerOwner(app)
    const leader = await addMember(app, practice.practiceId, 'owner', true)
    const toAdmin = newAddress()
    const toAssistant = newAddress()
    await invited(leader, { email: toAdmin, role: 'admin' }, { email: toAssistant, role: 'assistant' })
    const token = await mintToken(app, practice)
    const { id } = await app.owner.queries
      .selectFrom('memberships')
      .select('id')
      .where('user_id', '=', leader.userId)
      .where('practice_id', '=', practice.practiceId)
      .executeTakeFirstOrThrow()
    const open = async () => (await waiting(practice)).map(({ email }) => email)
    expect((await open()).sort()).toEqual([toAdmin, toAssistant].sort())
    await callEndpoint(app, memberEndpoints.change, { token, params: { id }, body: { role: 'admin' } })
    expect(await open()).toEqual([toAssistant])
    await callEndpoint(app, memberEndpoints.remove, { token, params: { id } })
    expect(await open()).toEqual([])
  })
})

describe('what is decided about a member', () => {
  /** A member who still has an invitation to be an admin, made under a later address. */
  const memberWithInvitation = async (): Promise<{ person: TestPerson; id: number; token: string }> => {
    const person = await registerOwner(app)
    await invited(owner, { email: person.username })
    const { token: first } = await mailTo(person.username)
    const later = newAddress()
    await sql`update users set email = ${later}, email_verified_at = now() where id = ${person.userId}`.execute(
      app.owner.queries,
    )
    await invited(owner, { userId: person.userId, role: 'admin' })
    const { token } = await mailTo(later)
    expect(outcome(await acceptLink(person, first))).toBe('200')
    expect(await own(person)).toHaveLength(1)
    const { id } = await app.owner.queries
      .selectFrom('memberships')
      .select('id')
      .where('user_id', '=', person.userId)
      .where('practice_id', '=', owner.practiceId)
      .executeTakeFirstOrThrow()
    return { person, id, token }
  }

  const decisions: Record<string, (person: TestPerson, id: number) => Promise<TestAnswer>> = {
    removed: async (_, id) =>
      callEndpoint(app, memberEndpoints.remove, { token: await mintToken(app, owner), params: { id } }),
    changed: async (_, id) =>
      callEndpoint(app, memberEndpoints.change, {
        token: await mintToken(app, owner),
        params: { id },
        body: { role: 'assistant' },
      }),
    'given a role as if invited': (person) => invite(owner, { userId: person.userId, role: 'assistant' }),
  }

  it.each(Object.keys(decisions))('ends the invitations to them that wait: %s', async (how) => {
    const { person, id, token } = await memberWithInvitation()
    expect(outcome((await decisions[how]?.(person, id)) as TestAnswer)).toMatch(/^20[01]$/)
    const decided = await standing(person)
    expect(await own(person)).toEqual([])
    expect(outcome(await acceptLink(person, token))).toBe('invalid_invitation')
    expect(await standing(person)).toEqual(decided)
  })
})

describe('joining at the same time', () => {
  it('makes one member of somebody with two invitations, and one of a link that two follow', async () => {
    const person = await registerOwner(app)
    const tokens: string[] = []
    for (const email of [newAddress(), newAddress()]) {
      await invited(owner, { email })
      tokens.push((await mailTo(email)).token)
    }
    const both = await Promise.all(tokens.map((token) => acceptLink(person, token)))
    expect(both.map(outcome)).toEqual(['200', '200'])
    expect(await standing(person)).toMatchObject({ role: 'practitioner', ended: false })

    const email = newAddress()
    await invited(owner, { email })
    const { token } = await mailTo(email)
    const people = await Promise.all([registerOwner(app), registerOwner(app), registerOwner(app)])
    const answers = await Promise.all(people.map((one) => acceptLink(one, token)))
    expect(answers.map(outcome).sort()).toEqual(['200', 'invalid_invitation', 'invalid_invitation'])
  })

  it('leaves one open invitation of many for an address', async () => {
    const email = newAddress()
    const answers = await Promise.all([owner, admin, owner, admin].map((by) => invite(by, { email })))
    expect(answers.map(outcome)).toEqual(['201', '201', '201', '201'])
    expect((await waiting(owner)).filter((one) => one.email === email)).toHaveLength(1)
    expect((await mailTo(email)).count).toBe(1)
  })
})

describe('choosing a practice', () => {
  it('is refused while its rules keep the member out', async () => {
    const practice = await registerOwner(app)
    const member = await addMember(app, practice.practiceId, 'practitioner', true)
    const rules = { networks: ['10.0.0.0/8'], mailDomains: [] }
    await sql`update practices set configurations = ${JSON.stringify({ access: rules })}::jsonb where id = ${practice.practiceId}`.execute(
      app.owner.queries,
    )
    const answer = await callEndpoint(app, practiceEndpoints.setCurrent, {
      token: await mintToken(app, { ...member, practiceId: null }),
      params: { id: practice.practiceId },
    })
    expect(outcome(answer)).toBe('ip_rejected')
  })
})
