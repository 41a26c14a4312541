import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { patientArchiveEndpoints } from '@ulna/contract/patient-archive/patient-archive'
import { type PatientCopy, patientCopyEndpoints } from '@ulna/contract/patient-copies/patient-copies'
import { patientEndpoints } from '@ulna/contract/patients/patients'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { callEndpoint, type TestAnswer } from '../../../test/client.ts'
import { caseInput, createPatient, writeRecord } from '../../../test/factories/clinical.ts'
import { erasuresOf } from '../../../test/factories/erasures.ts'
import { giveSigningKey } from '../../../test/factories/papers.ts'
import { addMember, registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { testServer } from '../../../test/test-practice.ts'

const app = await testServer({ alone: true })

let owner: TestPerson
let patientId: number
beforeEach(async () => {
  owner = await registerOwner(app)
  await giveSigningKey(app, owner)
  const patient = await createPatient(app, owner, { firstName: 'Mariana', lastName: 'Gómez' })
  patientId = patient.id
  await writeRecord(app, owner, caseInput(patientId))
})

type Endpoint = keyof typeof patientCopyEndpoints
const call = (name: Endpoint, id: number, body?: object, by = owner): Promise<TestAnswer> =>
  callEndpoint(app, patientCopyEndpoints[name], { token: by.token, params: { id }, body })

const request = { askedOn: '2026-01-15', askedBy: 'guardian', identity: 'document' } as const
const ask = async (given: Partial<Record<keyof typeof request, string>> = {}): Promise<PatientCopy> => {
  const { status, payload, text } = await call('ask', patientId, { ...request, ...given })
  if (status !== 201) throw new Error(`answered ${status}: ${text}`)
  return payload
}
const make = (id: number, body: object = {}): Promise<TestAnswer> =>
  call('make', id, { keptBack: [], ...body })
const handOver = (id: number, body: object = { how: 'stick' }): Promise<TestAnswer> =>
  call('handOver', id, body)
const list = async (): Promise<PatientCopy[]> => (await call('list', patientId)).payload
const due = async (): Promise<number[]> =>
  ((await call('due', 0)).payload as PatientCopy[]).map(({ id }) => id)
const messageOf = ({ errors }: TestAnswer): string | undefined => errors[0]?.message

describe('a copy that is asked for', () => {
  it('notes who asked, how it was made sure who they are, and by when the month is over', async () => {
    expect(await ask()).toMatchObject({
      patientId,
      patientName: 'Mariana Gómez',
      state: 'asked',
      ...{ ...request, dueOn: '2026-02-15', notedBy: 'Laura Restrepo' },
      ...{ madeAt: null, size: null, sha256: null, expiresAt: null, linkUntil: null, handedOverAt: null },
    })
  })

  it.each([
    ['2026-01-31', '2026-02-28'],
    ['2024-01-31', '2024-02-29'],
    ['2026-03-31', '2026-04-30'],
    ['2025-12-15', '2026-01-15'],
  ])('is due within a month, on the last day of a shorter one: %s, %s', async (askedOn, dueOn) => {
    expect(await ask({ askedOn })).toMatchObject({ askedOn, dueOn })
  })

  it('is of no day to come', async () => {
    const answer = await call('ask', patientId, { ...request, askedOn: '2199-01-01' })
    expect(answer.status).toBe(400)
    expect(answer.errors[0]?.field).toBe('askedOn')
    expect(await list()).toEqual([])
  })

  it('is listed in its file, newest first, and where the first due is first', async () => {
    const later = await ask({ askedOn: '2026-01-20' })
    const sooner = await ask({ askedOn: '2026-01-10' })
    expect((await list()).map(({ id }) => id)).toEqual([sooner.id, later.id])
    expect(await due()).toEqual([sooner.id, later.id])
    await handOver(sooner.id)
    expect(await due()).toEqual([later.id])
    expect(await list()).toHaveLength(2)
  })

  it('is of no other practice, whatever is asked of it', async () => {
    const { id } = await ask()
    await make(id)
    const other = await registerOwner(app)
    expect((await call('due', 0, undefined, other)).payload).toEqual([])
    const foreign = [
      await call('list', patientId, undefined, other),
      await call('parts', patientId, undefined, other),
      await call('ask', patientId, request, other),
      await call('make', id, { keptBack: [] }, other),
      await call('fetchLink', id, undefined, other),
      await call('share', id, undefined, other),
      await call('handOver', id, { how: 'stick' }, other),
    ]
    expect(foreign.map(({ status }) => status)).toEqual(foreign.map(() => 404))
  })

  it('is of those who read clinical records, and made by who proved lately who they are', async () => {
    const { id } = await ask()
    const assistant = await addMember(app, owner.practiceId, 'assistant', false)
    expect((await call('list', patientId, undefined, assistant)).status).toBe(403)
    expect((await call('due', 0, undefined, assistant)).status).toBe(403)
    expect((await call('ask', patientId, request, assistant)).status).toBe(403)
    expect((await call('make', id, { keptBack: [] }, assistant)).status).toBe(403)
    const clinician = await addMember(app, owner.practiceId, 'practitioner', true)
    expect((await call('ask', patientId, request, clinician)).status).toBe(201)
    await sql`update sessions set authenticated_at = now() - interval '1 day'
      where user_id = ${clinician.userId}`.execute(app.owner.queries)
    expect((await call('list', patientId, undefined, clinician)).status).toBe(200)
    for (const name of ['make', 'fetchLink', 'share', 'handOver'] as const)
      expect(messageOf(await call(name, id, { keptBack: [], how: 'stick' }, clinician))).toBe(
        'reauth_required',
      )
  })
})

describe('a copy that nobody wants any more', () => {
  const withdraw = (id: number, reason = 'Se anotó por error') => call('withdraw', id, { reason })

  it('is due no longer, says who withdrew it and why, and stays so', async () => {
    const { id } = await ask()
    const { payload } = await withdraw(id)
    expect(payload).toMatchObject({
      ...{ id, state: 'withdrawn', withdrawnBy: 'Laura Restrepo', withdrawReason: 'Se anotó por error' },
      ...{ withdrawnAt: expect.any(String), handedOverAt: null },
    })
    expect(await due()).not.toContain(id)
    expect((await call('dueCount', 0)).payload).toEqual({ count: 0, firstDueOn: null })
    expect((await withdraw(id, 'Otra razón')).payload).toMatchObject({ withdrawReason: 'Se anotó por error' })
    expect(messageOf(await make(id))).toBe('copy_withdrawn')
    expect(messageOf(await handOver(id))).toBe('copy_withdrawn')
  })

  it('is gone with its bytes and its links, where it was made', async () => {
    const { id } = await ask()
    await make(id)
    const { url } = (await call('fetchLink', id)).payload as { url: string }
    expect((await withdraw(id)).status).toBe(200)
    expect((await app.server.inject({ url })).statusCode).toBe(404)
    expect((await call('share', id)).status).toBe(404)
    await app.runJobs()
    const { rows } = await sql<{ key: string | null }>`
      select storage_key as key from patient_copies where id = ${id}`.execute(app.owner.queries)
    expect(rows).toEqual([{ key: null }])
  })

  it('is withdrawn with a reason alone', async () => {
    const { id } = await ask()
    expect((await call('withdraw', id, { reason: ' ' })).status).toBe(400)
    expect((await call('withdraw', id, {})).status).toBe(400)
  })
})

describe('a copy that is handed over', () => {
  it('says how, to whom and by whom', async () => {
    const { id } = await ask()
    await make(id)
    expect((await handOver(id, { how: 'other', to: 'Su madre, Inés' })).payload).toMatchObject({
      ...{ id, state: 'handed_over', handedOverAt: expect.any(String), handedOverBy: 'Laura Restrepo' },
      ...{ handedOverHow: 'other', handedOverTo: 'Su madre, Inés' },
    })
  })

  it('may have been made elsewhere: nothing has to lie ready', async () => {
    const { id } = await ask()
    expect((await handOver(id)).payload).toMatchObject({ state: 'handed_over', madeAt: null })
  })

  it('is so once: neither handed over nor made again', async () => {
    const { id } = await ask()
    await make(id)
    await handOver(id)
    expect(messageOf(await handOver(id, { how: 'link' }))).toBe('copy_handed_over')
    expect(messageOf(await make(id))).toBe('copy_handed_over')
    expect(messageOf(await call('withdraw', id, { reason: 'Por error' }))).toBe('copy_handed_over')
    expect((await list())[0]).toMatchObject({ handedOverHow: 'stick' })
  })
})

/** The copies of a practice that lie in the store. */
const stored = (): Promise<string[]> =>
  readdir(path.join(app.filesDirectory, `practice-${owner.practiceId}`, 'copies')).catch(() => [])

/** Where copies are put together. */
const workDirectory = (): string => path.join(path.dirname(app.outbox), 'leaving')

const letTimePass = async (id: number): Promise<void> => {
  await sql`update graphile_worker._private_jobs set run_at = now()
    where (payload->>'copyId')::bigint = ${id}`.execute(app.owner.queries)
  await app.runJobs()
}

describe('the bytes of a copy', () => {
  it('lie ready for two weeks, then go, and it can be made again', async () => {
    const { id } = await ask()
    const { payload }: { payload: PatientCopy } = await make(id)
    const days = (Date.parse(payload.expiresAt ?? '') - Date.parse(payload.madeAt ?? '')) / 86_400_000
    expect([payload.state, days]).toEqual(['ready', 14])
    await app.runJobs()
    expect(await stored()).toHaveLength(1)
    expect((await readdir(workDirectory())).filter((name) => name.startsWith('copy-'))).toEqual([])
    await letTimePass(id)
    expect(await stored()).toEqual([])
    expect((await list())[0]).toMatchObject({ id, state: 'asked', linkUntil: null })
    expect((await call('fetchLink', id)).status).toBe(404)
    expect((await make(id)).payload).toMatchObject({ id, state: 'ready' })
  })

  it('are those of the last time alone', async () => {
    const { id } = await ask()
    await make(id)
    await make(id, { language: 'it' })
    await app.runJobs()
    expect(await stored()).toHaveLength(1)
    expect((await list())[0]).toMatchObject({ state: 'ready', language: 'it' })
  })

  it('are made once by a call that is sent again', async () => {
    const { id } = await ask()
    const again = {
      ...{ token: owner.token, params: { id }, body: { keptBack: [] } },
      headers: { 'idempotency-key': `copy-${id}-of-this-test` },
    }
    const first = await callEndpoint(app, patientCopyEndpoints.make, again)
    expect(first.status).toBe(200)
    expect((await callEndpoint(app, patientCopyEndpoints.make, again)).payload).toEqual(first.payload)
    await app.runJobs()
    expect((await list())[0]).toEqual(first.payload)
  })

  it('go though it was handed over, which stays said', async () => {
    const { id } = await ask()
    await make(id)
    await handOver(id)
    await letTimePass(id)
    expect(await stored()).toEqual([])
    expect((await list())[0]).toMatchObject({ id, state: 'handed_over' })
  })
})

describe('a file', () => {
  it('that is archived is copied, and one whose old records are locked', async () => {
    const { id } = await ask()
    await sql`update records set created_at = now() - interval '72 hours' where patient_id = ${patientId}`.execute(
      app.owner.queries,
    )
    const locked = await callEndpoint(app, patientEndpoints.read, {
      token: owner.token,
      params: { id: patientId },
    })
    expect(locked.payload).toMatchObject({ unlocked: false })
    expect((await make(id)).status).toBe(200)
    const archived = await callEndpoint(app, patientArchiveEndpoints.archive, {
      ...{ token: owner.token, params: { id: patientId }, body: {} },
    })
    expect(archived.status).toBe(200)
    expect((await make((await ask()).id)).payload).toMatchObject({ state: 'ready' })
  })

  it('that is blocked, for it is to be destroyed, has no copy that anybody reaches, nor is it named', async () => {
    const { block, archive, choose, treated } = erasuresOf(app, owner)
    await choose({ rule: 'own', years: 0 })
    patientId = await treated({}, '2012-05-07')
    await archive(patientId)
    const { id } = await ask()
    await make(id)
    const { url } = (await call('fetchLink', id)).payload as { url: string }
    expect(await block(patientId)).toMatchObject({ scope: 'whole', state: 'blocked' })
    expect((await app.server.inject({ method: 'GET', url })).statusCode).toBe(404)
    const refused = [await call('list', patientId), await make(id), await call('share', id)]
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(await due()).toEqual([])
  })
})

describe('the trail', () => {
  const rowsOf = async () => {
    const { rows } = await sql<{ action: string; patient: number | null; detail: string }>`
      select action, patient_id as patient, detail from audit_events
      where practice_id = ${owner.practiceId} and action like 'copy.%' order by at, strand, seq`.execute(
      app.owner.queries,
    )
    return rows.map(({ detail, ...row }) => ({ ...row, detail: JSON.parse(detail) as unknown }))
  }

  it('has a row for each step, with no text that anybody wrote', async () => {
    const { id } = await ask()
    await call('parts', patientId)
    await make(id, { keptBack: ['notes'], withNames: true })
    const { url } = (await call('fetchLink', id)).payload as { url: string }
    await app.server.inject({ method: 'GET', url })
    const shared = (await call('share', id)).payload as { url: string; code: string }
    for (const code of ['0000-0000', shared.code])
      await callEndpoint(app, patientCopyEndpoints.open, {
        body: { token: new URL(shared.url).pathname.split('/').at(-1), code },
      })
    await handOver(id, { how: 'link', to: 'Su madre, Inés' })
    await list()
    await due()
    expect(await rowsOf()).toEqual(
      [
        ['copy.ask', { askedBy: 'guardian', identity: 'document' }],
        ['copy.parts', { count: expect.any(Number) }],
        ['copy.make', { files: expect.any(Number), keptBack: 1, withNames: true }],
        ['copy.link', {}],
        ['copy.fetch', {}],
        ['copy.share', {}],
        ['copy.open', { wrong: true }],
        ['copy.open', {}],
        ['copy.hand_over', { how: 'link', toSomebodyElse: true }],
        ['copy.list', { count: 1 }],
        ['copy.due_read', { count: 0 }],
      ].map(([action, detail]) => ({
        action,
        patient: action === 'copy.due_read' ? null : patientId,
        detail,
      })),
    )
  })
})
