import type { AuditRow } from '@ulna/contract/audit/audit.trail'
import { auditEndpoints } from '@ulna/contract/audit/audit.trail'
import type { AuditAction } from '@ulna/contract/audit-actions'
import { patientEndpoints } from '@ulna/contract/patients/patients'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { TestApp } from '../../../../test/build-test-app.ts'
import { callEndpoint } from '../../../../test/client.ts'
import { addMember, registerOwner, type TestPerson } from '../../../../test/factories/people.ts'
import { mintKey } from '../../../../test/sweeps/scene/keys.ts'
import { mintToken } from '../../../../test/sweeps/scene/minted-session.ts'
import { testServer } from '../../../../test/test-practice.ts'
import { openings } from './audit.mass-reading.rules.ts'
import { readingLook } from './audit.mass-reading.service.ts'

// One look does not wait for the next: that it does is tested at the end.
const app = await testServer({ alone: true, readingPauseMs: 0 })

/** A practice with so many patients, its owner, and somebody who reads there. */
const practiceWith = async (patients: number, on: TestApp = app) => {
  const owner = await registerOwner(on, { firstName: 'Laura', lastName: 'Restrepo' })
  const reader = await addMember(on, owner.practiceId, 'assistant', false)
  const { rows } = await sql<{ id: number }>`
    insert into patients (practice_id, first_name, last_name, file_id)
    select ${owner.practiceId}, 'Persona', 'Número ' || n, lpad(n::text, 5, '0') from generate_series(1, ${patients}) n
    returning id`.execute(on.owner.queries)
  return { owner, reader, ids: rows.map(({ id }) => id) }
}

const read = async (by: TestPerson, ids: readonly number[], on: TestApp = app): Promise<void> => {
  const token = await mintToken(on, by)
  for (const id of ids) {
    const { status, text } = await callEndpoint(on, patientEndpoints.read, { token, params: { id } })
    expect(status, text).toBe(200)
  }
}

const turnPages = async (by: TestPerson, offsets: readonly number[], limit: number): Promise<void> => {
  const token = await mintToken(app, by)
  for (const offset of offsets) {
    const query = { limit: String(limit), offset: String(offset) }
    expect((await callEndpoint(app, patientEndpoints.list, { token, query })).status).toBe(200)
  }
}

/** Mails that came of it, once all work is done. */
const told = async (happen: () => Promise<void>) => {
  const before = (await app.mails()).length
  await happen()
  await app.runJobs()
  return (await app.mails()).slice(before)
}

const noted = async (owner: TestPerson): Promise<AuditRow[]> => {
  const query = { action: 'audit.mass_reading' }
  return (await callEndpoint(app, auditEndpoints.list, { token: await mintToken(app, owner), query })).payload
}

/** All that was read there happened so much earlier. */
const passTime = ({ practiceId }: TestPerson, hours: number): Promise<unknown> =>
  sql`update audit_events set at = at - make_interval(hours => ${hours}) where practice_id = ${practiceId}`.execute(
    app.owner.queries,
  )

describe('I13 whoever reads more than care takes', () => {
  it('opens 200 files in an hour: every owner is told by mail how many and by whom, the trail says it, and nobody is named', async () => {
    const { owner, reader, ids } = await practiceWith(200)
    const other = await addMember(app, owner.practiceId, 'owner', false)
    await addMember(app, owner.practiceId, 'admin', true)
    const mails = await told(() => read(reader, ids))
    expect(mails.map(({ to }) => to?.[0]?.address).sort()).toEqual([owner.username, other.username].sort())
    for (const mail of mails) {
      expect(mail.text?.match(/: 200\n/g)).toHaveLength(2)
      expect(mail.text).toContain(`/app/settings/audit?userId=${reader.userId}`)
      expect(mail.text).not.toContain('Número')
    }
    const [row, ...others] = await noted(owner)
    expect(row).toMatchObject({
      userId: null,
      patientId: null,
      subjectType: 'user',
      subjectId: reader.userId,
    })
    expect(row?.detail).toMatchObject({ filesInHour: expect.any(Number), listed: 0 })
    expect(others).toEqual([])
  })

  it('is told of once in half a day, and again after it', async () => {
    const { owner, reader, ids } = await practiceWith(175)
    expect(await told(() => read(reader, ids))).toHaveLength(1)
    expect(await told(() => read(reader, ids))).toEqual([])
    await passTime(owner, 13)
    expect(await told(() => read(reader, ids))).toHaveLength(1)
  })

  it('is nobody who opens the files of a full day, however often, nor with a break between many', async () => {
    const { owner, reader, ids } = await practiceWith(280)
    for (let round = 0; round < 4; round += 1)
      expect(await told(() => read(reader, ids.slice(0, 60)))).toEqual([])
    await passTime(owner, 2)
    expect(await told(() => read(reader, ids.slice(60, 200)))).toEqual([])
    await passTime(owner, 2)
    expect(await told(() => read(reader, ids.slice(200)))).toEqual([])
    expect(await noted(owner)).toEqual([])
  })

  it('opens them slowly: 400 in a day', async () => {
    const { owner, reader, ids } = await practiceWith(400)
    for (let from = 0; from < 300; from += 100) {
      expect(await told(() => read(reader, ids.slice(from, from + 100)))).toEqual([])
      await passTime(owner, 2)
    }
    expect(await told(() => read(reader, ids.slice(300)))).toHaveLength(1)
  })

  it('goes through the whole list by pages; the first page over and over is nobody', async () => {
    const { reader } = await practiceWith(1100)
    expect(
      await told(() =>
        turnPages(
          reader,
          Array.from({ length: 40 }, () => 0),
          200,
        ),
      ),
    ).toEqual([])
    expect(await told(() => turnPages(reader, [0, 200, 400, 600, 800], 200))).toHaveLength(1)
  })

  it('is no program with a key: it is made to read everything', async () => {
    const { owner, ids } = await practiceWith(160)
    const { secret: token } = await mintKey(app, { ...owner, scopes: ['patients'] })
    const reading = async (): Promise<void> => {
      for (const id of ids)
        expect((await callEndpoint(app, patientEndpoints.read, { token, params: { id } })).status).toBe(200)
    }
    expect(await told(reading)).toEqual([])
    expect(await noted(owner)).toEqual([])
  })
})

it('I13 whoever copies a practice is looked at, then not before a while has passed, and then for all they read', async () => {
  const patient = await testServer({ alone: true, readingPauseMs: 3_600_000 })
  const { reader, ids } = await practiceWith(200, patient)
  const before = (await patient.mails()).length
  const mails = async (): Promise<(string | undefined)[]> => {
    await patient.runJobs()
    return (await patient.mails()).slice(before).map(({ text }) => text)
  }
  await read(reader, ids.slice(0, 30), patient)
  expect(await mails()).toEqual([])
  await read(reader, ids.slice(30), patient)
  const { rows: looks } = await sql`
    select run_at > now() + interval '30 min' as later from graphile_worker._private_jobs
    where task_id = (select id from graphile_worker._private_tasks where identifier = ${readingLook})`.execute(
    patient.owner.queries,
  )
  expect(looks).toEqual([{ later: true }])
  expect(await mails()).toEqual([])
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(patient.owner.queries)
  expect(await mails()).toEqual([expect.stringContaining(': 200\n')])
})

/** Reads about a patient that open no file, and why not. */
const noFile: Readonly<Partial<Record<AuditAction, string>>> = {
  'patient.image_read': 'a face, which stands on every list',
  'patient.archive_asked': 'what stands in the way, in numbers, for admins',
  'patient.merges_read': 'which files became one',
  'patient.openings_read': 'who opened it',
  'retention.holds_read': 'why it is kept',
  'erasure.preview': 'how much there is, in numbers, for owners',
  'copy.list': 'which copies were made',
  'copy.due_read': 'which copies are due',
  'copy.parts': 'what a copy may hold, in numbers',
  'hand_over.list': 'which were made',
  'hand_over.received': 'which came',
  'hand_over.origin': 'where a record came from',
  'upload.read': 'how far an upload is',
  'appointment.list': 'visits, which the desk reads all day',
  'appointment.calendar': 'the same, as a file',
}

it('I13 each read that is about a patient opens the file, or is named here with why not', () => {
  const isAboutPatient = (path: string): boolean =>
    path.includes(':patientId') || path.includes('/patient/:id')
  const unjudged = app.endpoints.filter(
    ({ method, access, audit, path }) =>
      method === 'GET' &&
      audit !== null &&
      typeof access === 'object' &&
      (access.clinical !== undefined || isAboutPatient(path)) &&
      !openings.includes(audit) &&
      !(audit in noFile),
  )
  expect(unjudged.map(({ path, audit }) => `${path}: ${audit}`)).toEqual([])
  expect(openings.filter((action) => action in noFile)).toEqual([])
})
