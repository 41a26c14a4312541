import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { patientCopyEndpoints } from '@ulna/contract/patient-copies/patient-copies'
import { type Patient, type PatientRow, patientEndpoints } from '@ulna/contract/patients/patients'
import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../test/client.ts'
import {
  bookAppointment,
  createPatient,
  historyInput,
  writeRecord,
} from '../../../test/factories/clinical.ts'
import { addMember, registerOwner } from '../../../test/factories/people.ts'
import { testPractice } from '../../../test/test-practice.ts'
import { foldedWord } from './patients.search.repository.ts'

const { app, owner } = await testPractice()

const read = async (id: number, by = owner): Promise<Patient> =>
  (await callEndpoint(app, patientEndpoints.read, { params: { id }, token: by.token })).payload

const update = (id: number, body: Record<string, unknown>, by = owner) =>
  callEndpoint(app, patientEndpoints.update, { params: { id }, token: by.token, body })

const search = async (name: string, by = owner): Promise<PatientRow[]> =>
  (await callEndpoint(app, patientEndpoints.findByName, { params: { name }, token: by.token })).payload

describe('registering a patient', () => {
  it('counts the file number up and skips numbers that were given by hand', async () => {
    const first = await createPatient(app, owner)
    const next = String(Number(first.fileId) + 1).padStart(5, '0')
    await createPatient(app, owner, { fileId: next })
    const third = await createPatient(app, owner)
    expect(Number(third.fileId)).toBe(Number(first.fileId) + 2)
    expect(third).toMatchObject({
      version: 1,
      unlocked: false,
      lastControl: null,
      profileImgData: null,
      practiceId: owner.practiceId,
    })
  })

  it('refuses a file number that is taken and names the field', async () => {
    const { fileId } = await createPatient(app, owner)
    const answer = await callEndpoint(app, patientEndpoints.create, {
      token: owner.token,
      body: { firstName: 'A', lastName: 'B', fileId },
    })
    expect(answer).toMatchObject({
      status: 409,
      errors: [{ code: '0011', message: 'already_exists', params: { field: 'fileId' } }],
    })
  })

  it('tells every field that is wrong at once and keeps nothing', async () => {
    const answer = await callEndpoint(app, patientEndpoints.create, {
      token: owner.token,
      body: { firstName: ' ', email: 'nobody', birthDate: '2026-02-30', note: 'x'.repeat(10_001) },
    })
    expect(answer.status).toBe(400)
    expect(answer.errors.map((error) => [error.field, error.params?.reason])).toEqual(
      expect.arrayContaining([
        ['firstName', 'field_required'],
        ['lastName', 'field_required'],
        ['note', 'field_too_long'],
      ]),
    )
    expect(answer.errors.every((error) => error.message === 'invalid_request' && error.code === '0002')).toBe(
      true,
    )
    expect(answer.errors.map((error) => error.field)).toEqual(expect.arrayContaining(['email', 'birthDate']))
  })

  it('takes back what a GET answered and stores only what is the caller’s', async () => {
    const patient = await createPatient(app, owner, { email: 'ana@example.test', birthDate: '1985-04-03' })
    const answer = await update(patient.id, {
      ...patient,
      firstName: 'Ana',
      practiceId: 1,
      uid: 'x',
      lastControl: '2020-01-01T00:00:00Z',
    })
    expect(answer.status).toBe(200)
    expect(answer.payload).toMatchObject({
      firstName: 'Ana',
      uid: patient.uid,
      practiceId: owner.practiceId,
      lastControl: null,
      version: 2,
    })
  })
})

describe('searching', () => {
  it('ignores case and accents and matches parts of name, e-mail and social id', async () => {
    await createPatient(app, owner, {
      firstName: 'Íñigo',
      lastName: 'Echeverría Sanz',
      email: 'inigo@norte.test',
      socialId: 'CC-79.456.123',
    })
    for (const text of ['inigo', 'ÍÑIGO', 'echeverria', 'INIGO\u0301', 'norte.te', '456.12', 'sanz inigo']) {
      expect(
        (await search(text)).map((row) => row.firstName),
        text,
      ).toContain('Íñigo')
    }
    expect(await search('%')).toEqual([])
    expect(await search('_nigo')).toEqual([])
  })

  it('sorts by name and pages', async () => {
    const other = await registerOwner(app)
    for (const firstName of ['Zoe', 'ana', 'Álvaro', 'Berta'])
      await createPatient(app, other, { firstName, lastName: 'Común' })
    const answer = await callEndpoint(app, patientEndpoints.list, {
      token: other.token,
      query: { limit: '2', offset: '1', q: 'comun' },
    })
    expect((answer.payload as PatientRow[]).map((row) => row.firstName)).toEqual(['ana', 'Berta'])
    expect(answer.metadata).toEqual({ total: 4, limit: 2, offset: 1 })
    const behind = await callEndpoint(app, patientEndpoints.list, {
      token: other.token,
      query: { limit: '2', offset: '9', q: 'comun' },
    })
    expect([behind.payload, behind.metadata]).toEqual([[], { total: 4, limit: 2, offset: 9 }])
  })

  it('uses the trigram index although row-level security is on', async () => {
    await sql`insert into patients (practice_id, first_name, last_name, file_id)
      select ${owner.practiceId}, md5(n::text), md5((n + 7)::text), 'x' || n from generate_series(1, 20000) n`.execute(
      app.owner.queries,
    )
    // What an index keeps aside of so many rows makes it dear, until they are put in their places.
    await sql`vacuum (analyze) patients`.execute(app.owner.queries)
    // A role that ends with the transaction is nobody else’s when a plan is not as it should be.
    await app.owner.queries.transaction().execute(async (connection) => {
      await sql
        .raw(
          `set local role ulna_app; set local app.practice_id = '${owner.practiceId}'; set local app.user_id = '0'`,
        )
        .execute(connection)
      const { rows } = await sql<{
        'QUERY PLAN': string
      }>`explain select id from patients where search_text like '%sebastian%'`.execute(connection)
      // Search is prepared: it is planned once, for any word.
      await sql.raw('set local plan_cache_mode = force_generic_plan').execute(connection)
      await sql
        .raw('prepare search(text) as select id from patients where search_text like $1 order by sort_name')
        .execute(connection)
      const generic = await sql<{
        'QUERY PLAN': string
      }>`explain execute search('%sebastian%')`.execute(connection)
      await sql.raw('deallocate search; set local plan_cache_mode = auto').execute(connection)
      const phone = await sql<{
        'QUERY PLAN': string
      }>`explain select id from patients where search_text like '%5551234%' or phone_digits like '%5551234%'`.execute(
        connection,
      )
      expect(phone.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('patients_by_phone')
      for (const plan of [rows, generic.rows, phone.rows])
        expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('patients_search')
    })
  })

  it('folds words in Node as the database does, or leaves it to the database', async () => {
    const letters = Array.from({ length: 0x2100 }, (_, code) => String.fromCodePoint(code)).filter((letter) =>
      /\p{L}|\p{N}/u.test(letter),
    )
    const { rows } = await sql<{ letter: string; folded: string }>`
      select letter, fold('a' || letter || 'b') as folded from unnest(${letters}::text[]) letter`.execute(
      app.owner.queries,
    )
    const known = rows.filter(({ letter }) => foldedWord(`a${letter}b`) !== undefined)
    expect(known.filter(({ letter, folded }) => foldedWord(`a${letter}b`) !== folded)).toEqual([])
    expect(known.length).toBeGreaterThan(500)
    expect(['ß', 'ø', 'ж'].map(foldedWord)).toEqual([undefined, undefined, undefined])
  })

  it('finds by one to four words, by letters that only the database folds, and by one letter', async () => {
    const { id } = await createPatient(app, owner, {
      firstName: 'Søren Ángel',
      lastName: 'Weiß Núñez Oquendo',
    })
    for (const words of [
      'oquendo',
      'NÚÑEZ oque',
      'angel nunez oquendo',
      'soren angel weiss oquendo',
      'sören q',
      'weiß',
    ])
      expect(
        (await search(words)).map((row) => row.id),
        words,
      ).toContain(id)
    expect(await search('oquendo zzz')).toEqual([])
  })
})

describe('possible duplicates', () => {
  it('are those with the same social id, or the same name and birth date', async () => {
    const known = await createPatient(app, owner, {
      firstName: 'José',
      lastName: 'Peña',
      birthDate: '1970-05-06',
      socialId: 'AB 12',
    })
    const find = async (query: Record<string, string>): Promise<number[]> =>
      (
        (await callEndpoint(app, patientEndpoints.findDuplicates, { token: owner.token, query }))
          .payload as PatientRow[]
      ).map((row) => row.id)
    expect(await find({ firstName: 'JOSE', lastName: 'pena', birthDate: '1970-05-06' })).toEqual([known.id])
    expect(await find({ socialId: 'ab 12' })).toEqual([known.id])
    expect(await find({ socialId: 'ab 12', exceptId: String(known.id) })).toEqual([])
    expect(await find({ firstName: 'José', lastName: 'Peña', birthDate: '1970-05-07' })).toEqual([])
  })
})

describe('the lock of a file', () => {
  it('is opened by an admin with a reason and closed by anybody', async () => {
    const { id } = await createPatient(app, owner)
    const practitioner = await addMember(app, owner.practiceId, 'practitioner', true)
    expect(await update(id, { unlocked: true, reason: 'corregir' }, practitioner)).toMatchObject({
      status: 403,
      errors: [{ message: 'admin_role_required' }],
    })
    expect(await update(id, { unlocked: true })).toMatchObject({ status: 400, errors: [{ field: 'reason' }] })
    const opened = await update(id, { unlocked: true, reason: 'corregir una fecha' })
    expect(opened.payload).toMatchObject({ unlocked: true, unlockedUntil: expect.any(String) })
    const closed = await update(id, { unlocked: false }, practitioner)
    expect(closed.payload).toMatchObject({ unlocked: false, unlockedUntil: null })
    const { lastUnlockedDate, lastLockedDate } = await read(id)
    expect(Date.parse(lastLockedDate ?? '')).toBeGreaterThanOrEqual(Date.parse(lastUnlockedDate ?? ''))
  })

  it('closes by itself when the hours are over', async () => {
    const { id } = await createPatient(app, owner)
    await update(id, { unlocked: true, reason: 'corregir una fecha' })
    await app.owner.queries
      .updateTable('patients')
      .set({ unlocked_until: new Date(Date.now() - 1000) })
      .where('id', '=', id)
      .execute()
    const patient = await read(id)
    expect(patient).toMatchObject({ unlocked: false, unlockedUntil: null })
    expect(patient.lastLockedDate).not.toBeNull()
  })
})

describe('changing a patient', () => {
  it('answers version_conflict with the current patient when the version is stale', async () => {
    const patient = await createPatient(app, owner)
    await update(patient.id, { phone: '1', version: 1 })
    const stale = await update(patient.id, { phone: '2', version: 1 })
    expect(stale).toMatchObject({
      status: 409,
      errors: [{ message: 'version_conflict' }],
      metadata: { current: { phone: '1', version: 2 } },
    })
    expect((await read(patient.id)).phone).toBe('1')
  })

  it('keeps every former content', async () => {
    const patient = await createPatient(app, owner, { note: 'uno' })
    await update(patient.id, { note: 'dos' })
    await update(patient.id, { note: 'tres' })
    const versions = await app.owner.queries
      .selectFrom('patient_versions')
      .selectAll()
      .where('patient_id', '=', patient.id)
      .orderBy('version')
      .execute()
    expect(versions.map((one) => (JSON.parse(one.body) as Patient).note)).toEqual(['uno', 'dos', 'tres'])
  })

  it('keeps the clinical summary from members without clinical access', async () => {
    const patient = await createPatient(app, owner, { clinicSummary: 'Alergia al látex' })
    const assistant = await addMember(app, owner.practiceId, 'assistant', false)
    expect((await read(patient.id, assistant)).clinicSummary).toBeNull()
    expect(await update(patient.id, { clinicSummary: 'nada' }, assistant)).toMatchObject({
      status: 403,
      errors: [{ message: 'clinical_access_required' }],
    })
    await update(patient.id, { ...(await read(patient.id, assistant)), phone: '300' }, assistant)
    expect(await read(patient.id)).toMatchObject({ clinicSummary: 'Alergia al látex', phone: '300' })
  })
})

describe('mails to a patient', () => {
  it('are wanted and in the practice’s language, unless somebody says otherwise; each change is a version', async () => {
    const patient = await createPatient(app, owner)
    expect(patient).toMatchObject({ language: null, mailReminders: true })
    await update(patient.id, { language: 'it', mailReminders: false })
    expect(await read(patient.id)).toMatchObject({ language: 'it', mailReminders: false, version: 2 })
    expect((await update(patient.id, { language: null, mailReminders: true })).payload).toMatchObject({
      language: null,
      mailReminders: true,
    })
    expect(await update(patient.id, { language: 'fr' })).toMatchObject({
      status: 400,
      errors: [{ field: 'language', params: { reason: 'field_option' } }],
    })
  })
})

describe('deleting a patient', () => {
  const remove = (id: number, by = owner) =>
    callEndpoint(app, patientEndpoints.remove, { params: { id }, token: by.token })

  it('is an admin’s and only without records and appointments', async () => {
    const practitioner = await addMember(app, owner.practiceId, 'practitioner', true)
    const empty = await createPatient(app, owner)
    expect(await remove(empty.id, practitioner)).toMatchObject({
      status: 403,
      errors: [{ message: 'admin_role_required' }],
    })
    expect(await remove(empty.id)).toMatchObject({ status: 200, payload: { id: empty.id } })
    expect(
      (await callEndpoint(app, patientEndpoints.read, { params: { id: empty.id }, token: owner.token }))
        .status,
    ).toBe(404)
    const recorded = await createPatient(app, owner)
    await writeRecord(app, owner, historyInput(recorded.id))
    expect(await remove(recorded.id)).toMatchObject({
      status: 409,
      errors: [{ message: 'patient_has_records' }],
    })
    const booked = await createPatient(app, owner)
    await bookAppointment(app, owner, { patientId: booked.id })
    expect((await remove(booked.id)).status).toBe(409)
    const copied = await createPatient(app, owner)
    await callEndpoint(app, patientCopyEndpoints.ask, {
      ...{ token: owner.token, params: { id: copied.id } },
      body: { askedOn: '2026-01-12', askedBy: 'patient', identity: 'known' },
    })
    expect((await remove(copied.id)).status).toBe(409)
  })

  it('takes everything along that was ever written of them', async () => {
    const { id } = await createPatient(app, owner, { note: 'Prefiere tardes', mobile: '600111222' })
    await update(id, { mobile: '600111223' })
    const kept = await createPatient(app, owner, { note: 'Se queda' })
    expect((await remove(id)).status).toBe(200)
    const { rows } = await sql<{ id: number }>`
      select distinct patient_id::int as id from patient_versions where patient_id = any(${[id, kept.id]})`.execute(
      app.owner.queries,
    )
    expect(rows).toEqual([{ id: kept.id }])
  })
})

describe('the profile image', () => {
  const dataUrl = async (edge: number): Promise<string> => {
    const bytes = await sharp({
      create: { width: edge, height: edge / 2, channels: 3, background: '#2a9287' },
    })
      .withExif({ IFD0: { Copyright: 'canary-exif' } })
      .jpeg()
      .toBuffer()
    return `data:image/jpeg;base64,${bytes.toString('base64')}`
  }

  it('is kept as 128 px and at most 1024 px pictures without metadata', async () => {
    const patient = await createPatient(app, owner, {
      profileImg: { data: await dataUrl(2000), fileName: 'foto.jpg', contentType: 'image/jpeg' },
    })
    expect(patient.profileImgData?.thumbUrl).toContain(`/api/patient/${patient.id}/profileImage/thumb`)
    const sizes = { thumb: [128, 128], hires: [1024, 512] } as const
    for (const [size, [width, height]] of Object.entries(sizes)) {
      const response = await app.server.inject({
        url: `/api/patient/${patient.id}/profileImage/${size}`,
        headers: { authorization: `Bearer ${owner.token}` },
      })
      expect(response.headers['content-type']).toBe('image/webp')
      const metadata = await sharp(response.rawPayload).metadata()
      expect([metadata.width, metadata.height, metadata.exif]).toEqual([width, height, undefined])
    }
  })

  it('refuses what is no picture and changes nothing', async () => {
    const patient = await createPatient(app, owner)
    const data = `data:image/png;base64,${Buffer.from('<svg onload=alert(1)>').toString('base64')}`
    const answer = await update(patient.id, { firstName: 'Otra', profileImg: { data } })
    expect(answer).toMatchObject({
      status: 400,
      errors: [{ field: 'profileImg.data', params: { reason: 'image_invalid' } }],
    })
    expect(await read(patient.id)).toMatchObject({ firstName: patient.firstName, version: 1 })
  })
})

describe('the bytes of a profile image', () => {
  const picture = async (
    background: string,
  ): Promise<{ data: string; fileName: string; contentType: string }> => {
    const bytes = await sharp({ create: { width: 40, height: 40, channels: 3, background } })
      .jpeg()
      .toBuffer()
    const data = `data:image/jpeg;base64,${bytes.toString('base64')}`
    return { data, fileName: 'foto.jpg', contentType: 'image/jpeg' }
  }
  const stored = (by: typeof owner): Promise<string[]> =>
    readdir(path.join(app.filesDirectory, `practice-${by.practiceId}`, 'profile')).catch(() => [])
  const laterOn = async (): Promise<void> => {
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(app.owner.queries)
    await app.runJobs()
  }

  it('go when another one takes its place', async () => {
    const by = await registerOwner(app)
    const { id } = await createPatient(app, by, { profileImg: await picture('#2a9287') })
    const before = await stored(by)
    expect((await update(id, { profileImg: await picture('#ff0000') }, by)).status).toBe(200)
    await laterOn()
    const after = await stored(by)
    expect(after).toHaveLength(2)
    expect(after.filter((file) => before.includes(file))).toEqual([])
    const response = await app.server.inject({
      url: `/api/patient/${id}/profileImage/thumb`,
      headers: { authorization: `Bearer ${by.token}` },
    })
    expect(response.statusCode).toBe(200)
  })

  it('go when what they were for was refused', async () => {
    const by = await registerOwner(app)
    const { id } = await createPatient(app, by)
    const answer = await update(id, { birthDate: '2199-01-01', profileImg: await picture('#2a9287') }, by)
    expect(answer.status).toBe(400)
    await laterOn()
    expect(await stored(by)).toEqual([])
  })
})

describe('the latest patients', () => {
  it('are at most nine, newest control first', async () => {
    const other = await registerOwner(app)
    const ids: number[] = []
    for (let day = 1; day <= 11; day += 1) {
      const patient = await createPatient(app, other, { firstName: `P${day}` })
      const date = `2026-03-${String(day).padStart(2, '0')}T10:00:00Z`
      await writeRecord(app, other, {
        ownerId: patient.id,
        type: 'control',
        subtype: 'case',
        recordClassId: 'case_default',
        date,
        data: { name: 'Caso' },
      })
      ids.push(patient.id)
    }
    const answer = await callEndpoint(app, patientEndpoints.findLatestByUser, { token: other.token })
    expect((answer.payload as PatientRow[]).map((row) => row.id)).toEqual(ids.reverse().slice(0, 9))
  })
})
