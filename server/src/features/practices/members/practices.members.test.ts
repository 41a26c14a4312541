import { patientEndpoints } from '@ulna/contract/patients/patients'
import { practiceEndpoints } from '@ulna/contract/practices/practices'
import { type FoundUser, type Member, memberEndpoints } from '@ulna/contract/practices/practices.members'
import { type Role, roles } from '@ulna/contract/roles'
import { settingsEndpoints } from '@ulna/contract/settings/settings'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { callEndpoint, type TestAnswer } from '../../../../test/client.ts'
import { addMember, joinPractice, registerOwner, type TestPerson } from '../../../../test/factories/people.ts'
import { mintToken } from '../../../../test/sweeps/scene/minted-session.ts'
import { testServer } from '../../../../test/test-practice.ts'

const app = await testServer()

const list = async (by: TestPerson): Promise<Member[]> =>
  (await callEndpoint(app, memberEndpoints.list, { token: await mintToken(app, by) })).payload

const memberOf = async (person: TestPerson, practiceId = person.practiceId): Promise<number> => {
  const { id } = await app.owner.queries
    .selectFrom('memberships')
    .select('id')
    .where('practice_id', '=', practiceId)
    .where('user_id', '=', person.userId)
    .executeTakeFirstOrThrow()
  return id
}

const change = async (by: TestPerson, whom: TestPerson, body: object): Promise<TestAnswer> =>
  callEndpoint(app, memberEndpoints.change, {
    token: await mintToken(app, by),
    params: { id: await memberOf(whom) },
    body,
  })

const remove = async (by: TestPerson, whom: TestPerson): Promise<TestAnswer> =>
  callEndpoint(app, memberEndpoints.remove, {
    token: await mintToken(app, by),
    params: { id: await memberOf(whom) },
  })

const leave = async (who: TestPerson): Promise<TestAnswer> =>
  callEndpoint(app, practiceEndpoints.leave, { token: await mintToken(app, who) })

const outcome = ({ status, errors }: TestAnswer): string => errors[0]?.message ?? String(status)

/** What became of somebody, as the database has it. */
const standing = async (person: TestPerson): Promise<unknown> =>
  app.owner.queries
    .selectFrom('memberships')
    .select(['role', 'clinical', sql<boolean>`ended_at is not null`.as('ended')])
    .where('practice_id', '=', person.practiceId)
    .where('user_id', '=', person.userId)
    .executeTakeFirstOrThrow()

const staff = async (): Promise<Record<Role, TestPerson>> => {
  const owner = await registerOwner(app)
  const join = (role: Role) => addMember(app, owner.practiceId, role, role !== 'assistant')
  return {
    owner,
    admin: await join('admin'),
    assistant: await join('assistant'),
    practitioner: await join('practitioner'),
  }
}

describe('the list of members', () => {
  it('is by name and says who asks, who has a second factor, who was last here', async () => {
    const { owner, assistant, practitioner } = await staff()
    await sql`update doctors set first_name = 'Álvaro', last_name = 'Zúñiga' where id = ${practitioner.doctorId}`.execute(
      app.owner.queries,
    )
    await sql`update users set totp_confirmed_at = now() where id = ${assistant.userId}`.execute(
      app.owner.queries,
    )
    await sql`update users set disabled_at = now() where id = ${practitioner.userId}`.execute(
      app.owner.queries,
    )
    await sql`delete from access_tokens where session_id in (select id from sessions where user_id = ${practitioner.userId})`.execute(
      app.owner.queries,
    )
    await sql`delete from sessions where user_id = ${practitioner.userId}`.execute(app.owner.queries)
    const members = await list(owner)
    const byName = members.map(({ fullName }) => fullName)
    expect(byName).toEqual([...byName].sort((a, b) => a.localeCompare(b, 'es')))
    const of = (person: TestPerson) => members.find(({ userId }) => userId === person.userId)
    expect(members).toHaveLength(4)
    expect(of(owner)).toMatchObject({ self: true, role: 'owner', secondFactor: false, disabled: false })
    expect(of(owner)?.lastSeenAt).not.toBeNull()
    expect(of(assistant)).toMatchObject({
      self: false,
      role: 'assistant',
      clinical: false,
      secondFactor: true,
    })
    expect(of(practitioner)).toMatchObject({
      fullName: 'Álvaro Zúñiga',
      disabled: true,
      lastSeenAt: null,
      username: practitioner.username,
    })
  })

  it('counts a passkey as a second factor', async () => {
    const { owner, admin } = await staff()
    await sql`insert into passkeys (user_id, credential_id, public_key, counter, backed_up, name)
      values (${admin.userId}, ${`credential ${admin.userId}`}, '', 0, false, 'Llave')`.execute(
      app.owner.queries,
    )
    const found = (await list(owner)).find(({ userId }) => userId === admin.userId)
    expect(found?.secondFactor).toBe(true)
  })

  it('holds no former members, and of sessions only those in this practice', async () => {
    const { owner, assistant, practitioner } = await staff()
    const elsewhere = await registerOwner(app)
    await joinPractice(app, {
      person: elsewhere,
      practiceId: owner.practiceId,
      role: 'practitioner',
      clinical: true,
    })
    await remove(owner, assistant)
    const members = await list(owner)
    expect(members.map(({ userId }) => userId)).not.toContain(assistant.userId)
    expect(members.find(({ userId }) => userId === elsewhere.userId)?.lastSeenAt).toBeNull()
    expect(members.find(({ userId }) => userId === practitioner.userId)?.lastSeenAt).not.toBeNull()
  })

  it('D5 comes with the invitations in one answer that leaves one row: how many of both', async () => {
    const { owner } = await staff()
    await callEndpoint(app, memberEndpoints.invite, {
      token: await mintToken(app, owner),
      body: { users: [{ email: 'por-llegar@example.test', role: 'assistant' }] },
    })
    const { payload, metadata } = await callEndpoint(app, memberEndpoints.list, {
      token: await mintToken(app, owner),
    })
    expect(payload).toHaveLength(4)
    expect(metadata).toMatchObject({ total: 4, invitations: [{ email: 'por-llegar@example.test' }] })
    const rows = await app.owner.queries
      .selectFrom('audit_events')
      .select('detail')
      .where('practice_id', '=', owner.practiceId)
      .where('action', '=', 'member.list')
      .execute()
    expect(rows.map(({ detail }) => JSON.parse(detail))).toEqual([{ count: 4, invitations: 1 }])
  })
})

describe('changing a member', () => {
  /** Who may turn whom into what: admins practitioners and assistants, owners everybody (product-decisions.md §4). */
  const allowed = (by: Role, from: Role, to: Role): string => {
    if (by === 'owner') return '200'
    if (by !== 'admin') return 'admin_role_required'
    return [from, to].some((role) => role === 'admin' || role === 'owner') ? 'owner_role_required' : '200'
  }

  it.each(roles)('is allowed to each role as the table says: %s', async (by) => {
    const owner = await registerOwner(app)
    const actor = by === 'owner' ? owner : await addMember(app, owner.practiceId, by, true)
    const target = await addMember(app, owner.practiceId, 'practitioner', true)
    for (const from of roles) {
      for (const to of roles) {
        await sql`update memberships set role = ${from} where user_id = ${target.userId}`.execute(
          app.owner.queries,
        )
        expect([from, to, outcome(await change(actor, target, { role: to }))]).toEqual([
          from,
          to,
          allowed(by, from, to),
        ])
      }
    }
  })

  it('gives a member a licence number, and tells the trail what it was and is', async () => {
    const { owner, admin, practitioner } = await staff()
    const of = async () => (await list(owner)).find(({ userId }) => userId === practitioner.userId)
    const waiting = await of()
    expect((await change(admin, practitioner, { licenceNumber: ' 28/1234 ' })).payload).toMatchObject({
      licenceNumber: '28/1234',
      role: 'practitioner',
      version: waiting?.version,
    })
    expect(await change(admin, practitioner, { licenceNumber: '' })).toMatchObject({
      payload: { licenceNumber: null },
    })
    const rows = await app.owner.queries
      .selectFrom('audit_events')
      .select('detail')
      .where('practice_id', '=', owner.practiceId)
      .where('action', '=', 'member.change')
      .execute()
    const told = rows.map(({ detail }) => JSON.parse(detail).licenceNumber)
    expect(told).toHaveLength(2)
    expect(told).toContainEqual({ before: null, after: '28/1234' })
    expect(told).toContainEqual({ before: '28/1234', after: null })
    expect(outcome(await change(admin, owner, { licenceNumber: '1' }))).toBe('owner_role_required')
    expect(outcome(await change(practitioner, practitioner, { licenceNumber: '1' }))).toBe(
      'admin_role_required',
    )
    expect((await change(admin, practitioner, { licenceNumber: '28_1' })).errors).toMatchObject([
      { field: 'licenceNumber', params: { reason: 'field_licence_number' } },
    ])
  })

  it('gives no licence number over one that the person wrote meanwhile, nor to their profile elsewhere', async () => {
    const { owner, practitioner } = await staff()
    const elsewhere = await registerOwner(app)
    await joinPractice(app, {
      person: practitioner,
      practiceId: elsewhere.practiceId,
      role: 'practitioner',
      clinical: true,
    })
    const seen = (await list(owner)).find(({ userId }) => userId === practitioner.userId)
    const body = { doctor: { licenceNumber: 'propio 1' } }
    const own = await callEndpoint(app, settingsEndpoints.updateOwn, {
      token: await mintToken(app, practitioner),
      body,
    })
    expect(own.status).toBe(200)
    const stale = { licenceNumber: 'de otra persona', doctorVersion: seen?.doctorVersion }
    expect(await change(owner, practitioner, stale)).toMatchObject({
      status: 409,
      metadata: { current: { licenceNumber: 'propio 1' } },
    })
    const there = (await list(elsewhere)).find(({ userId }) => userId === practitioner.userId)
    expect(there?.licenceNumber).toBeNull()
  })

  it('asks for a fresh proof of identity where admins and owners are concerned, and only there', async () => {
    const { owner, admin, practitioner } = await staff()
    const token = await mintToken(app, { ...owner, stale: true })
    const call = async (whom: TestPerson, body: object) =>
      outcome(
        await callEndpoint(app, memberEndpoints.change, {
          token,
          params: { id: await memberOf(whom) },
          body,
        }),
      )
    expect(await call(practitioner, { role: 'assistant' })).toBe('200')
    expect(await call(practitioner, { role: 'admin' })).toBe('reauth_required')
    expect(await call(admin, { role: 'assistant' })).toBe('reauth_required')
    expect(await call(admin, { clinical: true })).toBe('reauth_required')
    expect(await standing(admin)).toMatchObject({ role: 'admin' })
  })

  it('answers the member with a new version, and leaves what is absent', async () => {
    const { owner, practitioner } = await staff()
    const first = await change(owner, practitioner, { role: 'assistant' })
    expect(first).toMatchObject({ status: 200, payload: { role: 'assistant', clinical: true, version: 2 } })
    const second = await change(owner, practitioner, { clinical: false, version: 2 })
    expect(second).toMatchObject({ status: 200, payload: { role: 'assistant', clinical: false, version: 3 } })
  })

  it('gives a licence number together with a role, and together with clinical access', async () => {
    const { owner, practitioner } = await staff()
    const promoted = await change(owner, practitioner, { role: 'admin', licenceNumber: '1' })
    expect(promoted.payload).toMatchObject({ role: 'admin', clinical: true, licenceNumber: '1' })
    const withdrawn = await change(owner, practitioner, { clinical: false, licenceNumber: '2' })
    expect(withdrawn.payload).toMatchObject({ role: 'admin', clinical: false, licenceNumber: '2' })
    expect(await standing(practitioner)).toMatchObject({ role: 'admin', clinical: false })
  })

  it('refuses a version that is not the present one and tells what there is', async () => {
    const { owner, practitioner } = await staff()
    await change(owner, practitioner, { role: 'assistant' })
    const stale = await change(owner, practitioner, { role: 'practitioner', version: 1 })
    expect(stale).toMatchObject({
      status: 409,
      errors: [{ message: 'version_conflict' }],
      metadata: { current: { userId: practitioner.userId, role: 'assistant', version: 2 } },
    })
    expect(await standing(practitioner)).toMatchObject({ role: 'assistant' })
  })

  it('lets nobody raise themselves', async () => {
    const { admin, assistant } = await staff()
    expect(outcome(await change(admin, admin, { role: 'owner' }))).toBe('owner_role_required')
    expect(outcome(await change(admin, admin, { clinical: true }))).toBe('owner_role_required')
    expect(outcome(await change(assistant, assistant, { role: 'admin' }))).toBe('admin_role_required')
  })

  it('finds nobody who is no member, or no longer', async () => {
    const { owner, practitioner } = await staff()
    const stranger = await registerOwner(app)
    expect(outcome(await change(owner, stranger, { role: 'assistant' }))).toBe('not_found')
    await remove(owner, practitioner)
    expect(outcome(await change(owner, practitioner, { role: 'assistant' }))).toBe('not_found')
    expect(outcome(await remove(owner, practitioner))).toBe('not_found')
  })

  it('D5 leaves one row that says who, from what, to what', async () => {
    const { owner, practitioner } = await staff()
    await change(owner, practitioner, { role: 'admin', clinical: false })
    const row = await app.owner.queries
      .selectFrom('audit_events')
      .select(['user_id', 'subject_id', 'detail'])
      .where('practice_id', '=', owner.practiceId)
      .where('action', '=', 'member.change')
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ user_id: owner.userId, subject_id: await memberOf(practitioner) })
    expect(JSON.parse(row.detail)).toEqual({
      userId: practitioner.userId,
      before: { role: 'practitioner', clinical: true },
      after: { role: 'admin', clinical: false },
    })
  })
})

describe('the last owner', () => {
  it('cannot be demoted, removed or leave', async () => {
    const { owner } = await staff()
    expect(await change(owner, owner, { role: 'admin' })).toMatchObject({
      status: 409,
      errors: [{ code: '0106', message: 'last_owner' }],
    })
    expect(outcome(await remove(owner, owner))).toBe('last_owner')
    expect(outcome(await leave(owner))).toBe('last_owner')
    expect(await standing(owner)).toEqual({ role: 'owner', clinical: true, ended: false })
    expect(outcome(await change(owner, owner, { clinical: false }))).toBe('200')
  })

  it('is who has no other owner beside them that can sign in', async () => {
    const { owner, admin } = await staff()
    await change(owner, admin, { role: 'owner' })
    await sql`update users set disabled_at = now() where id = ${admin.userId}`.execute(app.owner.queries)
    expect(outcome(await leave(owner))).toBe('last_owner')
    await sql`update users set disabled_at = null, activated_at = null where id = ${admin.userId}`.execute(
      app.owner.queries,
    )
    expect(outcome(await leave(owner))).toBe('last_owner')
    await sql`update users set activated_at = now() where id = ${admin.userId}`.execute(app.owner.queries)
    await sql`update memberships set ended_at = now() where user_id = ${admin.userId}`.execute(
      app.owner.queries,
    )
    expect(outcome(await leave(owner))).toBe('last_owner')
    await sql`update memberships set ended_at = null where user_id = ${admin.userId}`.execute(
      app.owner.queries,
    )
    expect(outcome(await leave(owner))).toBe('200')
  })

  it('is not who stands beside another, who may step down, be removed or leave', async () => {
    const { owner, admin, assistant } = await staff()
    await change(owner, admin, { role: 'owner' })
    await change(owner, assistant, { role: 'owner' })
    expect(outcome(await change(owner, owner, { role: 'practitioner' }))).toBe('200')
    expect(outcome(await remove(admin, assistant))).toBe('200')
    expect(outcome(await leave(admin))).toBe('last_owner')
  })
})

describe('ending a membership', () => {
  it('takes the practice from every session of the person at once; what they wrote stays', async () => {
    const { owner, practitioner } = await staff()
    const token = await mintToken(app, practitioner)
    const patient = { firstName: 'Mariana', lastName: 'Gómez' }
    const { payload } = await callEndpoint(app, patientEndpoints.create, { token, body: patient })
    expect(outcome(await remove(owner, practitioner))).toBe('200')
    expect(outcome(await callEndpoint(app, patientEndpoints.list, { token }))).toBe('practice_required')
    const { id } = payload as { id: number }
    const read = await callEndpoint(app, patientEndpoints.read, {
      token: await mintToken(app, owner),
      params: { id },
    })
    expect(read.status).toBe(200)
  })

  it('is one’s own doing by leaving, which answers the practice', async () => {
    const { practitioner } = await staff()
    expect(await leave(practitioner)).toMatchObject({ status: 200, payload: { id: practitioner.practiceId } })
    expect(await standing(practitioner)).toMatchObject({ ended: true })
    expect(outcome(await leave(practitioner))).toBe('practice_required')
  })

  it('asks of removal what the table asks: owners for admins and owners, a fresh proof with it', async () => {
    const { owner, admin, assistant, practitioner } = await staff()
    expect(outcome(await remove(assistant, practitioner))).toBe('admin_role_required')
    expect(outcome(await remove(admin, owner))).toBe('owner_role_required')
    expect(outcome(await remove(admin, practitioner))).toBe('200')
    const stale = await callEndpoint(app, memberEndpoints.remove, {
      token: await mintToken(app, { ...owner, stale: true }),
      params: { id: await memberOf(admin) },
    })
    expect(outcome(stale)).toBe('reauth_required')
    expect(outcome(await remove(owner, admin))).toBe('200')
  })
})

describe('searching users', () => {
  const search = async (by: TestPerson, q: string): Promise<FoundUser[]> =>
    (await callEndpoint(app, memberEndpoints.searchUsers, { token: await mintToken(app, by), query: { q } }))
      .payload

  /** Somebody called so who works elsewhere, where `by` works too. */
  const called = async (by: TestPerson, username: string): Promise<TestPerson> => {
    const person = await registerOwner(app, { firstName: 'Ana', lastName: 'Pérez' })
    await joinPractice(app, {
      person: by,
      practiceId: person.practiceId,
      role: 'practitioner',
      clinical: false,
    })
    await sql`update users set username = ${username} where id = ${person.userId}`.execute(app.owner.queries)
    return person
  }

  const typed = (text: string): FoundUser => ({ id: null, username: text, fullName: '', role: null })

  it('tells of strangers nothing but the address that was typed, whether there is an account or not', async () => {
    const { admin } = await staff()
    const stranger = await registerOwner(app, { firstName: 'Ana', lastName: 'Pérez' })
    await sql`update users set username = 'pilar.soto' where id = ${stranger.userId}`.execute(
      app.owner.queries,
    )
    expect(await search(admin, stranger.username)).toEqual([typed(stranger.username)])
    expect(await search(admin, 'nobody@example.test')).toEqual([typed('nobody@example.test')])
    expect(await search(admin, 'pilar')).toEqual([])
    const former = await called(admin, 'pilar.antes')
    await sql`update memberships set ended_at = now() where user_id = ${former.userId}`.execute(
      app.owner.queries,
    )
    expect(await search(admin, 'pilar')).toEqual([])
  })

  it('finds the beginning of a user name from three characters, whatever their case', async () => {
    const { admin } = await staff()
    const ana = await called(admin, 'ana.perez')
    expect(await search(admin, 'ana')).toEqual([
      { id: ana.userId, username: 'ana.perez', fullName: 'Ana Pérez', role: null },
    ])
    expect(await search(admin, 'ANA.P')).toHaveLength(1)
    expect(await search(admin, 'na.')).toEqual([])
    for (const text of ['', ' ', 'an', '  an  ']) expect(await search(admin, text)).toEqual([])
  })

  it('takes a pattern for the characters it is made of', async () => {
    const { admin } = await staff()
    await called(admin, 'marta_ruiz')
    expect(await search(admin, 'marta_')).toHaveLength(1)
    for (const text of ['mar%', '%arta', 'm_rta', 'mart\\', '___', '%%%'])
      expect(await search(admin, text)).toEqual([])
  })

  it('finds an address only as a whole, and tells none that was not typed', async () => {
    const { admin } = await staff()
    const person = await called(admin, 'elena.gil')
    await sql`update users set email = 'elena@clinica.example', username = 'otra@clinica.example' where id = ${person.userId}`.execute(
      app.owner.queries,
    )
    const found = await search(admin, 'Elena@Clinica.example')
    expect(found).toMatchObject([{ id: person.userId }])
    expect(JSON.stringify(found)).not.toContain('otra@')
    for (const text of ['elena', 'elena@', 'otra@', '@clinica.example'])
      expect(await search(admin, text), text).toEqual([])
    for (const text of ['elena@clinica.exampl', 'otra@clinica.example'])
      expect(await search(admin, text), text).toEqual([typed(text)])
  })

  it('never finds who is switched off or not activated, and at most ten', async () => {
    const { admin } = await staff()
    const off = await called(admin, 'sofia.gil')
    const waiting = await called(admin, 'sofia.gil.nueva')
    await sql`update users set disabled_at = now() where id = ${off.userId}`.execute(app.owner.queries)
    await sql`update users set activated_at = null where id = ${waiting.userId}`.execute(app.owner.queries)
    expect(await search(admin, 'sofia')).toEqual([])
    await sql`insert into users (username, email, first_name, last_name, language, activated_at)
      select 'sofia.' || n, 'sofia' || n || '@example.test', 'Sofía', 'Gil', 'es', now() from generate_series(1, 30) n`.execute(
      app.owner.queries,
    )
    expect(await search(admin, 'sofia')).toEqual([])
    await sql`with d as (insert into doctors (practice_id, user_id, first_name, last_name)
        select ${admin.practiceId}, id, 'Sofía', 'Gil' from users where username ~ '^sofia\\.\\d+$' returning id, user_id)
      insert into memberships (practice_id, user_id, doctor_id, role, clinical)
        select ${admin.practiceId}, user_id, id, 'practitioner', true from d`.execute(app.owner.queries)
    expect(await search(admin, 'sofia')).toHaveLength(10)
  })

  it('says who is a member of this practice, and of no other', async () => {
    const { admin, practitioner } = await staff()
    const other = await registerOwner(app)
    const text = practitioner.username
    expect(await search(admin, text)).toMatchObject([{ id: practitioner.userId, role: 'practitioner' }])
    await joinPractice(app, {
      person: other,
      practiceId: practitioner.practiceId,
      role: 'assistant',
      clinical: false,
    })
    expect(await search(other, text)).toMatchObject([{ id: practitioner.userId, role: null }])
  })

  it('leaves the length of what was typed, not the text', async () => {
    const { admin } = await staff()
    await search(admin, 'secreto')
    const { detail } = await app.owner.queries
      .selectFrom('audit_events')
      .select('detail')
      .where('practice_id', '=', admin.practiceId)
      .where('action', '=', 'user.search')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(detail)).toEqual({ length: 7, count: 0 })
  })
})
