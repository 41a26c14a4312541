import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { type ImportBatch, type ImportRow, importEndpoints } from '@ulna/contract/imports/imports'
import { patientEndpoints } from '@ulna/contract/patients/patients'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testSecret } from '../../../test/build-test-app.ts'
import { callEndpoint, UploadBody } from '../../../test/client.ts'
import { bookAppointment, createPatient } from '../../../test/factories/clinical.ts'
import { erasuresOf, requestInput } from '../../../test/factories/erasures.ts'
import { giveSigningKey } from '../../../test/factories/papers.ts'
import { addMember, registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { testServer } from '../../../test/test-practice.ts'
import { localFileStore } from '../../platform/files/file-store.local.ts'
import { deriveKeys } from '../../platform/tokens.ts'
import { createSealKeys } from '../signatures/signatures.seals.ts'
import { carryOut } from './erasures.carry-out.service.ts'
import type { ErasureDependencies } from './erasures.dependencies.ts'

const app = await testServer({ alone: true })
let owner: TestPerson
let on: ReturnType<typeof erasuresOf>
beforeEach(async () => {
  owner = await registerOwner(app)
  await giveSigningKey(app, owner)
  on = erasuresOf(app, owner)
})

const isHere = async (id: number): Promise<boolean> =>
  (await callEndpoint(app, patientEndpoints.read, { token: owner.token, params: { id } })).status === 200

const storedName = async (id: number): Promise<string | undefined> => {
  const { rows } = await sql<{
    name: string
  }>`select full_name as name from patients where id = ${id}`.execute(app.owner.queries)
  return rows[0]?.name
}

const fateOf = async (patientId: number, kind: string) => {
  const { items } = await on.preview(patientId)
  const found = items.find((item) => item.kind === kind)
  return found && [found.fate, found.reason, found.until]
}

describe('who asked for an erasure', () => {
  it('is noted where a person did, all of it and of no day to come, and told with the erasure', async () => {
    const id = await on.archive(await on.treated({ firstName: 'Pide', lastName: 'Ella' }, '2020-01-10'))
    const fields = async (body: object) =>
      (await on.ask('block', { patientId: id }, body)).errors.map(({ field, params }) => [
        field,
        params?.reason,
      ])
    expect(await fields({ ground: 'request' })).toEqual([
      ['askedOn', 'field_required'],
      ['askedBy', 'field_required'],
      ['identity', 'field_required'],
    ])
    const ahead = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
    expect(await fields({ ...requestInput, askedOn: ahead })).toEqual([['askedOn', 'field_future']])
    const asked = { askedOn: '2026-02-03', askedBy: 'representative', identity: 'mandate' }
    expect(await on.block(id, { ...requestInput, ...asked })).toMatchObject(asked)
  })
})

describe('what the law keeps', () => {
  it('is the clinical file while its term runs, until the day it ends; contact data no law keeps', async () => {
    await on.choose({ rule: 'spain' })
    const id = await on.treated({ email: 'ana@example.test' }, '2024-03-02')
    expect(await fateOf(id, 'records')).toEqual(['kept', 'term', '2029-03-02'])
    expect(await fateOf(id, 'identity')).toEqual(['kept', 'term', '2029-03-02'])
    expect(await fateOf(id, 'contact')).toEqual(['goes', null, null])
    expect((await on.preview(id)).scope).toBe('partial')
  })

  it('is the clinical file of a practice without a term, and one with an open diagnosis, without an end', async () => {
    const closed = await on.treated({}, '2001-03-02')
    expect(await fateOf(closed, 'records')).toEqual(['kept', 'no_term', null])
    await on.choose({ rule: 'spain' })
    const expected = await on.treated({}, '2001-03-02')
    await bookAppointment(app, owner, {
      patientId: expected,
      start: '2031-03-03T10:00:00Z',
      end: '2031-03-03T11:00:00Z',
    })
    expect(await fateOf(expected, 'records')).toEqual(['kept', 'term', null])
    const open = await on.treated({}, '2001-03-02', false)
    expect(await fateOf(open, 'records')).toEqual(['kept', 'open', null])
  })

  it('is nothing of somebody who was never treated', async () => {
    const { id } = await createPatient(app, owner)
    expect(await on.preview(id)).toMatchObject({
      scope: 'whole',
      items: [{ kind: 'identity', fate: 'goes' }],
    })
  })
})

describe('asking for an erasure', () => {
  it('is an owner’s, of an archived file that nobody holds, in the own practice', async () => {
    const { id } = await createPatient(app, owner)
    const ask = (body: object = requestInput, by = owner) => on.ask('block', { patientId: id }, body, by)
    expect((await ask()).errors).toMatchObject([{ message: 'patient_not_archived' }])
    await on.archive(id)
    const admin = await addMember(app, owner.practiceId, 'admin', true)
    expect((await ask(requestInput, admin)).errors).toMatchObject([{ message: 'owner_role_required' }])
    expect((await ask(requestInput, await registerOwner(app))).status).toBe(404)
    for (const wrong of [{}, { ground: 'restored' }, { ...requestInput, graceDays: 0 }])
      expect((await ask(wrong)).status).toBe(400)
    await sql`insert into patient_holds (practice_id, patient_id, reason, placed_by)
      values (${owner.practiceId}, ${id}, 'Juicio', ${owner.userId})`.execute(app.owner.queries)
    expect((await ask()).errors).toMatchObject([{ message: 'patient_on_hold' }])
    await sql`update patient_holds set lifted_at = now(), lifted_by = placed_by, lift_reason = 'Fin'
      where patient_id = ${id}`.execute(app.owner.queries)
    expect((await ask()).status).toBe(201)
  })

  it('is not for a term that is not over', async () => {
    await on.choose({ rule: 'spain' })
    const id = await on.archive(await on.treated({}, '2024-03-02'))
    expect((await on.ask('block', { patientId: id }, { ground: 'term_over' })).errors).toMatchObject([
      { field: 'ground', params: { reason: 'field_option' } },
    ])
  })
})

describe('while the term runs', () => {
  it('what no law keeps goes at once, from every version too, and the rest stays and is read', async () => {
    await on.choose({ rule: 'spain' })
    const id = await on.treated({ email: 'queda@example.test', note: 'Alérgica al látex' }, '2024-03-02')
    await on.archive(id)
    const { id: erasureId } = await on.block(id)
    await app.runJobs()
    expect(await on.find(erasureId)).toMatchObject({
      scope: 'partial',
      state: 'done',
      counts: [{ kind: 'contact', count: 2 }],
    })
    expect(await isHere(id)).toBe(true)
    const { rows } = await sql<{ email: string | null; versions: string; records: number }>`
      select email, (select string_agg(body, '') from patient_versions where patient_id = p.id) as versions,
        (select count(*)::int from records where patient_id = p.id) as records
      from patients p where id = ${id}`.execute(app.owner.queries)
    expect(rows).toMatchObject([{ email: null, records: 1 }])
    expect(rows[0]?.versions).not.toMatch(/queda@|látex/)
    expect(rows[0]?.versions).toContain('Mariana')
    // It can be asked for again, as often as somebody wishes.
    expect((await on.block(id)).scope).toBe('partial')
  })
})

describe('holds', () => {
  it('win over an erasure that was decided: it waits, and goes on once they are lifted', async () => {
    const id = await on.archive((await createPatient(app, owner)).id)
    const { id: erasureId } = await on.block(id)
    await sql`insert into patient_holds (practice_id, patient_id, reason, placed_by)
      values (${owner.practiceId}, ${id}, 'Juicio', ${owner.userId})`.execute(app.owner.queries)
    await on.comeDue(erasureId)
    expect(await on.find(erasureId)).toMatchObject({ state: 'blocked', held: true })
    expect(await storedName(id)).toBe('Mariana Gómez Lara')
    await sql`update patient_holds set lifted_at = now(), lifted_by = placed_by, lift_reason = 'Fin'
      where patient_id = ${id}`.execute(app.owner.queries)
    await on.comeDue(erasureId)
    expect(await on.find(erasureId)).toMatchObject({ state: 'done' })
    expect(await storedName(id)).toBe('— —')
  })

  it('keep an erasure whose day came from being said to begin, not even for a moment', async () => {
    const id = await on.archive((await createPatient(app, owner)).id)
    const { id: erasureId } = await on.block(id)
    await sql`insert into patient_holds (practice_id, patient_id, reason, placed_by)
      values (${owner.practiceId}, ${id}, 'Juicio', ${owner.userId})`.execute(app.owner.queries)
    await sql`
      create table noted_states as select id, state from erasures where false;
      create function note_state() returns trigger language plpgsql security definer as $$
        begin insert into noted_states values (new.id, new.state); return null; end $$;
      create trigger note_state after update of state on erasures for each row execute function note_state()`.execute(
      app.owner.queries,
    )
    await on.comeDue(erasureId)
    const { rows } = await sql`select state from noted_states where id = ${erasureId}`.execute(
      app.owner.queries,
    )
    await sql`drop trigger note_state on erasures; drop function note_state; drop table noted_states`.execute(
      app.owner.queries,
    )
    expect(rows).toEqual([])
    expect(await on.find(erasureId)).toMatchObject({ state: 'blocked', held: true })
  })

  it('win in the database itself, whatever the application asks for', async () => {
    const id = await on.archive((await createPatient(app, owner)).id)
    const { id: erasureId } = await on.block(id)
    const erase = async (): Promise<boolean | undefined> =>
      app.pool.queries.transaction().execute(async (tx) => {
        await sql`select set_config('app.practice_id', ${String(owner.practiceId)}, true),
          set_config('app.user_id', '0', true)`.execute(tx)
        const { rows } = await sql<{ erased: boolean }>`
          select erase_file(${erasureId}, '2000-01-01') as erased`.execute(tx)
        return rows[0]?.erased
      })
    expect(await erase()).toBe(false)
    await sql`update erasures set state = 'destroying' where id = ${erasureId}`.execute(app.owner.queries)
    expect(await erase()).toBe(false)
    await sql`update erasures set destroy_after = now() where id = ${erasureId}`.execute(app.owner.queries)
    await sql`insert into patient_holds (practice_id, patient_id, reason, placed_by)
      values (${owner.practiceId}, ${id}, 'Juicio', ${owner.userId})`.execute(app.owner.queries)
    expect(await erase()).toBe(false)
    expect(await storedName(id)).toBe('Mariana Gómez Lara')
  })

  it('are not needed against a longer term that the practice chose meanwhile', async () => {
    await on.choose({ rule: 'own', years: 0 })
    const id = await on.archive(await on.treated({}, '2020-03-02'))
    const { id: erasureId } = await on.block(id, { ground: 'term_over' })
    await on.choose({ rule: 'catalonia' })
    await on.comeDue(erasureId)
    expect(await on.find(erasureId)).toMatchObject({ state: 'blocked' })
    expect(await storedName(id)).toBe('Mariana Gómez Lara')
  })
})

const dependencies = (given: Partial<ErasureDependencies> = {}): ErasureDependencies => ({
  db: app.db,
  files: localFileStore(app.filesDirectory),
  digestKeys: deriveKeys([testSecret], 'digests of erased patients'),
  auditKeys: deriveKeys([testSecret], 'audit chain'),
  sealKeys: createSealKeys(testSecret),
  list: { path: app.erasuresFile, keys: deriveKeys([testSecret], 'list of erasures') },
  ...given,
})

describe('whoever is killed in the middle', () => {
  it('is followed by another, who goes on where it was, and nothing is counted twice', async () => {
    const { id } = await createPatient(app, owner, { note: 'Nota' })
    await on.archive(id)
    const { id: erasureId } = await on.block(id)
    await sql`update erasures set destroy_after = now() where id = ${erasureId}`.execute(app.owner.queries)
    await sql`insert into erasure_bytes (practice_id, erasure_id, storage_key)
      values (${owner.practiceId}, ${erasureId}, 'a/b'), (${owner.practiceId}, ${erasureId}, 'a/c')`.execute(
      app.owner.queries,
    )
    const key = { practiceId: owner.practiceId, erasureId }
    const removed: string[] = []
    let left = 1
    const remove = async (one: string): Promise<void> => {
      if (left === 0) throw new Error('killed')
      left -= 1
      removed.push(one)
    }
    const files = Object.assign(localFileStore(app.filesDirectory), { remove })
    await expect(carryOut(dependencies({ files }), key)).rejects.toThrow('killed')
    expect(await on.find(erasureId)).toMatchObject({ state: 'destroying' })
    left = 1
    const path = '/dev/null/no-such-directory'
    const list = { path, keys: dependencies().digestKeys }
    await expect(carryOut(dependencies({ files, list }), key)).rejects.toThrow('ENOTDIR')
    expect(removed).toEqual(['a/b', 'a/c'])
    await carryOut(dependencies({ files }), key)
    await carryOut(dependencies({ files }), key)
    expect(await on.find(erasureId)).toMatchObject({ state: 'done' })
    expect((await on.find(erasureId))?.counts).toContainEqual({ kind: 'contact', count: 1 })
    expect(removed).toEqual(['a/b', 'a/c'])
    const { rows } = await sql<{ action: string }>`
      select action from audit_events where practice_id = ${owner.practiceId} and action like 'erasure.d%'
      order by at, strand, seq`.execute(app.owner.queries)
    expect(rows.map(({ action }) => action).sort()).toEqual(['erasure.destroy', 'erasure.done'])
  })
})

describe('the list of erasures', () => {
  it('is applied again to whoever is back from a backup: blocked at once, then destroyed', async () => {
    const { id } = await createPatient(app, owner, { firstName: 'Vuelta' })
    await on.archive(id)
    const kept = await sql`select * from patients where id = ${id}`.execute(app.owner.queries)
    const { id: erasureId } = await on.block(id)
    await on.comeDue(erasureId)
    expect(await app.eraseAgain()).toBe(0)
    // What a backup of the day before brings back: the patient, and no word of the erasure.
    const { uid } = kept.rows[0] as { uid: string }
    await sql`delete from erasure_papers where erasure_id = ${erasureId}`.execute(app.owner.queries)
    await sql`delete from erasures where id = ${erasureId}`.execute(app.owner.queries)
    await sql`update patients set uid = ${uid}, first_name = 'Vuelta', last_name = 'Gómez', blocked_at = null
      where id = ${id}`.execute(app.owner.queries)
    expect(await isHere(id)).toBe(true)
    expect(await app.eraseAgain()).toBe(1)
    expect(await isHere(id)).toBe(false)
    await app.runJobs()
    expect(await storedName(id)).toBe('— —')
    expect(await on.find(erasureId)).toMatchObject({ state: 'done', ground: 'restored' })
    expect(await app.eraseAgain()).toBe(0)
  })

  it('believes no line that somebody without the key wrote, and no line that a crash cut', async () => {
    const { id } = await createPatient(app, owner, { firstName: 'Ajena' })
    const { rows } = await sql<{ uid: string }>`select uid from patients where id = ${id}`.execute(
      app.owner.queries,
    )
    const line = JSON.stringify({
      ...{ erasureId: 987_654, practiceId: owner.practiceId, patientId: id, patientUid: rows[0]?.uid },
      ...{ scope: 'whole', decidedBy: owner.userId },
    })
    const before = await readFile(app.erasuresFile, 'utf8').catch(() => '')
    await appendFile(app.erasuresFile, `${'0'.repeat(64)} ${line}\n${'0'.repeat(20)}`)
    expect(await app.eraseAgain()).toBe(0)
    expect(await storedName(id)).toBe('Ajena Gómez Lara')
    expect(app.log.some((text) => text.includes('not as they were written'))).toBe(false)
    await writeFile(app.erasuresFile, before)
  })
})

describe('somebody who was erased', () => {
  it('is left out of an import, by document or by name and birth date, and may be registered by hand', async () => {
    const given = { firstName: 'Rosa', lastName: 'Peña', birthDate: '1960-02-01', socialId: '12345678Z' }
    const id = await on.archive((await createPatient(app, owner, given)).id)
    const { id: erasureId } = await on.block(id)
    const file = [
      'Nombre;Apellidos;Documento;Fecha de nacimiento',
      'Otra;Persona;12345678Z;',
      'Rosa;Peña;;01/02/1960',
      'Rosa;Peña;;01/02/1961',
      'Nueva;Persona;87654321X;13/05/1980',
    ]
    const start = await callEndpoint(app, importEndpoints.start, {
      token: owner.token,
      query: { fileName: 'pacientes.csv' },
      body: new UploadBody(Buffer.from(`${file.join('\n')}\n`), 'application/octet-stream'),
    })
    const batch = (start.payload as ImportBatch).id
    const fates = async () => {
      await callEndpoint(app, importEndpoints.examine, { token: owner.token, params: { id: batch } })
      await app.runJobs()
      const { payload } = await callEndpoint(app, importEndpoints.rows, {
        token: owner.token,
        params: { id: batch },
        query: { limit: '50' },
      })
      return (payload as ImportRow[]).map(({ fate, faults }) => [fate, ...faults.map(({ key }) => key)])
    }
    const out = ['fault', 'import_patient_erased']
    expect(await fates()).toEqual([out, out, ['create'], ['create']])
    await on.comeDue(erasureId)
    expect(await fates()).toEqual([out, out, ['create'], ['create']])
    expect((await createPatient(app, owner, given)).firstName).toBe('Rosa')
  })
})

describe('Colombia', () => {
  const due = async (): Promise<number> => {
    await on.choose({ rule: 'colombia' })
    const id = await on.archive(await on.treated({}, '2005-03-02'))
    return (await on.block(id, { ground: 'term_over' })).id
  }
  const note = (id: number, body: object) => on.ask('notices', { id }, body)

  it('asks for two notices eight days apart, a review and two more months before anything is destroyed', async () => {
    const id = await due()
    expect(await on.find(id)).toMatchObject({ needsNotices: true })
    await on.comeDue(id)
    expect(await on.find(id)).toMatchObject({ state: 'blocked' })
    for (const [body, field] of [
      [{ firstNoticeOn: '2026-03-02' }, 'newspaper'],
      [{ newspaper: 'El Tiempo' }, 'firstNoticeOn'],
      [{ secondNoticeOn: '2026-03-02' }, 'firstNoticeOn'],
      [
        { newspaper: 'El Tiempo', firstNoticeOn: '2026-03-02', secondNoticeOn: '2026-03-09' },
        'secondNoticeOn',
      ],
      [{ newspaper: 'El Tiempo', firstNoticeOn: '2099-03-02' }, 'firstNoticeOn'],
    ] as const)
      expect((await note(id, body)).errors).toMatchObject([{ field }])
    const { rows } = await sql<{ first: string; second: string; today: string; after: string }>`
      select (today - 20)::text as first, (today - 10)::text as second, today::text as today,
        iso(((today - 10 + interval '2 months 1 day')::timestamp at time zone 'America/Bogota')::timestamptz(3)) as after
      from (select (now() at time zone 'America/Bogota')::date as today) d`.execute(app.owner.queries)
    const [{ first = '', second = '', today = '', after = '' } = {}] = rows
    const steps = { newspaper: 'El Tiempo', firstNoticeOn: first, secondNoticeOn: second }
    expect((await note(id, steps)).payload).toMatchObject({ ...steps, reviewedOn: null, destroyAfter: after })
    await on.comeDue(id)
    expect(await on.find(id)).toMatchObject({ state: 'blocked' })
    expect((await note(id, { reviewedOn: today })).payload).toMatchObject({ ...steps })
    await on.comeDue(id)
    expect(await on.find(id)).toMatchObject({ state: 'done', newspaper: 'El Tiempo' })
    expect((await note(id, { reviewedOn: today })).errors).toMatchObject([{ message: 'erasure_not_now' }])
  })

  it('is asked of no other rule', async () => {
    await on.choose({ rule: 'spain' })
    const id = await on.archive(await on.treated({}, '2005-03-02'))
    expect(await on.block(id, { ground: 'term_over' })).toMatchObject({ needsNotices: false })
  })
})
