import { accountEndpoints } from '@ulna/contract/accounts/accounts'
import { recoveryEndpoints } from '@ulna/contract/accounts/accounts.recovery'
import { appointmentEndpoints } from '@ulna/contract/appointments/appointments'
import { auditEndpoints } from '@ulna/contract/audit/audit.trail'
import { draftEndpoints } from '@ulna/contract/drafts/drafts'
import type { EndpointShape } from '@ulna/contract/http/endpoint'
import { patientEndpoints } from '@ulna/contract/patients/patients'
import { practiceEndpoints } from '@ulna/contract/practices/practices'
import {
  type InvitationOutcome,
  invitationEndpoints,
  memberEndpoints,
} from '@ulna/contract/practices/practices.members'
import { recordEndpoints } from '@ulna/contract/records/records'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type CallOptions, callEndpoint, type TestAnswer } from '../../client.ts'
import { caseInput, createPatient, historyInput, writeRecord } from '../../factories/clinical.ts'
import { addMember, registerOwner, type TestPerson } from '../../factories/people.ts'
import { testPractice } from '../../test-practice.ts'
import { mintToken, type SessionWish } from '../scene/minted-session.ts'
import { stageScene } from '../scene/practice-scene.ts'

/** Whoever attacks is at home here, an owner who may ask everything that can be asked. */
/** A member of the same practice who may not read what is clinical. */
/** Another practice, of which nothing may be learned. */

const { app, owner } = await testPractice({ alone: true })
const home = await stageScene(app, owner)
const clerk = await addMember(app, owner.practiceId, 'assistant', false)
const victimOwner = await registerOwner(app, { firstName: 'Vera', lastName: 'Oculta' })
const victim = await stageScene(app, victimOwner)

const absent = 900_000_000_001

const ask = async (
  who: SessionWish | null,
  endpoint: EndpointShape,
  options: CallOptions = {},
): Promise<TestAnswer> =>
  callEndpoint(app, endpoint, { ...options, token: who && (await mintToken(app, who)) })

/** The word where it stands alone, and not in a longer number or name. */
const alone = (word: string | number): RegExp =>
  new RegExp(`(?<![\\w-])${String(word).replaceAll(/[^\w\s@-]/g, '\\$&')}(?![\\w-])`, 'g')

/**
 * What an answer tells, without what the caller knows or what is new with every call: its own words, ids of what it has
 * just made, instants.
 */
const told = ({ status, text, headers }: TestAnswer, ...known: readonly (string | number)[]): unknown => {
  // Times and ids go first: the digits of a known id may stand in a time or in another id by chance.
  const nameless = text
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '·')
    .replaceAll(/"(id|uid|invitationId|practiceRoleId)":"?[\w-]+"?/g, '"$1":·')
  const plain = known.reduce<string>((rest, word) => rest.replaceAll(alone(word), '·'), nameless)
  const body = plain.replaceAll(/"fileId":"?[\w·-]+"?/g, '"fileId":·')
  const { date: _date, 'x-request-id': _number, 'content-length': _length, etag: _etag, ...rest } = headers
  return { status, body, headers: rest }
}

let names = 0
const newName = (): string => {
  names += 1
  return `side${String(names).padStart(4, '0')}`
}
const newAddress = (): string => `${newName()}@example.test`

/** Somebody elsewhere with an account whose address nobody has told the attacker. */
const stranger = async (
  change: 'nothing' | 'switched off' | 'not activated' = 'nothing',
): Promise<TestPerson> => {
  const person = await registerOwner(app)
  const address = newAddress()
  await sql`update users set email = ${address}, username = ${address}, language = 'it' where id = ${person.userId}`.execute(
    app.owner.queries,
  )
  if (change === 'switched off')
    await sql`update users set disabled_at = now() where id = ${person.userId}`.execute(app.owner.queries)
  if (change === 'not activated')
    await sql`update users set activated_at = null where id = ${person.userId}`.execute(app.owner.queries)
  return { ...person, username: address }
}

const search = (q: string) => ask(owner, memberEndpoints.searchUsers, { query: { q } })

const inviting = (...users: object[]) => ask(owner, memberEndpoints.invite, { body: { users } })

const invitationTo = async (email: string): Promise<number> => {
  const { payload } = await inviting({ email, role: 'assistant' })
  return (payload as InvitationOutcome[])[0]?.invitationId ?? 0
}

/** The same call about an address with an account and about one without. */
const bothAddresses = async (
  call: (email: string) => Promise<TestAnswer>,
  change?: 'switched off' | 'not activated',
): Promise<readonly [unknown, unknown]> => {
  const known = (await stranger(change)).username
  const unknown = newAddress()
  return [told(await call(known), known), told(await call(unknown), unknown)]
}

/** The same call about a thing of the other practice and about one that is not there. */
const bothIds = async (
  call: (id: number) => Promise<TestAnswer>,
  id: number,
): Promise<readonly [unknown, unknown]> => [told(await call(id), id), told(await call(absent), absent)]

const byId =
  (endpoint: EndpointShape, options: CallOptions = {}, who: () => SessionWish = () => owner) =>
  (id: number) =>
    ask(who(), endpoint, { ...options, params: { id, ...options.params } })

interface Attack {
  readonly wants: string
  /** The answer where the secret is true, and where it is not. */
  run(): Promise<readonly [unknown, unknown]>
}

const aboutAccounts: readonly Attack[] = [
  {
    wants: 'whether an address has an account, from inviting it',
    run: () => bothAddresses((email) => inviting({ email, role: 'practitioner' })),
  },
  {
    wants: 'whether an account is switched off, from inviting its address',
    run: () => bothAddresses((email) => inviting({ email, role: 'practitioner' }), 'switched off'),
  },
  {
    wants: 'whether an address has an account, from inviting it again',
    run: () =>
      bothAddresses(async (email) => {
        await inviting({ email, role: 'practitioner' })
        return inviting({ email, role: 'assistant', clinical: true })
      }),
  },
  {
    wants: 'the language of an account, from the list of invitations',
    run: () =>
      bothAddresses(async (email) => {
        const id = await invitationTo(email)
        const answer = await ask(owner, memberEndpoints.list)
        const { invitations } = answer.metadata as { invitations: { id: number }[] }
        const own = invitations.find((one) => one.id === id)
        return { ...answer, text: JSON.stringify(own) }
      }),
  },
  {
    wants: 'whether an address has an account, from what the list says after the mail was sent',
    run: () =>
      bothAddresses(async (email) => {
        const id = await invitationTo(email)
        await app.runJobs()
        const answer = await ask(owner, memberEndpoints.list)
        const { invitations } = answer.metadata as { invitations: { id: number }[] }
        const own = invitations.find((one) => one.id === id)
        return { ...answer, text: JSON.stringify(own) }
      }),
  },
  {
    wants: 'whether an address has an account, from sending its invitation again',
    run: () =>
      bothAddresses(async (email) => byId(memberEndpoints.resendInvitation)(await invitationTo(email))),
  },
  {
    wants: 'whether an address has an account, from withdrawing its invitation',
    run: () =>
      bothAddresses(async (email) => byId(memberEndpoints.withdrawInvitation)(await invitationTo(email))),
  },
  {
    wants: 'whether an address has an account, from inviting it twice in one call',
    run: () =>
      bothAddresses((email) =>
        inviting({ email, role: 'assistant' }, { email: email.toUpperCase(), role: 'assistant' }),
      ),
  },
  {
    wants: 'whether an address has an account, from what the trail says of inviting it',
    run: () =>
      bothAddresses(async (email) => {
        await inviting({ email, role: 'assistant' })
        const query = { action: 'member.invite', limit: '1' }
        const answer = await ask(owner, auditEndpoints.list, { query })
        return { ...answer, text: answer.text.replaceAll(/"(key|total)":"?[\w-]+"?/g, '') }
      }),
  },
  {
    wants: 'whether somebody has an account that is switched off, from searching their address',
    run: () => bothAddresses(search, 'switched off'),
  },
  {
    wants: 'whether somebody has registered without activating, from searching their address',
    run: () => bothAddresses(search, 'not activated'),
  },
  {
    wants: 'an address from its beginning',
    run: () => bothAddresses((email) => search(email.slice(0, email.indexOf('@')))),
  },
  {
    wants: 'an address from all of it but its end',
    run: async () => {
      const cut = async (email: string) => told(await search(email.slice(0, -1)), email.slice(0, -1))
      return [await cut((await stranger()).username), await cut(newAddress())]
    },
  },
  {
    wants: 'whether anybody has an address, from searching all of it',
    run: () => bothAddresses(search),
  },
  {
    wants: 'whose addresses are of a domain',
    run: () => bothAddresses((email) => search(email.slice(email.indexOf('@')))),
  },
  {
    wants: 'an address by a pattern',
    run: () => bothAddresses((email) => search(email.replace(/@.*/, '@%'))),
  },
  {
    wants: 'an address by placeholders for its letters',
    run: () => bothAddresses((email) => search(email.replaceAll(/[a-z]/g, '_'))),
  },
  {
    wants: 'the address of somebody chosen by id, from inviting them',
    run: async () => {
      const [one, other] = [await stranger(), await stranger()]
      const call = async ({ userId }: TestPerson) =>
        told(await inviting({ userId, role: 'assistant' }), userId)
      const [first, second] = [await call(one), await call(other)]
      expect(JSON.stringify([first, second])).not.toContain('@')
      return [first, second]
    },
  },
  {
    wants: 'the mail domain of somebody chosen by id, from domains the practice asks for',
    run: async () => {
      const { email } = await app.owner.queries
        .selectFrom('users')
        .select('email')
        .where('id', '=', owner.userId)
        .executeTakeFirstOrThrow()
      const domains = [email.slice(email.indexOf('@') + 1), 'guessed.example']
      await sql`update practices set configurations = ${JSON.stringify({ access: { mailDomains: domains } })}::jsonb where id = ${owner.practiceId}`.execute(
        app.owner.queries,
      )
      const call = async (address: string) => {
        const { userId } = await stranger()
        await sql`update users set email = ${address} where id = ${userId}`.execute(app.owner.queries)
        return told(await inviting({ userId, role: 'assistant' }), userId)
      }
      const pair = [
        await call(`${newName()}@guessed.example`),
        await call(`${newName()}@another.example`),
      ] as const
      await sql`update practices set configurations = '{}' where id = ${owner.practiceId}`.execute(
        app.owner.queries,
      )
      return pair
    },
  },
  {
    wants: 'whether an address has an account, from a wrong password',
    run: () =>
      bothAddresses((username) =>
        ask(null, accountEndpoints.login, { body: { username, password: 'no es la clave' } }),
      ),
  },
  {
    wants: 'whether an account is switched off, from a password',
    run: async () => {
      const off = await stranger('switched off')
      const unknown = newAddress()
      const call = (username: string, password: string) =>
        ask(null, accountEndpoints.login, { body: { username, password } })
      return [
        told(await call(off.username, off.password), off.username),
        told(await call(unknown, off.password), unknown),
      ]
    },
  },
  {
    wants: 'whether an address has an account, from a forgotten password',
    run: () =>
      bothAddresses((username) => ask(null, recoveryEndpoints.forgotPassword, { body: { username } })),
  },
  {
    wants: 'whether an account waits for its activation, from asking for the mail again',
    run: () =>
      bothAddresses(
        (username) => ask(null, recoveryEndpoints.resendActivation, { body: { username } }),
        'not activated',
      ),
  },
  {
    wants: 'why a link does not count: forged, withdrawn, expired or used',
    run: async () => {
      const { joinToken } = await stageScene(app, await registerOwner(app))
      await sql`update invitations set expires_at = now() where email like 'unirse-%'`.execute(
        app.owner.queries,
      )
      const offer = (token: string) => ask(null, invitationEndpoints.offer, { params: { token } })
      const accept = (token: string) => ask(owner, invitationEndpoints.acceptLink, { body: { token } })
      const forged = `${joinToken.slice(0, -1)}${joinToken.endsWith('A') ? 'E' : 'A'}`
      const both = async (token: string) => [
        told(await offer(token), token),
        told(await accept(token), token),
      ]
      return [await both(joinToken), await both(forged)]
    },
  },
  {
    wants: 'who declined, by name, from the trail',
    run: async () => {
      const [one, other] = [await stranger(), await stranger()]
      const decline = async (person: TestPerson) => {
        await sql`update users set email_verified_at = now() where id = ${person.userId}`.execute(
          app.owner.queries,
        )
        const { payload } = await inviting({ email: person.username, role: 'assistant' })
        const id = (payload as InvitationOutcome[])[0]?.invitationId ?? 0
        await ask(person, invitationEndpoints.decline, { params: { id } })
        const query = { action: 'invitation.decline', limit: '1' }
        const answer = await ask(owner, auditEndpoints.list, { query })
        return told(
          answer,
          person.userId,
          `"subjectId":${id}`,
          /"total":\d+/.exec(answer.text)?.[0] ?? '',
          /"key":"[^"]+"/.exec(answer.text)?.[0] ?? '',
        )
      }
      return [await decline(one), await decline(other)]
    },
  },
]

const day = { start: '2030-01-01', end: '2030-03-01' }
const visit = { start: '2032-02-03T15:00:00Z', end: '2032-02-03T15:45:00Z', title: 'x' }

const aboutAnotherPractice: readonly Attack[] = [
  {
    wants: 'whether a social id is a patient’s elsewhere, from the check for duplicates',
    run: async () => {
      const socialId = `CC ${victim.canary}`
      const check = (text: string) =>
        ask(owner, patientEndpoints.findDuplicates, { query: { socialId: text } })
      return [told(await check(socialId)), told(await check('CC nobody'))]
    },
  },
  {
    wants: 'whether somebody is a patient elsewhere, from their name and birth date',
    run: async () => {
      const check = (firstName: string) =>
        ask(owner, patientEndpoints.findDuplicates, {
          query: { firstName, lastName: `Gómez ${victim.canary}`, birthDate: '1985-04-03' },
        })
      return [told(await check(`Mariana ${victim.canary}`)), told(await check('Nobody'))]
    },
  },
  {
    wants: 'whether a file number is taken elsewhere, from taking it',
    run: async () => {
      const take = async (fileId: string) =>
        told(
          await ask(owner, patientEndpoints.create, { body: { firstName: 'A', lastName: 'B', fileId } }),
          fileId,
        )
      return [await take(`F ${victim.canary}`), await take(`F ${newName()}`)]
    },
  },
  {
    wants: 'how many patients another practice has, from the next file number',
    run: async () => {
      const next = async () => {
        const { payload } = await ask(owner, patientEndpoints.create, {
          body: { firstName: 'A', lastName: 'B' },
        })
        return Number((payload as { fileId: string }).fileId)
      }
      const before = await next()
      for (let n = 0; n < 3; n += 1) await createPatient(app, victimOwner)
      return [(await next()) - before, 1]
    },
  },
  {
    wants: 'whether a name is known elsewhere, from searching it',
    run: async () => {
      const find = (name: string) => ask(owner, patientEndpoints.findByName, { params: { name } })
      return [told(await find(victim.canary)), told(await find('canary00000000'))]
    },
  },
  {
    wants: 'whether a patient is there, from a version that is not the present one',
    run: () => bothIds(byId(patientEndpoints.update, { body: { note: 'x', version: 77 } }), victim.patientId),
  },
  {
    wants: 'whether a patient has records, from deleting them',
    run: () => bothIds(byId(patientEndpoints.remove), victim.patientId),
  },
  {
    wants: 'whether a patient has a picture',
    run: () => bothIds(byId(patientEndpoints.profileImage, { params: { size: 'thumb' } }), victim.patientId),
  },
  {
    wants: 'whether a patient is there, from who opened their file',
    run: () => bothIds(byId(auditEndpoints.patientOpenings), victim.patientId),
  },
  {
    wants: 'whether a patient is in the trail of another practice',
    run: () =>
      bothIds(
        (id) => ask(owner, auditEndpoints.list, { query: { patientId: String(id) } }),
        victim.patientId,
      ),
  },
  {
    wants: 'whether a person does anything elsewhere, from the trail',
    run: () =>
      bothIds((id) => ask(owner, auditEndpoints.list, { query: { userId: String(id) } }), victimOwner.userId),
  },
  {
    wants: 'whether a record is there, from writing a follow-up to it',
    run: () =>
      bothIds(
        (id) =>
          ask(owner, recordEndpoints.create, {
            body: {
              ownerId: home.patientId,
              type: 'control',
              subtype: 'follow_up',
              recordClassId: 'followup_default',
              data: { case: id },
            },
          }),
        victim.caseId,
      ),
  },
  {
    wants: 'whether a time is busy elsewhere, from booking it with their practitioner',
    run: () =>
      bothIds(
        (doctorId) => ask(owner, appointmentEndpoints.create, { body: { doctorId, ...visit } }),
        victim.doctorId,
      ),
  },
  {
    wants: 'whether a patient is there, from booking for them',
    run: () =>
      bothIds(
        (patientId) =>
          ask(owner, appointmentEndpoints.create, { body: { doctorId: home.doctorId, patientId, ...visit } }),
        victim.patientId,
      ),
  },
  {
    wants: 'when a practitioner of another practice is busy, from their calendar',
    run: () =>
      bothIds(
        (id) => ask(owner, appointmentEndpoints.findByDoctor, { params: { doctorId: id, ...day } }),
        victim.doctorId,
      ),
  },
  {
    wants: 'whether somebody is a member elsewhere, from changing them',
    run: () =>
      bothIds(byId(memberEndpoints.change, { body: { role: 'assistant', version: 99 } }), victim.memberId),
  },
  {
    wants: 'whether somebody is a member elsewhere, from removing them',
    run: () => bothIds(byId(memberEndpoints.remove), victim.memberId),
  },
  {
    wants: 'whether an invitation waits elsewhere, from sending it again',
    run: () => bothIds(byId(memberEndpoints.resendInvitation), victim.invitationId),
  },
  {
    wants: 'whether an invitation to somebody else waits, from accepting and declining it',
    run: async () => {
      const accept = await bothIds(byId(invitationEndpoints.accept), victim.acceptableId)
      const decline = await bothIds(byId(invitationEndpoints.decline), victim.declinableId)
      return [
        [accept[0], decline[0]],
        [accept[1], decline[1]],
      ]
    },
  },
  {
    wants: 'whether a practice is there, from choosing it',
    run: () => bothIds(byId(practiceEndpoints.setCurrent), victim.practiceId),
  },
  {
    wants: 'whether a practice is there, from a logo it does not have',
    run: () =>
      bothIds(
        (id) => ask(null, practiceEndpoints.logo, { params: { id, key: 'A'.repeat(43) } }),
        victim.practiceId,
      ),
  },
  {
    wants: 'whether a key was used elsewhere, from using it again',
    run: async () => {
      const body = { firstName: 'Clave', lastName: 'Repetida' }
      const headers = { 'idempotency-key': 'used-elsewhere' }
      await ask(victimOwner, patientEndpoints.create, {
        body: { firstName: 'Otra', lastName: 'Persona' },
        headers,
      })
      const first = await ask(owner, patientEndpoints.create, { body, headers })
      const second = await ask(owner, patientEndpoints.create, {
        body,
        headers: { 'idempotency-key': 'used-nowhere' },
      })
      return [told(first), told(second)]
    },
  },
]

/** Two patients of the own practice, alike but for what only clinical members may know. */
const twoPatients = async (): Promise<readonly [number, number]> => {
  const contact = { firstName: 'Igual', lastName: 'Por Fuera' }
  const open = await createPatient(app, owner, { ...contact, clinicSummary: 'Hernia discal secreta' })
  const plain = await createPatient(app, owner, contact)
  await writeRecord(app, owner, historyInput(open.id, { allergies: 'Látex secreto' }))
  await writeRecord(app, owner, caseInput(open.id, { name: 'Lumbalgia secreta' }))
  return [open.id, plain.id]
}

const asClerk = async (call: (id: number) => Promise<TestAnswer>): Promise<readonly [unknown, unknown]> => {
  const [one, other] = await twoPatients()
  const answers = [told(await call(one), one), told(await call(other), other)] as const
  expect(JSON.stringify(answers)).not.toMatch(/secret/)
  return answers
}

const clerkAsks = (endpoint: EndpointShape, options: CallOptions = {}) => byId(endpoint, options, () => clerk)

const aboutWhatIsClinical: readonly Attack[] = [
  {
    wants: 'whether a summary was written, from the patient',
    run: () =>
      asClerk(async (id) => {
        const answer = await clerkAsks(patientEndpoints.read)(id)
        return { ...answer, text: answer.text.replace(/"lastControl":[^,]+/, '') }
      }),
  },
  {
    wants: 'the words of a summary, from searching them',
    run: async () => {
      await twoPatients()
      const find = (name: string) => ask(clerk, patientEndpoints.findByName, { params: { name } })
      return [told(await find('hernia')), told(await find('ningunapalabra'))]
    },
  },
  {
    wants: 'the words of a summary, from filtering the list',
    run: async () => {
      await twoPatients()
      const list = (q: string) => ask(clerk, patientEndpoints.list, { query: { q } })
      return [told(await list('discal secreta')), told(await list('ninguna palabra'))]
    },
  },
  {
    wants: 'a summary, from the order of a list',
    run: async () => {
      await twoPatients()
      const list = (query: Record<string, string>) => ask(clerk, patientEndpoints.list, { query })
      const ordered = {
        sort: 'clinicSummary',
        order: 'desc',
        orderBy: 'clinic_summary',
        sortBy: 'clinicSummary',
      }
      return [told(await list(ordered)), told(await list({}))]
    },
  },
  {
    wants: 'a summary, from a version that is not the present one',
    run: () =>
      asClerk(async (id) => {
        const answer = await clerkAsks(patientEndpoints.update, { body: { note: 'x', version: 77 } })(id)
        return { ...answer, text: answer.text.replace(/"lastControl":[^,]+/, '') }
      }),
  },
  {
    wants: 'whether a patient has cases',
    run: () => asClerk((patientId) => ask(clerk, recordEndpoints.findCases, { params: { patientId } })),
  },
  {
    wants: 'whether a patient has drafts',
    run: () =>
      asClerk(async (patientId) => {
        const params = { patientId, key: 'new:med_hist_default' }
        await ask(owner, draftEndpoints.save, { params, body: { data: { profession: 'secreta' } } })
        return ask(clerk, draftEndpoints.list, { params: { patientId } })
      }),
  },
  {
    wants: 'whether a record is there',
    run: () => bothIds(clerkAsks(recordEndpoints.read), home.caseId),
  },
  {
    wants: 'how often a record was changed',
    run: () => bothIds(clerkAsks(recordEndpoints.versions), home.caseId),
  },
  {
    wants: 'whether a patient has a medical history, from writing one',
    run: () => asClerk((id) => ask(clerk, recordEndpoints.create, { body: historyInput(id) })),
  },
  {
    wants: 'what records say, from their trail',
    run: async () => {
      const [one] = await twoPatients()
      const answer = await ask(owner, auditEndpoints.list, { query: { patientId: String(one) } })
      return [/secret/i.test(answer.text), false]
    },
  },
]

const aboutRank: readonly Attack[] = [
  {
    wants: 'whether an address has an account, from an invitation that one may not make',
    run: () =>
      bothAddresses((email) =>
        ask(clerk, memberEndpoints.invite, { body: { users: [{ email, role: 'assistant' }] } }),
      ),
  },
  {
    wants: 'whether somebody is a member, from a change that one may not make',
    run: () => bothIds(clerkAsks(memberEndpoints.change, { body: { role: 'owner' } }), home.memberId),
  },
  {
    wants: 'whether a patient is there, by somebody who left',
    run: async () => {
      const left = await addMember(app, owner.practiceId, 'owner', true)
      await sql`update memberships set ended_at = now() where user_id = ${left.userId}`.execute(
        app.owner.queries,
      )
      return bothIds(
        byId(patientEndpoints.read, {}, () => left),
        home.patientId,
      )
    },
  },
  {
    wants: 'whether a patient is there, from a network that is not allowed',
    run: async () => {
      const access = JSON.stringify({ access: { networks: ['10.0.0.0/8'] } })
      await sql`update practices set configurations = ${access}::jsonb where id = ${owner.practiceId}`.execute(
        app.owner.queries,
      )
      const answers = await bothIds(byId(patientEndpoints.read), home.patientId)
      await sql`update practices set configurations = '{}' where id = ${owner.practiceId}`.execute(
        app.owner.queries,
      )
      return answers
    },
  },
]

const attacks = [...aboutAccounts, ...aboutAnotherPractice, ...aboutWhatIsClinical, ...aboutRank]

describe('C15: what an answer tells besides what it says', () => {
  it('is asked for in more than thirty ways', () => {
    expect(attacks.length).toBeGreaterThan(30)
    expect(new Set(attacks.map(({ wants }) => wants)).size).toBe(attacks.length)
  })

  it.each(attacks)('is not $wants', async ({ run }) => {
    const [secret, nothing] = await run()
    expect(secret).toEqual(nothing)
  })
})
