import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { type ImportBatch, importEndpoints } from '@ulna/contract/imports/imports'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../test/client.ts'
import { importCalls, twoPatients } from '../../../test/factories/imports.ts'
import { registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { testServer } from '../../../test/test-practice.ts'

let owner: TestPerson

const app = await testServer()
beforeEach(async () => {
  owner = await registerOwner(app, { timezone: 'Europe/Madrid' })
})

const { ask, start, after, rowsOf } = importCalls(app, () => owner)

/** Does what is queued again and again, as if the time between had gone by. */
const tryOften = async (): Promise<void> => {
  for (let attempt = 0; attempt < 30; attempt += 1) {
    await app.runJobs()
    const { numAffectedRows } = await sql`
      update graphile_worker._private_jobs j set run_at = now() from graphile_worker._private_tasks t
      where t.id = j.task_id and t.identifier = 'imports.work'`.execute(app.owner.queries)
    if (!numAffectedRows) return
  }
}

const stored = async (id: number): Promise<ImportBatch> => (await ask('read', id)).payload

/** Rows whose patient no table takes: no attempt ever goes well. */
const spoil = (id: number, from: number) =>
  sql`
    update import_rows set patient = json_build_object('firstName', repeat('x', 200), 'lastName', 'Ruiz')::text
    where import_id = ${id} and row_number >= ${from}`.execute(app.owner.queries)

const lines = (count: number): string =>
  ['Nombre;Apellidos', ...Array.from({ length: count }, (_, index) => `Ana;Apellido ${index}`)].join('\n')

describe('what never goes well', () => {
  it('is told after some attempts where the file is not there any more, and can be removed', async () => {
    const { id } = await start('patients', twoPatients)
    const directory = path.join(app.filesDirectory, `practice-${owner.practiceId}`, 'imports')
    for (const name of await readdir(directory)) await rm(path.join(directory, name), { recursive: true })
    expect((await ask('examine', id)).status).toBe(200)
    await app.runJobs()
    expect(await stored(id)).toMatchObject({ state: 'examining', failure: null })
    await tryOften()
    expect(await stored(id)).toMatchObject({
      state: 'failed',
      failure: { key: 'import_broken_off', params: {} },
    })
    expect((await ask('remove', id)).status).toBe(200)
    await tryOften()
    expect((await ask('read', id)).status).toBe(404)
  })

  it('is told where nobody could be created, and keeps no other import from running', async () => {
    const { id } = await start('patients', lines(3))
    await after('examine', id)
    await spoil(id, 2)
    expect((await ask('run', id)).status).toBe(200)
    await tryOften()
    expect(await stored(id)).toMatchObject({ state: 'failed', created: 0 })
    const { id: other } = await start('patients', twoPatients)
    await after('examine', other)
    expect(await after('run', other)).toMatchObject({ state: 'done', created: 2 })
    expect((await after('examine', id)).counts).toMatchObject({ create: 3 })
    expect(await after('run', id)).toMatchObject({ state: 'done', failure: null, created: 3 })
  })

  it('is told where it broke off halfway: what came until then can be taken back', async () => {
    const { id } = await start('patients', lines(250))
    await after('examine', id)
    await spoil(id, 230)
    expect((await ask('run', id)).status).toBe(200)
    await tryOften()
    const broken = await stored(id)
    expect(broken).toMatchObject({ state: 'done', created: 200, failure: { key: 'import_broken_off' } })
    expect(broken.undoUntil).not.toBeNull()
    expect(await after('undo', id)).toMatchObject({ state: 'undone', failure: null, spared: 0 })
    const { payload } = await callEndpoint(app, importEndpoints.list, { token: owner.token })
    expect((payload as { state: string }[]).map(({ state }) => state)).toEqual(['undone'])
  })
})

describe('a sign of two units where a text is cut', () => {
  it('is left out whole: the row is read, tried and brought', async () => {
    const long = `${'x'.repeat(199)}😀`
    const { id } = await start('patients', `Código;Nombre;Apellidos;Notas\n${long};Ana;Ruiz;${long}\n`)
    await after('examine', id)
    expect((await rowsOf(id)).map(({ fate }) => fate)).toEqual(['create'])
    expect(await after('run', id)).toMatchObject({ state: 'done', created: 1 })
    const { rows } = await sql<{ number: string }>`
      select external_id as number from imported_patients where practice_id = ${owner.practiceId}`.execute(
      app.owner.queries,
    )
    expect(rows).toEqual([{ number: 'x'.repeat(199) }])
  })
})

it('bytes that no import came to name go after a day, for whoever took them in was killed; others stay', async () => {
  const [lost, kept] = [await start('patients', twoPatients), await start('patients', twoPatients)]
  const directory = path.join(app.filesDirectory, `practice-${owner.practiceId}`, 'imports')
  const { rows } = await sql<{ key: string }>`
    select storage_key as key from imports where id = ${kept.id}`.execute(app.owner.queries)
  await sql`delete from imports where id = ${lost.id}`.execute(app.owner.queries)
  expect(await readdir(directory)).toHaveLength(2)
  await sql`
    update graphile_worker._private_jobs j set run_at = now() from graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier = 'imports.tidy_file'`.execute(app.owner.queries)
  await app.runJobs()
  expect(await readdir(directory)).toEqual([path.basename(rows[0]?.key ?? '')])
})
