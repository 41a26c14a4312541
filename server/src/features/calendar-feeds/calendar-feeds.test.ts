import { randomUUID } from 'node:crypto'
import { appointmentEndpoints } from '@ulna/contract/appointments/appointments'
import {
  type CalendarFeed,
  calendarFeedEndpoints,
  type FeedNames,
  feedDays,
} from '@ulna/contract/calendar-feeds/calendar-feeds'
import { practiceEndpoints } from '@ulna/contract/practices/practices'
import { memberEndpoints } from '@ulna/contract/practices/practices.members'
import ICAL from 'ical.js'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../test/client.ts'
import { bookAppointment, createPatient } from '../../../test/factories/clinical.ts'
import { hoursAhead, visitAt } from '../../../test/factories/mails.ts'
import { addMember, registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { testServer } from '../../../test/test-practice.ts'

let owner: TestPerson

const app = await testServer({ rateLimits: true })
beforeEach(async () => {
  owner = await registerOwner(app, { timezone: 'Europe/Madrid' })
})

const create = async (names: FeedNames, by = owner): Promise<CalendarFeed & { url: string }> =>
  (await callEndpoint(app, calendarFeedEndpoints.create, { token: by.token, body: { names } })).payload

const own = async (by = owner): Promise<CalendarFeed> =>
  (await callEndpoint(app, calendarFeedEndpoints.own, { token: by.token })).payload

const remove = (by = owner) => callEndpoint(app, calendarFeedEndpoints.remove, { token: by.token })

/** Reads as a calendar program does, which knows nothing but the address. */
const read = (url: string, remoteAddress = '192.0.2.7', headers: Record<string, string> = {}) =>
  app.server.inject({ url: new URL(url).pathname, remoteAddress, headers })

const eventsIn = (text: string): ICAL.Event[] =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((one) => new ICAL.Event(one))

const day = 24

describe('a calendar address', () => {
  it('is told once, and what is kept does not open it', async () => {
    expect(await own()).toEqual({ exists: false, names: null, createdAt: null, lastReadAt: null })
    const { url, ...feed } = await create('initials')
    expect(feed).toMatchObject({ exists: true, names: 'initials', lastReadAt: null })
    expect(url).toMatch(/^http:\/\/localhost:3000\/api\/calendar\/feed\/\d+\.[\w-]{43}$/)
    expect(await own()).toEqual(feed)
    const { rows } = await sql<{ row: string }>`select t::text as row from calendar_feeds t`.execute(
      app.owner.queries,
    )
    const secret = url.split('.').at(-1) ?? ''
    expect(rows.filter(({ row }) => row.includes(secret))).toEqual([])
  })

  it('shows the own appointments that count, with the same names and versions each time', async () => {
    const booked = await bookAppointment(app, owner, visitAt(hoursAhead(5)))
    const cancelled = await bookAppointment(app, owner, visitAt(hoursAhead(7)))
    await callEndpoint(app, appointmentEndpoints.update, {
      params: { id: cancelled.id },
      token: owner.token,
      body: { status: 'cancelled' },
    })
    const colleague = await addMember(app, owner.practiceId, 'practitioner', true)
    await bookAppointment(app, colleague, visitAt(hoursAhead(5)))
    const { url } = await create('busy')
    const answer = await read(url)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect(answer.headers['cache-control']).toBe('private, no-cache')
    expect(eventsIn(answer.body).map(({ uid, sequence, summary }) => [uid, sequence, summary])).toEqual([
      [booked.uid, 1, 'Cita'],
    ])
    expect((await read(url)).body).toBe(answer.body)
    const later = visitAt(hoursAhead(9))
    await callEndpoint(app, appointmentEndpoints.update, {
      params: { id: booked.id },
      token: owner.token,
      body: later,
    })
    const [moved] = eventsIn((await read(url)).body)
    expect([moved?.uid, moved?.sequence]).toEqual([booked.uid, 2])
    expect(moved?.startDate.toJSDate()).toEqual(new Date(later.start))
  })

  it('sends nothing again to a program that has it, and notes the reading all the same', async () => {
    const booked = await bookAppointment(app, owner, visitAt(hoursAhead(5)))
    const { url } = await create('busy')
    const first = await read(url)
    const etag = String(first.headers.etag)
    const readings = async (): Promise<number> => {
      const rows = await app.owner.queries
        .selectFrom('audit_events')
        .select('seq')
        .where('practice_id', '=', owner.practiceId)
        .where('action', '=', 'feed.read')
        .execute()
      return rows.length
    }
    expect(await readings()).toBe(1)
    for (const tag of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
      const again = await read(url, undefined, { 'if-none-match': tag })
      expect([again.statusCode, again.body, again.headers.etag], tag).toEqual([304, '', etag])
    }
    expect(await readings()).toBe(5)
    expect((await read(url, undefined, { 'if-none-match': '"other"' })).statusCode).toBe(200)
    await callEndpoint(app, appointmentEndpoints.update, {
      params: { id: booked.id },
      token: owner.token,
      body: visitAt(hoursAhead(9)),
    })
    const moved = await read(url, undefined, { 'if-none-match': etag })
    expect(moved.statusCode).toBe(200)
    expect(moved.headers.etag).not.toBe(etag)
    await remove()
    expect((await read(url, undefined, { 'if-none-match': etag })).statusCode).toBe(404)
  })

  it('reaches as far as it says', async () => {
    const at = [-feedDays.back - 1, -feedDays.back + 1, feedDays.ahead - 1, feedDays.ahead + 1]
    const booked: string[] = []
    for (const days of at)
      booked.push((await bookAppointment(app, owner, visitAt(hoursAhead(days * day)))).uid)
    const { url } = await create('busy')
    expect(eventsIn((await read(url)).body).map(({ uid }) => uid)).toEqual(booked.slice(1, 3))
  })

  it('tells nothing of patients, or their initials and no more', async () => {
    const tag = randomUUID()
    const patient = await createPatient(app, owner, {
      firstName: `Ángela ${tag}`,
      lastName: `de la Ñ ${tag}`,
    })
    await bookAppointment(app, owner, {
      ...visitAt(hoursAhead(5)),
      patientId: patient.id,
      title: tag,
      note: tag,
      patientNote: tag,
    })
    await bookAppointment(app, owner, { ...visitAt(hoursAhead(6)), title: tag })
    const busy = (await read((await create('busy')).url)).body
    const initials = (await read((await create('initials')).url)).body
    expect([busy, initials].filter((text) => text.includes(tag.slice(0, 8)))).toEqual([])
    expect(eventsIn(busy).map(({ summary }) => summary)).toEqual(['Cita', 'Cita'])
    expect(eventsIn(initials).map(({ summary }) => summary)).toEqual(['Cita ÁD', 'Cita'])
  })

  it.each([
    ['it', 'Appuntamento'],
    ['en', 'Appointment'],
  ])('is in the language of its practitioner: %s', async (language, summary) => {
    await app.owner.queries.updateTable('users').set({ language }).where('id', '=', owner.userId).execute()
    await bookAppointment(app, owner, visitAt(hoursAhead(5)))
    expect((await read((await create('busy')).url)).body).toContain(`SUMMARY:${summary}\r\n`)
  })

  it('leaves one row of the trail a reading, and notes the hour of the last', async () => {
    const { url } = await create('busy')
    await read(url)
    const { lastReadAt: first } = await own()
    await read(url)
    expect((await own()).lastReadAt).toBe(first)
    await sql`update calendar_feeds set last_read_at = now() - interval '61 minutes'
      where practice_id = ${owner.practiceId}`.execute(app.owner.queries)
    await read(url)
    expect(Date.parse((await own()).lastReadAt ?? '')).toBeGreaterThanOrEqual(Date.parse(first ?? ''))
    const rows = await app.owner.queries
      .selectFrom('audit_events')
      .select(['user_id', 'subject_type', 'ip'])
      .where('practice_id', '=', owner.practiceId)
      .where('action', '=', 'feed.read')
      .execute()
    expect(rows).toEqual(Array(3).fill({ user_id: null, subject_type: 'calendar_feed', ip: '192.0.2.7' }))
  })
})

const membershipOf = async ({ userId, practiceId }: TestPerson): Promise<number> => {
  const { id } = await app.owner.queries
    .selectFrom('memberships')
    .select('id')
    .where('user_id', '=', userId)
    .where('practice_id', '=', practiceId)
    .executeTakeFirstOrThrow()
  return id
}

const waitingForLocks = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(app.owner.queries)
  return rows[0]?.count ?? 0
}

describe('an address that opens nothing', () => {
  const notFound = async (url: string): Promise<void> => {
    const answer = await read(url)
    expect([answer.statusCode, answer.json().errors[0].message]).toEqual([404, 'not_found'])
  }

  it('is one that was revoked or replaced', async () => {
    const { url: former } = await create('busy')
    const { url: present } = await create('busy')
    await notFound(former)
    expect((await read(present)).statusCode).toBe(200)
    expect(await remove()).toMatchObject({ status: 200, payload: { exists: false } })
    await notFound(present)
    expect((await remove()).status).toBe(200)
    expect((await own()).exists).toBe(false)
  })

  it('is that of somebody who left, or whose account was switched off', async () => {
    const member = await addMember(app, owner.practiceId, 'practitioner', true)
    const { url } = await create('busy', member)
    expect((await read(url)).statusCode).toBe(200)
    const memberships = app.owner.queries.updateTable('memberships').where('user_id', '=', member.userId)
    await memberships.set({ ended_at: new Date() }).execute()
    await notFound(url)
    await memberships.set({ ended_at: null }).where('practice_id', '=', owner.practiceId).execute()
    expect((await read(url)).statusCode).toBe(200)
    await app.owner.queries
      .updateTable('users')
      .set({ disabled_at: new Date() })
      .where('id', '=', member.userId)
      .execute()
    await notFound(url)
  })

  it.each([
    ['was removed', memberEndpoints.remove],
    ['left', practiceEndpoints.leave],
  ])('is that of somebody who %s, also once they are a member again', async (_, endpoint) => {
    const member = await addMember(app, owner.practiceId, 'practitioner', true)
    const { url } = await create('initials', member)
    const id = await membershipOf(member)
    const answer =
      endpoint === memberEndpoints.remove
        ? await callEndpoint(app, endpoint, { params: { id }, token: owner.token })
        : await callEndpoint(app, endpoint, { token: member.token })
    expect(answer.status).toBe(200)
    await app.owner.queries.updateTable('memberships').set({ ended_at: null }).where('id', '=', id).execute()
    await notFound(url)
    expect((await own(member)).exists).toBe(false)
  })

  it('is not made for somebody whose membership ends at that moment', async () => {
    const member = await addMember(app, owner.practiceId, 'practitioner', true)
    const id = await membershipOf(member)
    const ending = await app.owner.queries.startTransaction().execute()
    await ending.updateTable('memberships').set({ ended_at: new Date() }).where('id', '=', id).execute()
    const creating = callEndpoint(app, calendarFeedEndpoints.create, {
      token: member.token,
      body: { names: 'busy' },
    })
    await expect.poll(() => waitingForLocks()).toBe(1)
    await ending.commit().execute()
    expect(await creating).toMatchObject({ status: 403, errors: [{ message: 'practice_required' }] })
  })

  it('is one nobody made: of another practice, another secret, or no token at all', async () => {
    const { url } = await create('busy')
    const stranger = await registerOwner(app)
    const [base, token = ''] = [url.slice(0, url.lastIndexOf('/') + 1), url.split('/').at(-1)]
    const [practice, secret = ''] = token.split('.')
    for (const guess of [
      `${stranger.practiceId}.${secret}`,
      `${practice}.${'A'.repeat(43)}`,
      `${practice}.${secret.slice(1)}`,
      `0${practice}.${secret}x`,
      secret,
      '0',
      `${'9'.repeat(16)}.${secret}`,
      '%00',
    ])
      await notFound(`${base}${guess}`)
  })

  it('is one that the rules of the practice keep its practitioner from, and counts as no guess', async () => {
    const member = await addMember(app, owner.practiceId, 'practitioner', true)
    const { url } = await create('busy', member)
    const rule = async (access: object): Promise<void> => {
      await sql`update practices set configurations = jsonb_build_object('access', ${JSON.stringify(access)}::jsonb)
        where id = ${owner.practiceId}`.execute(app.owner.queries)
    }
    const answerFrom = async (source: string): Promise<string> => {
      const { statusCode, body } = await read(url, source)
      return statusCode === 200 ? '200' : JSON.parse(body).errors[0].message
    }
    await rule({ networks: ['192.0.2.0/24'] })
    expect(await answerFrom('192.0.2.7')).toBe('200')
    const elsewhere: string[] = []
    for (let count = 0; count < 30; count += 1) elsewhere.push(await answerFrom('203.0.113.5'))
    expect(elsewhere).toEqual(Array(30).fill('ip_rejected'))
    await rule({ hours: { practitioner: [], assistant: null, admin: null } })
    expect(await answerFrom('192.0.2.7')).toBe('schedule_rejected')
    await rule({ mailDomains: ['elsewhere.example'] })
    expect(await answerFrom('192.0.2.7')).toBe('practice_domain_rejected')
    await rule({})
    expect(await answerFrom('203.0.113.5')).toBe('200')
  })

  it('can be guessed sixty times from one source; good addresses are read from there as before', async () => {
    const { url } = await create('busy')
    const guess = url.replace(/\.[\w-]+$/, `.${'B'.repeat(43)}`)
    const source = '198.51.100.9'
    for (let count = 0; count < 20; count += 1) expect((await read(url, source)).statusCode).toBe(200)
    const answers: number[] = []
    for (let count = 0; count < 61; count += 1) answers.push((await read(guess, source)).statusCode)
    expect(answers.slice(0, 60)).toEqual(Array(60).fill(404))
    expect(answers.at(-1)).toBe(429)
    expect((await read(url)).statusCode).toBe(200)
  })

  it('is one that is read more than sixty times an hour', async () => {
    const { url } = await create('busy')
    const answers: number[] = []
    for (let count = 0; count < 61; count += 1) answers.push((await read(url)).statusCode)
    expect(answers).toEqual([...Array(60).fill(200), 429])
  })
})
