import { mostPrices, type Price, priceEndpoints } from '@ulna/contract/receipts/receipts.prices'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../../test/client.ts'
import { addMember, registerOwner } from '../../../../test/factories/people.ts'
import { testPractice } from '../../../../test/test-practice.ts'

const { app, owner } = await testPractice()

const session = { name: 'Sesión de fisioterapia', minutes: 45, priceMinor: 4500, currency: 'EUR' }

const create = (body: object = session, by = owner) =>
  callEndpoint(app, priceEndpoints.create, { token: by.token, body })
const list = async (by = owner): Promise<Price[]> =>
  (await callEndpoint(app, priceEndpoints.list, { token: by.token })).payload
const update = (id: number, body: object) =>
  callEndpoint(app, priceEndpoints.update, { params: { id }, token: owner.token, body })
const remove = (id: number) =>
  callEndpoint(app, priceEndpoints.remove, { params: { id }, token: owner.token })

describe('the price list', () => {
  it('takes a price, changes it and takes it off; every state of it is kept', async () => {
    const answer = await create()
    expect(answer).toMatchObject({ status: 201, payload: { ...session, version: 1, digits: 2 } })
    const { id } = answer.payload as Price
    expect(
      await update(id, { priceMinor: 9_000_000, currency: 'CLP', minutes: null, version: 1 }),
    ).toMatchObject({
      status: 200,
      payload: { name: session.name, minutes: null, priceMinor: 9_000_000, currency: 'CLP', digits: 0 },
    })
    expect((await remove(id)).payload).toEqual({ id })
    expect(await list()).toEqual([])
    expect((await remove(id)).status).toBe(404)
    const { rows } = await sql<{ version: number; body: string | null }>`
      select version, body from price_versions where price_id = ${id} order by version`.execute(
      app.owner.queries,
    )
    expect(rows.map(({ version, body }) => [version, body === null])).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ])
  })

  it('stands in the order of its names, for everybody of the practice and nobody else', async () => {
    const other = await registerOwner(app)
    for (const name of ['Valoración', 'Ámbito', 'bono']) await create({ ...session, name }, other)
    const practitioner = await addMember(app, other.practiceId, 'practitioner', true)
    expect((await list(practitioner)).map(({ name }) => name)).toEqual(['Ámbito', 'bono', 'Valoración'])
    expect(await create({ ...session, name: 'Otra' }, practitioner)).toMatchObject({
      status: 403,
      errors: [{ message: 'admin_role_required' }],
    })
    expect(await list()).toEqual([])
  })

  it('refuses a name that is there, an old version, a price of nothing and a currency that is none', async () => {
    const { id } = (await create({ ...session, name: 'Única' })).payload as Price
    expect(await create({ ...session, name: ' Única ' })).toMatchObject({
      status: 409,
      errors: [{ message: 'already_exists', params: { field: 'name' } }],
    })
    expect((await update(id, { minutes: 60, version: 1 })).status).toBe(200)
    expect(await update(id, { minutes: 30, version: 1 })).toMatchObject({
      status: 409,
      errors: [{ message: 'version_conflict' }],
      metadata: { current: { id, minutes: 60 } },
    })
    for (const [field, wrong] of [
      ['priceMinor', 0],
      ['priceMinor', 12.5],
      ['currency', 'XYZ'],
      ['minutes', 3],
      ['name', ''],
    ] as const)
      expect(await create({ ...session, name: 'Mal', [field]: wrong }), field).toMatchObject({
        status: 400,
        errors: [{ field }],
      })
  })

  it('is short', async () => {
    const other = await registerOwner(app)
    await sql`insert into prices (practice_id, name, price_minor, digits, currency)
      select ${other.practiceId}, 'Precio ' || n, 100, 2, 'EUR' from generate_series(1, ${mostPrices}) n`.execute(
      app.owner.queries,
    )
    expect(await create(session, other)).toMatchObject({
      status: 409,
      errors: [{ message: 'too_many_prices', params: { max: mostPrices } }],
    })
  })
})
