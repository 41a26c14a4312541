import { mostSnippets, type Snippet, snippetEndpoints } from '@ulna/contract/snippets/snippets'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../test/client.ts'
import { addMember, registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { unlikeTheServer } from '../../../test/statements/sent-statements.ts'
import { testServer } from '../../../test/test-practice.ts'

let owner: TestPerson

const app = await testServer()
beforeEach(async () => {
  owner = await registerOwner(app)
})

const pendulum = { shortcut: 'pendulo', title: 'Ejercicios de péndulo', text: 'Péndulo, 3 series de 10.' }

const create = (body: object = pendulum, by = owner) =>
  callEndpoint(app, snippetEndpoints.create, { token: by.token, body })
const created = async (body: object = pendulum, by = owner): Promise<Snippet> =>
  (await create(body, by)).payload
const list = async (by = owner): Promise<Snippet[]> =>
  (await callEndpoint(app, snippetEndpoints.list, { token: by.token })).payload
const update = (id: number, body: object, by = owner) =>
  callEndpoint(app, snippetEndpoints.update, { params: { id }, token: by.token, body })
const remove = (id: number, by = owner) =>
  callEndpoint(app, snippetEndpoints.remove, { params: { id }, token: by.token })

describe('an own text', () => {
  it('is kept under its shortcut, changed and thrown away', async () => {
    const answer = await create({ ...pendulum, shortcut: ' PENDULO ' })
    expect(answer).toMatchObject({ status: 201, payload: { ...pendulum, version: 1 } })
    const { id } = answer.payload as Snippet
    expect(await update(id, { text: 'Péndulo,\n2 series.', version: 1 })).toMatchObject({
      status: 200,
      payload: { ...pendulum, text: 'Péndulo,\n2 series.', version: 2 },
    })
    expect(await list()).toEqual([{ id, ...pendulum, text: 'Péndulo,\n2 series.', version: 2 }])
    expect((await remove(id)).payload).toEqual({ id })
    expect(await list()).toEqual([])
    expect((await remove(id)).status).toBe(404)
  })

  it('comes in the order of the shortcuts', async () => {
    for (const shortcut of ['frio', '2x', 'calor', 'ejercicio_b', 'ejercicio-a'])
      await created({ ...pendulum, shortcut })
    expect((await list()).map(({ shortcut }) => shortcut)).toEqual([
      '2x',
      'calor',
      'ejercicio-a',
      'ejercicio_b',
      'frio',
    ])
  })

  it('is seen by nobody else: neither a colleague nor the same person in another practice', async () => {
    const colleague = await addMember(app, owner.practiceId, 'practitioner', true)
    const stranger = await registerOwner(app)
    const { id } = await created()
    for (const other of [colleague, stranger]) {
      expect(await list(other)).toEqual([])
      expect((await update(id, { title: 'Mío' }, other)).status).toBe(404)
      expect((await remove(id, other)).status).toBe(404)
      expect((await create(pendulum, other)).status).toBe(201)
    }
    expect(await list()).toHaveLength(1)
  })

  it('is hidden by the database itself from every other user of the practice', async () => {
    const colleague = await addMember(app, owner.practiceId, 'practitioner', true)
    await created()
    const seen = async (userId: number): Promise<number> =>
      app.pool.queries.transaction().execute(async (tx) => {
        await sql`select set_config('app.practice_id', ${String(owner.practiceId)}, true),
          set_config('app.user_id', ${String(userId)}, true)`.execute(tx)
        return (await unlikeTheServer(() => sql`select 1 from snippets`.execute(tx))).rows.length
      })
    expect(await seen(owner.userId)).toBe(1)
    expect(await seen(colleague.userId)).toBe(0)
  })

  it('needs a shortcut of its own', async () => {
    await created()
    const other = await created({ ...pendulum, shortcut: 'otro' })
    for (const answer of [await create(), await update(other.id, { shortcut: 'pendulo' })])
      expect(answer).toMatchObject({
        status: 409,
        errors: [{ message: 'already_exists', params: { field: 'shortcut' } }],
      })
  })

  it('says which field is wrong', async () => {
    const wrong: [string, object][] = [
      ['shortcut', { ...pendulum, shortcut: 'con espacio' }],
      ['shortcut', { ...pendulum, shortcut: '' }],
      ['shortcut', { ...pendulum, shortcut: 'ñandú' }],
      ['title', { ...pendulum, title: ' ' }],
      ['text', { ...pendulum, text: '' }],
      ['text', { ...pendulum, text: 'x'.repeat(10_001) }],
    ]
    for (const [field, body] of wrong)
      expect(await create(body)).toMatchObject({ status: 400, errors: [{ field }] })
  })

  it('is not changed by who saw another version of it', async () => {
    const { id } = await created()
    await update(id, { title: 'Cambiado', version: 1 })
    expect(await update(id, { title: 'Viejo', version: 1 })).toMatchObject({
      status: 409,
      errors: [{ message: 'version_conflict' }],
      metadata: { current: { id, title: 'Cambiado', version: 2 } },
    })
  })

  it('is refused to members without clinical access', async () => {
    const assistant = await addMember(app, owner.practiceId, 'assistant', false)
    expect(await create(pendulum, assistant)).toMatchObject({
      status: 403,
      errors: [{ message: 'clinical_access_required' }],
    })
  })

  it('leaves one row of the audit trail for each write, without what it says', async () => {
    const { id } = await created()
    await update(id, { title: 'Otro' })
    await remove(id)
    const { rows } = await sql<{ action: string; row: string }>`
      select action, t::text as row from audit_events t
      where practice_id = ${owner.practiceId} and action like 'snippet.%'`.execute(app.owner.queries)
    expect(rows.map(({ action }) => action).sort()).toEqual([
      'snippet.create',
      'snippet.delete',
      'snippet.update',
    ])
    expect(rows.filter(({ row }) => /péndulo|Otro/i.test(row))).toEqual([])
  })

  it(`is one of ${mostSnippets} at most`, async () => {
    await sql`insert into snippets (practice_id, user_id, shortcut, title, text)
      select ${owner.practiceId}, ${owner.userId}, 'n' || n, 'N', 'N' from generate_series(1, ${mostSnippets - 1}::int) n`.execute(
      app.owner.queries,
    )
    expect((await create()).status).toBe(201)
    expect(await create({ ...pendulum, shortcut: 'uno-mas' })).toMatchObject({
      status: 409,
      errors: [{ message: 'too_many_snippets', params: { max: mostSnippets } }],
    })
  })
})
