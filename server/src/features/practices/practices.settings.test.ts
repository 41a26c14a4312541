import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { appointmentEndpoints } from '@ulna/contract/appointments/appointments'
import { type Practice, practiceEndpoints } from '@ulna/contract/practices/practices'
import { defaultConfigurations } from '@ulna/contract/practices/practices.defaults'
import { settingsEndpoints } from '@ulna/contract/settings/settings'
import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { callEndpoint, type TestAnswer } from '../../../test/client.ts'
import { bookAppointment } from '../../../test/factories/clinical.ts'
import { addMember, registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { mintToken } from '../../../test/sweeps/scene/minted-session.ts'
import { testPractice } from '../../../test/test-practice.ts'

const { app, owner } = await testPractice({ alone: true })
const admin = await addMember(app, owner.practiceId, 'admin', false)

const update = async (by: TestPerson, body: object): Promise<TestAnswer> =>
  callEndpoint(app, settingsEndpoints.updatePractice, { token: await mintToken(app, by), body })

const updated = async (by: TestPerson, body: object): Promise<Practice> => {
  const answer = await update(by, body)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.payload
}

const refusal = ({ errors }: TestAnswer): unknown => [errors[0]?.field, errors[0]?.params?.reason]

describe('the settings of a practice', () => {
  it('are changed one by one; what is absent stays', async () => {
    const first = await updated(admin, {
      name: '  Fisioterapia del Río ',
      code: 'FR-1',
      slogan: 'Moverse mejor',
      description: 'Dos salas.\nUn jardín.',
      timezone: 'Europe/Madrid',
      locale: 'it',
    })
    expect(first).toMatchObject({
      name: 'Fisioterapia del Río',
      code: 'FR-1',
      slogan: 'Moverse mejor',
      description: 'Dos salas.\nUn jardín.',
      timezone: 'Europe/Madrid',
      locale: 'it',
    })
    const second = await updated(admin, { slogan: '', description: null })
    expect(second).toEqual({
      ...first,
      slogan: null,
      description: null,
      version: first.version + 1,
      updatedAt: second.updatedAt,
    })
  })

  it('keep the groups of configurations that are absent', async () => {
    const records = { editWindowHours: 12, relockHours: 4 }
    const agenda = { dayStartsAt: '08:00', dayEndsAt: '20:00' }
    await updated(owner, { configurations: { records } })
    const { configurations } = await updated(owner, { configurations: { agenda } })
    expect(configurations).toMatchObject({ records, agenda, access: { networks: [] } })
  })

  it('that were stored before a setting of the agenda came have its default, and take it', async () => {
    await sql`update practices set configurations = '{"agenda": {"dayStartsAt": "06:00", "dayEndsAt": "21:00"}}'
      where id = ${owner.practiceId}`.execute(app.owner.queries)
    const { configurations } = await updated(owner, { slogan: 'De antes' })
    const before = { ...defaultConfigurations.agenda, dayStartsAt: '06:00', dayEndsAt: '21:00' }
    expect(configurations).toEqual({ ...defaultConfigurations, agenda: before })
    const agenda = { appointmentMinutes: 45, lateCancelHours: 48, confirmationMails: true, reminderHours: 36 }
    const after = await updated(owner, { configurations: { agenda: { ...before, ...agenda } } })
    expect(after.configurations.agenda).toEqual({ ...before, ...agenda })
    expect(refusal(await update(owner, { configurations: { agenda: { reminderHours: 337 } } }))).toEqual([
      'configurations.agenda.reminderHours',
      'field_max',
    ])
  })

  it('refuse a version that is not the present one and tell what there is', async () => {
    const { version } = await updated(owner, { name: 'Uno' })
    await updated(owner, { name: 'Dos', version })
    expect(await update(owner, { name: 'Tres', version })).toMatchObject({
      status: 409,
      errors: [{ message: 'version_conflict' }],
      metadata: { current: { name: 'Dos', version: version + 1 } },
    })
  })

  it('are an admin’s to change', async () => {
    const practitioner = await addMember(app, owner.practiceId, 'practitioner', true)
    expect(await update(practitioner, { name: 'Mía' })).toMatchObject({
      status: 403,
      errors: [{ message: 'admin_role_required' }],
    })
  })

  it('refuse a zone, a network and a domain that are none, each by its field', async () => {
    expect(refusal(await update(owner, { timezone: 'Europe/Nowhere' }))).toEqual(['timezone', 'field_option'])
    // Intl knows them; PostgreSQL does not, or takes them for another place: IST is Kolkata here and Jerusalem there.
    for (const zone of ['IET', 'ist', 'BST', 'ACT', 'US/Pacific-New', 'SystemV/EST5'])
      expect(refusal(await update(owner, { timezone: zone })), zone).toEqual(['timezone', 'field_option'])
    const access = (given: object) => update(owner, { configurations: { access: given } })
    expect(refusal(await access({ networks: ['10.0.0.0/8', 'home'] }))).toEqual([
      'configurations.access.networks.1',
      'field_network',
    ])
    expect(refusal(await access({ mailDomains: ['@x'] }))).toEqual([
      'configurations.access.mailDomains.0',
      'field_mail_domain',
    ])
  })

  it('move no appointment when the time zone changes', async () => {
    const booked = await bookAppointment(app, owner)
    await updated(owner, { timezone: 'Asia/Tokyo' })
    const { payload } = await callEndpoint(app, appointmentEndpoints.read, {
      token: await mintToken(app, owner),
      params: { id: booked.id },
    })
    expect(payload).toMatchObject({ start: booked.start, end: booked.end })
    await updated(owner, { timezone: 'Europe/Madrid' })
  })

  it('D5 leave a row with the names of what was changed, not with what it is now', async () => {
    const practice = await registerOwner(app)
    await updated(practice, { name: 'Canario', slogan: null, configurations: { agenda: {} }, version: 1 })
    const { detail } = await app.owner.queries
      .selectFrom('audit_events')
      .select('detail')
      .where('practice_id', '=', practice.practiceId)
      .where('action', '=', 'practice.update')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(detail)).toEqual({ fields: ['name', 'slogan', 'configurations.agenda'] })
  })
})

describe('who changes access rules', () => {
  const rules = { networks: ['127.0.0.0/8'] }

  it('is an owner with a fresh proof: an admin could keep the owners out', async () => {
    const owner = await registerOwner(app)
    const admin = await addMember(app, owner.practiceId, 'admin', true)
    const save = async (by: TestPerson, stale: boolean, access: object) =>
      callEndpoint(app, settingsEndpoints.updatePractice, {
        token: await mintToken(app, { ...by, stale }),
        body: { configurations: { access } },
      })
    for (const access of [rules, { mailDomains: ['example.test'] }, { hours: { practitioner: [] } }])
      expect((await save(admin, false, access)).errors[0]?.message).toBe('owner_role_required')
    expect((await save(owner, true, rules)).errors[0]?.message).toBe('reauth_required')
    expect((await save(owner, false, rules)).status).toBe(200)
    expect((await save(admin, false, {})).errors[0]?.message).toBe('owner_role_required')
  })

  it('matters to nobody who sends them back as they are, with a name', async () => {
    const owner = await registerOwner(app)
    const admin = await addMember(app, owner.practiceId, 'admin', false)
    const { payload } = await update(owner, { configurations: { access: rules } })
    const { configurations } = payload as { configurations: object }
    expect((await update(admin, { name: 'Otra', configurations })).status).toBe(200)
  })
})

describe('access rules', () => {
  const save = (by: TestPerson, access: object): Promise<TestAnswer> =>
    update(by, { configurations: { access } })
  const excluded = (rule: string) => [`configurations.access.${rule}`, 'access_excludes_you']
  const never = { practitioner: [], assistant: [], admin: [] }

  it('that would keep out who saves them are refused by their field', async () => {
    expect(refusal(await save(owner, { networks: ['10.0.0.0/8'] }))).toEqual(excluded('networks'))
    expect(refusal(await save(owner, { mailDomains: ['clinica.example'] }))).toEqual(excluded('mailDomains'))
    expect(await save(owner, {})).toMatchObject({ status: 200 })
  })

  it('that would keep an owner out are refused to another one, who fits them', async () => {
    const insider = await addMember(app, owner.practiceId, 'owner', false)
    await app.owner.queries
      .updateTable('users')
      .set({ email: `insider-${insider.userId}@elsewhere.example` })
      .where('id', '=', insider.userId)
      .execute()
    expect(refusal(await save(insider, { mailDomains: ['elsewhere.example'] }))).toEqual([
      'configurations.access.mailDomains',
      'access_excludes_owner',
    ])
    expect((await save(insider, { mailDomains: ['elsewhere.example', 'example.test'] })).status).toBe(200)
    expect((await save(owner, {})).status).toBe(200)
    await sql`update memberships set ended_at = now() where user_id = ${insider.userId}`.execute(
      app.owner.queries,
    )
  })

  it('that let them in are saved, hours that never come included: those bind no owner', async () => {
    expect((await save(owner, { networks: ['127.0.0.0/8'], mailDomains: ['example.test'] })).status).toBe(200)
    expect((await save(owner, { hours: { ...never, admin: null } })).status).toBe(200)
    expect(await update(admin, { name: 'Con horario' })).toMatchObject({ status: 200 })
    expect((await save(owner, { hours: never })).status).toBe(200)
    expect(await update(admin, { name: 'Sin horario' })).toMatchObject({
      status: 403,
      errors: [{ message: 'schedule_rejected' }],
    })
    expect((await save(owner, {})).status).toBe(200)
  })

  it('keep the saver in whatever else is saved: another time zone may do it too', async () => {
    const now = new Date()
    const clock = (timeZone: string): string =>
      now.toLocaleString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', weekday: 'short' })
    const [here, there] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']
    expect(clock(here)).not.toBe(clock(there))
    const weekdayIn = (timeZone: string): number =>
      ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(
        now.toLocaleString('en-GB', { timeZone, weekday: 'short' }),
      ) + 1
    // Between the two zones lie 25 hours, so it is another day there.
    const today = [{ weekday: weekdayIn(here), from: '00:00', to: '24:00' }]
    const access = { hours: { practitioner: null, assistant: null, admin: today } }
    expect((await update(owner, { timezone: here, configurations: { access } })).status).toBe(200)
    expect(refusal(await update(admin, { timezone: there }))).toEqual(excluded('hours.admin'))
    expect((await update(owner, { timezone: 'UTC', configurations: { access: {} } })).status).toBe(200)
  })
})

describe('the logo', () => {
  const picture = async (width: number, height: number): Promise<object> => {
    const bytes = await sharp({ create: { width, height, channels: 3, background: '#0a7' } })
      .png()
      .toBuffer()
    return { data: `data:image/png;base64,${bytes.toString('base64')}` }
  }

  const fetchLogo = async (url: string | null) =>
    app.server.inject({ method: 'GET', url: url ?? '/api/practice/none' })

  it('is kept as WebP within 512 pixels and shown to whoever has its link', async () => {
    const { logoUrl, logoFd } = await updated(owner, { logo: await picture(1200, 300) })
    const shown = await fetchLogo(logoUrl)
    expect(shown.statusCode).toBe(200)
    expect(shown.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(await sharp(shown.rawPayload).metadata()).toMatchObject({
      format: 'webp',
      width: 512,
      height: 128,
    })
    expect(logoFd).toBe(`practice-${owner.practiceId}/logo/${logoUrl?.split('/').at(-1)}.webp`)
  })

  it('is another link when it is another picture, and the former one ends', async () => {
    const first = await updated(owner, { logo: await picture(40, 40) })
    const second = await updated(owner, { logo: await picture(40, 40) })
    expect(second.logoUrl).not.toBe(first.logoUrl)
    await app.runJobs()
    expect((await fetchLogo(first.logoUrl)).statusCode).toBe(404)
    expect((await fetchLogo(second.logoUrl)).statusCode).toBe(200)
    const untouched = await updated(owner, { name: 'Con logo' })
    expect(untouched.logoUrl).toBe(second.logoUrl)
    const none = await updated(owner, { logo: null })
    expect([none.logoUrl, none.logoFd]).toEqual([null, null])
    await app.runJobs()
    expect((await fetchLogo(second.logoUrl)).statusCode).toBe(404)
  })

  it('leaves no file of one that was refused once it was stored, and stays when it is the practice’s', async () => {
    const stored = async (): Promise<string[]> => {
      const folder = path.join(path.dirname(app.outbox), `files/practice-${owner.practiceId}/logo`)
      return (await readdir(folder).catch(() => [])).sort()
    }
    /** Ends the time in which a file has to become the practice's. */
    const laterOn = async (): Promise<void> => {
      await sql`update graphile_worker._private_jobs set run_at = now()`.execute(app.owner.queries)
      await app.runJobs()
    }
    const { logoUrl, version } = await updated(owner, { logo: await picture(40, 40) })
    const refused = await update(owner, { logo: await picture(40, 40), version: version - 1 })
    expect(refused.status).toBe(409)
    await app.runJobs()
    expect(await stored()).toHaveLength(2)
    await laterOn()
    expect(await stored()).toEqual([`${logoUrl?.split('/').at(-1)}.webp`])
    expect((await fetchLogo(logoUrl)).statusCode).toBe(200)
  })

  it('is found under no other key and no other practice', async () => {
    const { logoUrl } = await updated(owner, { logo: await picture(40, 40) })
    const key = logoUrl?.split('/').at(-1) ?? ''
    const wrong = [
      `/api/practice/${owner.practiceId + 1}/logo/${key}`,
      `/api/practice/${owner.practiceId}/logo/${'A'.repeat(43)}`,
      `/api/practice/${owner.practiceId}/logo/..%2F..%2Fprofile`,
      `/api/practice/${owner.practiceId}/logo/${key}.webp`,
    ]
    for (const url of wrong) expect([400, 404], url).toContain((await fetchLogo(url)).statusCode)
  })

  it('is no SVG and no broken picture', async () => {
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    ).toString('base64')
    const asSvg = await update(owner, { logo: { data: `data:image/svg+xml;base64,${svg}` } })
    expect([asSvg.status, asSvg.errors[0]?.field]).toEqual([400, 'logo.data'])
    const disguised = await update(owner, { logo: { data: `data:image/png;base64,${svg}` } })
    expect(refusal(disguised)).toEqual(['logo.data', 'image_invalid'])
  })

  it('goes with the practice in the lists of practices', async () => {
    const { logoUrl } = await updated(owner, { logo: await picture(40, 40) })
    const { payload } = await callEndpoint(app, practiceEndpoints.findAllByCurrentUser, {
      token: await mintToken(app, owner),
    })
    expect(payload).toMatchObject([{ id: owner.practiceId, logoUrl }])
  })
})

describe('two who save at the same time', () => {
  it('are told: one of the same version wins', async () => {
    const { version } = await updated(owner, { name: 'Antes' })
    const answers = await Promise.all([1, 2, 3, 4].map((n) => update(owner, { name: `Sala ${n}`, version })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    const { rows } = await sql<{
      version: number
    }>`select version from practices where id = ${owner.practiceId}`.execute(app.owner.queries)
    expect(rows).toEqual([{ version: version + 1 }])
  })
})
