import type { EndpointShape } from '@ulna/contract/http/endpoint'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { callEndpoint } from '../../client.ts'
import { dealt, sizes } from '../../faults/sizes.ts'
import { testPractice } from '../../test-practice.ts'
import { beyondToken, inCallOrder, nameOf, sampleOf } from '../scene/endpoint-samples.ts'
import { bodySchemaOf, readOperations } from '../scene/json/openapi-operations.ts'
import { propertiesOf } from '../scene/json/schema.ts'
import { mintToken } from '../scene/minted-session.ts'
import { stageScene } from '../scene/practice-scene.ts'

const { app, owner } = await testPractice({ alone: true })
const victim = await stageScene(app, owner)
const operationOf = await readOperations(app)

/** A value nobody would store by itself; what is found of these in the database was taken from the caller. */
const marks = {
  text: 'mass-assigned-by-caller',
  number: 987_654_321,
  instant: '2001-02-03T04:05:06.789Z',
  day: '2001-02-03',
} as const

/**
 * Fields that are the server's: those of the wire that a caller may not write, columns of the tables, and those that
 * later features bring. Every write route gets all of them, in both spellings.
 */
const serverOwned: Readonly<Record<string, unknown>> = {
  id: marks.number,
  uid: '98765432-1987-4987-8987-987654321987',
  ownerUserId: marks.number,
  userId: marks.number,
  practiceId: marks.number,
  practice: { id: marks.number },
  patient: { id: marks.number },
  authorId: marks.number,
  author: { id: marks.number, fullName: marks.text },
  createdBy: marks.number,
  updatedBy: marks.number,
  createdAt: marks.instant,
  updatedAt: marks.instant,
  deletedAt: marks.instant,
  versions: marks.number,
  role: 'owner',
  roles: ['owner'],
  clinical: true,
  activated: true,
  activatedAt: marks.instant,
  emailVerified: true,
  disabledAt: marks.instant,
  passwordHash: marks.text,
  endedAt: marks.instant,
  doctorName: marks.text,
  patientName: marks.text,
  signed: true,
  signedAt: marks.instant,
  seal: marks.text,
  signature: marks.text,
  sealedBy: marks.number,
  sessionNumber: marks.number,
  usedSessions: marks.number,
  caseId: marks.number,
  recordClassVersion: marks.number,
  voidedAt: marks.instant,
  voidedBy: marks.number,
  voidReason: marks.text,
  lastControl: marks.instant,
  lastUnlockedDate: marks.instant,
  lastLockedDate: marks.instant,
  unlockedUntil: marks.instant,
  profileImgData: { thumbUrl: marks.text, hiResUrl: marks.text, rawUrl: marks.text },
  profileImageKey: marks.text,
  parent: marks.number,
  occursAt: marks.instant,
  detached: true,
  cancelledAt: marks.instant,
  nextFileNumber: marks.number,
  demo: true,
  configurations: { records: { editWindowHours: 8760, relockHours: 8760 } },
  code: marks.text,
  localDay: marks.day,
  revision_: marks.number,
  seq: marks.number,
  mac: marks.text,
  scope: marks.text,
}

const inSnakeCase = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  )

/** What is the server's at this endpoint: everything on the list that the contract does not let its caller write. */
const forged = (endpoint: EndpointShape): Record<string, unknown> => {
  const schema = bodySchemaOf(operationOf(endpoint)) ?? {}
  const writable = new Set(propertiesOf(schema).map(([[name]]) => name))
  const all = { ...inSnakeCase(serverOwned), ...serverOwned }
  return Object.fromEntries(Object.entries(all).filter(([key]) => !writable.has(key)))
}

/** Rows of the whole database that hold one of the marks, as `table: row`. */
const rowsWithMarks = async (): Promise<string[]> => {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(
    app.owner.queries,
  )
  const pattern = `${marks.text}|${marks.number}|98765432-1987|2001-02-03`
  const searches = tables.map(
    ({ name }) => `select '${name}: ' || t::text as row from ${name} t where t::text ~ '${pattern}'`,
  )
  const { rows } = await sql.raw<{ row: string }>(searches.join(' union all ')).execute(app.owner.queries)
  return rows.map(({ row }) => row)
}

const standingOf = async (): Promise<unknown> => {
  const { rows } = await sql`
    select u.id, u.password_hash, u.activated_at, u.disabled_at, m.role, m.clinical, m.ended_at, p.configurations, p.demo, p.code
    from users u join memberships m on m.user_id = u.id join practices p on p.id = m.practice_id where u.id = ${owner.userId} and p.id = ${owner.practiceId}`.execute(
    app.owner.queries,
  )
  return rows
}

const isWrite = (endpoint: EndpointShape): boolean =>
  endpoint.method !== 'GET' && !(nameOf(endpoint) in beyondToken)

describe('C10: fields that are the server’s', () => {
  it('change nothing in the body of any write', async () => {
    const standing = await standingOf()
    const scene = await stageScene(app, owner)
    for (const [at, endpoint] of inCallOrder(app.endpoints).filter(isWrite).entries()) {
      if (endpoint.upload) continue
      const input = sampleOf(endpoint, scene)
      const body = { ...forged(endpoint), ...(input.body as object | undefined) }
      const { status, text } = await callEndpoint(app, endpoint, {
        ...input,
        body,
        token: await mintToken(app, owner),
      })
      expect([200, 201, 400], `${nameOf(endpoint)}: ${text}`).toContain(status)
      expect(text, nameOf(endpoint)).not.toContain(marks.text)
      // Looked for in all tables, which takes longer than the call: a mark that an earlier call left is here still.
      if (at % sizes.share.tables === 0) expect(await rowsWithMarks(), nameOf(endpoint)).toEqual([])
    }
    expect(await rowsWithMarks()).toEqual([])
    expect(await standingOf()).toEqual(standing)
    const { rows } = await sql<{
      signed: number
    }>`select count(*)::int as signed from records r
      where (signed and not exists (select from signatures s where s.record_id = r.id))
        or voided_by is not null and void_reason = ${marks.text}`.execute(app.owner.queries)
    expect(rows).toEqual([{ signed: 0 }])
  })

  it('change nothing in the query of any route', async () => {
    const query = Object.fromEntries(Object.entries(serverOwned).map(([key, value]) => [key, String(value)]))
    const scene = await stageScene(app, owner)
    const called = inCallOrder(app.endpoints).filter((one) => !(nameOf(one) in beyondToken))
    for (const endpoint of dealt(called, sizes.share.inputs)) {
      const input = sampleOf(endpoint, scene)
      await callEndpoint(app, endpoint, {
        ...input,
        query: { ...query, ...input.query },
        token: await mintToken(app, owner),
      })
    }
    expect(await rowsWithMarks()).toEqual([])
  })

  it('cannot aim a creation at something that exists, nor a change at another parent', async () => {
    const before = await sql`select * from records where id = ${victim.caseId}`.execute(app.owner.queries)
    const scene = await stageScene(app, owner)
    const called = inCallOrder(app.endpoints).filter((one) => isWrite(one) && one.access !== 'public')
    for (const endpoint of dealt(called, sizes.share.inputs, 1)) {
      const input = sampleOf(endpoint, scene)
      const aimed = {
        id: victim.caseId,
        recordId: victim.caseId,
        key: `record:${victim.caseId}`,
        ...(endpoint.method === 'PUT' ? { ownerId: victim.patientId } : {}),
      }
      const body = { ...aimed, ...(input.body as object | undefined) }
      await callEndpoint(app, endpoint, { ...input, body, token: await mintToken(app, owner) })
    }
    expect(
      (await sql`select * from records where id = ${victim.caseId}`.execute(app.owner.queries)).rows,
    ).toEqual(before.rows)
    const { rows } = await sql<{
      moved: number
    }>`select count(*)::int as moved from records where patient_id = ${victim.patientId}`.execute(
      app.owner.queries,
    )
    expect(rows).toEqual([{ moved: 5 }])
  })
})
