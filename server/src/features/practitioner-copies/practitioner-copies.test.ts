import { createHash, createVerify, X509Certificate } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import {
  type PractitionerCopy,
  practitionerCopyEndpoints,
} from '@ulna/contract/practitioner-copies/practitioner-copies'
import { recordEndpoints } from '@ulna/contract/records/records'
import { addendumEndpoints } from '@ulna/contract/records/records.addenda'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { callEndpoint, type TestAnswer } from '../../../test/client.ts'
import { caseInput, createPatient, followUpInput, writeRecord } from '../../../test/factories/clinical.ts'
import { addFile, jpeg, writeDocument } from '../../../test/factories/files.ts'
import { filesOf, readZip } from '../../../test/factories/moves.ts'
import { addMember, registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { createScratchDirectory } from '../../../test/scratch-directory.ts'
import { testServer } from '../../../test/test-practice.ts'

const app = await testServer({ alone: true })
const scratch = await createScratchDirectory()
afterAll(() => scratch.remove())

let owner: TestPerson
let author: TestPerson
let patientId: number
beforeEach(async () => {
  owner = await registerOwner(app)
  author = await addMember(app, owner.practiceId, 'practitioner', true)
  patientId = (await createPatient(app, owner, { firstName: 'Mariana', lastName: 'Gómez Lara' })).id
})

type Endpoint = keyof typeof practitionerCopyEndpoints
const call = (
  name: Endpoint,
  by: TestPerson,
  given: { id?: number; body?: object } = {},
): Promise<TestAnswer> =>
  callEndpoint(app, practitionerCopyEndpoints[name], {
    token: by.token,
    ...(given.id !== undefined && { params: { id: given.id } }),
    ...(given.body !== undefined && { body: given.body }),
  })
const messageOf = ({ errors }: TestAnswer): string | undefined => errors[0]?.message
const ask = (by = author, body: object = {}): Promise<TestAnswer> =>
  call('ask', by, { body: { reason: 'Abro mi propia consulta', ...body } })
const asked = async (by = author, body: object = {}): Promise<number> =>
  ((await ask(by, body)).payload as PractitionerCopy).id
const signOff = (id: number, body: object = {}): Promise<TestAnswer> =>
  call('signOff', owner, { id, body: { answer: 'Los pacientes lo aceptaron por escrito', ...body } })
const list = async (by = owner): Promise<PractitionerCopy[]> => (await call('list', by)).payload
const fetchFrom = (url: string) => app.server.inject({ method: 'GET', url })
const urlOf = async (id: number, by = author): Promise<string> =>
  ((await call('link', by, { id })).payload as { url: string }).url

const ready = async (body: object = {}): Promise<PractitionerCopy> => {
  const id = await asked()
  await signOff(id, body)
  await app.runJobs()
  const made = (await list()).find((one) => one.id === id)
  if (made?.state !== 'ready') throw new Error(`the copy is ${made?.state}`)
  return made
}

const opened = async (id: number, by = author): Promise<Map<string, Buffer>> => {
  const answer = await fetchFrom(await urlOf(id, by))
  if (answer.statusCode !== 200) throw new Error(answer.body)
  const file = path.join(scratch.directory, `${id}.zip`)
  await writeFile(file, answer.rawPayload)
  return readZip(file)
}
const wordsOf = (files: Map<string, Buffer>): string =>
  [...files.values()].map((bytes) => bytes.toString()).join('\n')

describe('a copy of what a practitioner wrote', () => {
  it('goes in its time also where whoever made it was killed before anything named its bytes', async () => {
    const { id } = await ready()
    const { rows } = await sql<{ key: string }>`
      select storage_key as key from practitioner_copies where id = ${id}`.execute(app.owner.queries)
    const key = rows[0]?.key ?? ''
    expect(await filesOf(app).sizeOf(key)).toBeGreaterThan(0)
    await sql`delete from practitioner_copies where id = ${id}`.execute(app.owner.queries)
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(app.owner.queries)
    await app.runJobs()
    expect(await filesOf(app).sizeOf(key)).toBeUndefined()
  })

  it('holds their entries, addenda and files, and nothing that a colleague wrote', async () => {
    const own = await writeRecord(app, author, caseInput(patientId, { name: 'Hombro propio' }))
    await writeRecord(app, author, followUpInput(patientId, own.id, { patientObs: 'Palabra del autor' }))
    const theirs = await writeRecord(app, owner, caseInput(patientId, { name: 'Rodilla ajena' }))
    await writeRecord(app, owner, followUpInput(patientId, theirs.id, { patientObs: 'Palabra del colega' }))
    await callEndpoint(app, addendumEndpoints.create, {
      token: author.token,
      params: { id: own.id },
      body: { text: 'Adenda del autor' },
    })
    const document = await writeDocument(app, author, patientId)
    await addFile(app, author, {
      recordId: document.id,
      bytes: await jpeg(),
      announcing: { name: 'hombro.jpg' },
    })
    await app.runJobs()
    const other = await createPatient(app, owner, { firstName: 'Nadie', lastName: 'Suyo' })
    await writeRecord(app, owner, caseInput(other.id, { name: 'De otro' }))

    const made = await ready()
    expect(made).toMatchObject({ patients: 1, records: 3, files: 1, missing: 0, withNames: false })
    const files = await opened(made.id)
    const words = wordsOf(files)
    for (const word of [
      'Hombro propio',
      'Palabra del autor',
      'Abro mi propia consulta',
      'lo aceptaron por escrito',
    ])
      expect(words).toContain(word)
    for (const word of ['Rodilla ajena', 'Palabra del colega', 'De otro', 'Suyo'])
      expect(words).not.toContain(word)
    expect([...files.keys()].filter((name) => name.includes('/originals/'))).toEqual([
      expect.stringMatching(/-hombro\.jpg$/),
    ])
  })

  it('calls patients by the number of their file, or by name where the owner decided so', async () => {
    const { fileId } = await createPatient(app, owner, { firstName: 'Carmen', lastName: 'Ibáñez' })
    await writeRecord(app, author, caseInput(patientId))
    const unnamed = await ready()
    expect(wordsOf(await opened(unnamed.id))).not.toContain('Gómez Lara')
    await call('remove', author, { id: unnamed.id })
    const named = await ready({ withNames: true })
    const page = (await opened(named.id)).get('index.html')?.toString()
    expect(page).toContain('Gómez Lara, Mariana')
    expect(page).not.toContain(fileId)
  })

  it('says which entries are signed or void, and is signed itself: each file by its digest', async () => {
    const { id } = await writeRecord(app, author, caseInput(patientId))
    await callEndpoint(app, recordEndpoints.remove, {
      token: author.token,
      params: { id },
      query: { reason: 'Paciente equivocado' },
    })
    const made = await ready()
    const files = await opened(made.id)
    expect(wordsOf(files)).toContain('Paciente equivocado')
    const manifest = files.get('manifest.json') ?? Buffer.alloc(0)
    const certificate = files.get('certificate.pem') ?? Buffer.alloc(0)
    const { files: named } = JSON.parse(manifest.toString()) as { files: Record<string, { sha256: string }> }
    const unnamed = ['manifest.json', 'manifest.sig', 'certificate.pem']
    expect(Object.keys(named).sort()).toEqual(
      [...files.keys()].filter((name) => !unnamed.includes(name)).sort(),
    )
    for (const [name, { sha256 }] of Object.entries(named))
      expect(
        createHash('sha256')
          .update(files.get(name) ?? '')
          .digest('hex'),
        name,
      ).toBe(sha256)
    const signature = files.get('manifest.sig') ?? Buffer.alloc(0)
    expect(createVerify('sha256').update(manifest).verify(certificate.toString(), signature)).toBe(true)
    expect(new X509Certificate(certificate).fingerprint256).toBe(made.fingerprint)
  })

  it('of who left is made for an owner, and leaves a row of the trail for each patient', async () => {
    await writeRecord(app, author, caseInput(patientId))
    await sql`update memberships set ended_at = now() where user_id = ${author.userId}`.execute(
      app.owner.queries,
    )
    const id = await asked(owner, { doctorId: author.doctorId })
    await signOff(id)
    await app.runJobs()
    expect(wordsOf(await opened(id, owner))).toContain('Manguito')
    const { rows } = await sql<{ action: string; patient_id: number | null }>`
      select action, patient_id from audit_events where practice_id = ${owner.practiceId} and action like 'entries.%'
      order by at, seq`.execute(app.owner.queries)
    expect(rows.map(({ action }) => action).sort()).toEqual([
      'entries.ask',
      'entries.fetch',
      'entries.link',
      'entries.make',
      'entries.sign_off',
      'entries.take_along',
    ])
    expect(rows.find(({ action }) => action === 'entries.take_along')?.patient_id).toBe(patientId)
  })

  it('of nothing has a cover and no patient', async () => {
    expect(await ready()).toMatchObject({ patients: 0, records: 0, files: 0 })
  })

  it('leaves out a file that is blocked', async () => {
    const leaving = await createPatient(app, owner, { firstName: 'Borrada', lastName: 'Pronto' })
    await writeRecord(app, author, caseInput(leaving.id, { name: 'Se va a destruir' }))
    await writeRecord(app, author, caseInput(patientId))
    await sql`update patients set blocked_at = now() where id = ${leaving.id}`.execute(app.owner.queries)
    const made = await ready({ withNames: true })
    expect(made).toMatchObject({ patients: 1 })
    expect(wordsOf(await opened(made.id))).not.toContain('Se va a destruir')
  })
})

describe('who asks, who decides', () => {
  it('asks for one’s own, and an owner for anybody’s', async () => {
    expect(await ask()).toMatchObject({
      status: 201,
      payload: { state: 'asked', doctorId: author.doctorId, reason: 'Abro mi propia consulta' },
    })
    expect(messageOf(await ask(author, { doctorId: owner.doctorId }))).toBe('owner_role_required')
    expect(messageOf(await ask(owner, { doctorId: 999_999_999 }))).toBe('not_found')
    expect(await ask(author, { reason: '  ' })).toMatchObject({ status: 400 })
  })

  it('is asked for once at a time', async () => {
    const id = await asked()
    expect(messageOf(await ask())).toBe('entries_asked_already')
    expect(messageOf(await ask(owner, { doctorId: author.doctorId }))).toBe('entries_asked_already')
    expect((await call('remove', author, { id })).status).toBe(200)
    expect((await ask()).status).toBe(201)
  })

  it('is refused with a reason that the practitioner reads, and decided once', async () => {
    const id = await asked()
    const refusal = { id, body: { answer: 'El contrato no lo permite' } }
    expect(messageOf(await call('refuse', author, refusal))).toBe('owner_role_required')
    expect((await call('refuse', owner, refusal)).status).toBe(200)
    expect(await list(author)).toMatchObject([{ state: 'refused', answer: 'El contrato no lo permite' }])
    expect(messageOf(await signOff(id))).toBe('entries_decided')
    expect(messageOf(await call('refuse', owner, refusal))).toBe('entries_decided')
    expect((await call('link', author, { id })).status).toBe(404)
  })

  it('is seen and fetched by whose it is and by owners, and by no colleague', async () => {
    const colleague = await addMember(app, owner.practiceId, 'admin', true)
    const made = await ready()
    expect(await list(colleague)).toEqual([])
    expect((await list(author)).map(({ id }) => id)).toEqual([made.id])
    expect((await call('link', colleague, { id: made.id })).status).toBe(404)
    expect((await call('remove', colleague, { id: made.id })).status).toBe(404)
    const stranger = await registerOwner(app)
    expect((await call('link', stranger, { id: made.id })).status).toBe(404)
    expect((await call('signOff', stranger, { id: made.id, body: { answer: 'Para mí' } })).status).toBe(404)
  })

  it('is fetched once by each link, for ten minutes, and by nobody who is no member any more', async () => {
    const { id } = await ready()
    const [first, second] = [await urlOf(id), await urlOf(id)]
    expect((await fetchFrom(first)).statusCode).toBe(404)
    expect((await fetchFrom(second)).statusCode).toBe(200)
    expect((await fetchFrom(second)).statusCode).toBe(404)
    const late = await urlOf(id)
    await sql`update practitioner_copies set link_until = now() - interval '1 s' where id = ${id}`.execute(
      app.owner.queries,
    )
    expect((await fetchFrom(late)).statusCode).toBe(404)
    const lost = await urlOf(id)
    await sql`update memberships set ended_at = now() where user_id = ${author.userId}`.execute(
      app.owner.queries,
    )
    expect((await fetchFrom(lost)).statusCode).toBe(404)
  })

  it('goes after three days, or when it is removed, with its bytes', async () => {
    const { id } = await ready()
    const url = await urlOf(id)
    expect((await call('remove', author, { id })).status).toBe(200)
    expect((await fetchFrom(url)).statusCode).toBe(404)
    expect((await call('remove', author, { id })).status).toBe(404)
    const { id: next } = await ready()
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(app.owner.queries)
    await app.runJobs()
    expect((await list()).find((one) => one.id === next)?.state).toBe('removed')
  })

  it('is gone on with when whoever made it was killed, and not made when it was removed meanwhile', async () => {
    const id = await asked()
    await signOff(id)
    await sql`update practitioner_copies set state = 'running', touched_at = now() - interval '3 minutes'
      where id = ${id}`.execute(app.owner.queries)
    await app.runJobs()
    expect((await list())[0]).toMatchObject({ id, state: 'ready' })
    const next = await asked()
    await signOff(next)
    await call('remove', owner, { id: next })
    await app.runJobs()
    expect((await list())[0]).toMatchObject({ id: next, state: 'removed', size: null })
  })
})
