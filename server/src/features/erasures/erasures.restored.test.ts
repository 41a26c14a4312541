import { patientEndpoints } from '@ulna/contract/patients/patients'
import { retentionEndpoints } from '@ulna/contract/retention/retention'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { callEndpoint, type TestAnswer } from '../../../test/client.ts'
import { createPatient } from '../../../test/factories/clinical.ts'
import { erasuresOf, requestInput } from '../../../test/factories/erasures.ts'
import { importCalls } from '../../../test/factories/imports.ts'
import { registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { testServer } from '../../../test/test-practice.ts'

const app = await testServer({ alone: true })
let owner: TestPerson
let on: ReturnType<typeof erasuresOf>
beforeEach(async () => {
  owner = await registerOwner(app)
  on = erasuresOf(app, owner)
})

const given = { firstName: 'Rosa', lastName: 'Peña', birthDate: '1960-02-01', socialId: '12345678Z' }

const messageOf = ({ errors }: TestAnswer): string | undefined => errors[0]?.message

const nameOf = async (id: number): Promise<string | undefined> => {
  const { rows } = await sql<{ name: string }>`
    select full_name as name from patients where id = ${id}`.execute(app.owner.queries)
  return rows[0]?.name
}

const fatesOf = async (text: string): Promise<readonly (readonly string[])[]> => {
  const { bring, rowsOf } = importCalls(app, () => owner)
  const { id } = await bring('patients', text, { source: 'Programa viejo' })
  return (await rowsOf(id)).map(({ fate, faults }) => [fate, ...faults.map(({ key }) => key)])
}

/** Brings a patient back as a backup of the day before an erasure has them. */
const bringBack = async (id: number, erasureId: number, work: () => Promise<unknown>): Promise<void> => {
  const { rows } = await sql<{ uid: string }>`select uid from patients where id = ${id}`.execute(
    app.owner.queries,
  )
  await work()
  await sql`
    update patients set uid = ${rows[0]?.uid}, first_name = 'Rosa', last_name = 'Peña', birth_date = '1960-02-01',
      social_id = '12345678Z', blocked_at = null where id = ${id}`.execute(app.owner.queries)
  await sql`delete from erasure_papers where erasure_id = ${erasureId}`.execute(app.owner.queries)
  await sql`delete from erasures where id = ${erasureId}`.execute(app.owner.queries)
}

describe('an erasure that a backup brings back', () => {
  it('is recognised again by what the person is called, and taken back by nobody', async () => {
    const id = await on.archive((await createPatient(app, owner, given)).id)
    const { id: erasureId } = await on.block(id)
    await bringBack(id, erasureId, () => on.comeDue(erasureId))
    expect(await app.eraseAgain()).toBe(1)
    expect(messageOf(await on.ask('takeBack', { id: erasureId }))).toBe('erasure_not_now')
    await app.runJobs()
    expect(await nameOf(id)).toBe('— —')
    expect(await fatesOf('Nombre;Apellidos;Fecha de nacimiento\nRosa;Peña;01/02/1960\n')).toEqual([
      ['fault', 'import_patient_erased'],
    ])
  })

  it('waits for no notices where the backup holds it as one that did, since it was carried out', async () => {
    const id = await on.archive((await createPatient(app, owner, given)).id)
    const { id: erasureId } = await on.block(id)
    const { rows } = await sql<{ uid: string }>`select uid from patients where id = ${id}`.execute(
      app.owner.queries,
    )
    await on.comeDue(erasureId)
    await sql`
      update patients set uid = ${rows[0]?.uid}, first_name = 'Rosa', last_name = 'Peña' where id = ${id}`.execute(
      app.owner.queries,
    )
    await sql`
      update erasures set state = 'blocked', destroyed_at = null, needs_notices = true, counts = '[]', kept = '[]',
        destroy_after = now() + interval '20 days' where id = ${erasureId}`.execute(app.owner.queries)
    expect(await app.eraseAgain()).toBe(1)
    await app.runJobs()
    expect(await nameOf(id)).toBe('— —')
    expect(await on.find(erasureId)).toMatchObject({ state: 'done', ground: 'restored' })
  })
})

describe('the same file again', () => {
  const twoRows = 'Código;Nombre;Apellidos;Móvil\n77;Rosa;Peña;600111222\n78;Ana;Ruiz;600111223\n'
  const idOf = async (firstName: string): Promise<number> => {
    const { rows } = await sql<{ id: number }>`
      select id::int as id from patients where practice_id = ${owner.practiceId} and first_name = ${firstName}`.execute(
      app.owner.queries,
    )
    return rows[0]?.id ?? 0
  }

  it('brings nobody back who was erased, also where it knows them by the number of another system alone', async () => {
    expect(await fatesOf(twoRows)).toEqual([['create'], ['create']])
    const { id } = await on.block(await on.archive(await idOf('Rosa')))
    await on.comeDue(id)
    const again = twoRows.replace('Rosa;Peña', 'Rosa María;Peña Gil')
    expect(await fatesOf(again)).toEqual([['fault', 'import_patient_erased'], ['before']])
  })

  it('makes no twin of somebody of whom the law keeps the file, and brings back nothing that went', async () => {
    await on.choose({ rule: 'spain' })
    expect(await fatesOf(twoRows)).toEqual([['create'], ['create']])
    const id = await idOf('Rosa')
    await sql`
      insert into records (practice_id, patient_id, author_id, type, subtype, class_id, class_version, occurred_at, data)
      values (${owner.practiceId}, ${id}, ${owner.doctorId}, 'test', 'sample', 'sample', 1, now(), '{}')`.execute(
      app.owner.queries,
    )
    const { id: erasureId, scope } = await on.block(await on.archive(id), requestInput)
    expect(scope).toBe('partial')
    await on.comeDue(erasureId)
    expect(await fatesOf(twoRows)).toEqual([['before'], ['before']])
    const { rows } = await sql`select mobile from patients where id = ${id}`.execute(app.owner.queries)
    expect(rows).toEqual([{ mobile: null }])
  })
})

describe('what is to be erased', () => {
  it('is what was looked at: a term that was changed meanwhile refuses it, and nothing goes', async () => {
    await on.choose({ rule: 'spain' })
    const id = await on.archive(await on.treated({ ...given, mobile: '600111222' }, '2019-03-02'))
    const { scope } = await on.preview(id)
    await on.choose({ rule: 'catalonia' })
    expect((await on.preview(id)).scope).not.toBe(scope)
    expect(messageOf(await on.ask('block', { patientId: id }, { ...requestInput, scope }))).toBe(
      'version_conflict',
    )
    const { payload } = await callEndpoint(app, patientEndpoints.read, { token: owner.token, params: { id } })
    expect(payload).toMatchObject({ mobile: '600111222' })
  })

  it('waits for notices in Colombia where somebody was treated, and for none where nobody was', async () => {
    await on.choose({ rule: 'colombia' })
    const id = await on.archive((await createPatient(app, owner, given)).id)
    expect(await on.preview(id)).toMatchObject({ scope: 'whole', needsNotices: false })
    expect(await on.block(id)).toMatchObject({ needsNotices: false })
  })
})

describe('a hold', () => {
  const hold = (patientId: number): Promise<TestAnswer> =>
    callEndpoint(app, retentionEndpoints.hold, {
      token: owner.token,
      params: { patientId },
      body: { reason: 'Reclamación en curso' },
    })
  const lift = (id: number): Promise<TestAnswer> =>
    callEndpoint(app, retentionEndpoints.lift, {
      token: owner.token,
      params: { id },
      body: { reason: 'Archivada' },
    })

  it('is placed on a blocked file and keeps it past its day, until it is lifted', async () => {
    const id = await on.archive((await createPatient(app, owner, given)).id)
    const { id: erasureId } = await on.block(id)
    const placed = await hold(id)
    expect(placed.status, placed.text).toBe(201)
    await on.comeDue(erasureId)
    expect(await nameOf(id)).toBe('Rosa Peña')
    expect((await on.find(erasureId))?.held).toBe(true)
    expect((await lift((placed.payload as { id: number }).id)).status).toBe(200)
    await on.comeDue(erasureId)
    expect(await nameOf(id)).toBe('— —')
    expect([(await hold(id)).status, (await lift((placed.payload as { id: number }).id)).status]).toEqual([
      404, 404,
    ])
  })
})
