import { patientEndpoints } from '@ulna/contract/patients/patients'
import type { DeletionStand, PracticeDeletion } from '@ulna/contract/practice-deletions/practice-deletions'
import { practiceDeletionEndpoints } from '@ulna/contract/practice-deletions/practice-deletions'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { callEndpoint, type TestAnswer } from '../../../test/client.ts'
import { createPatient } from '../../../test/factories/clinical.ts'
import { registerOwner } from '../../../test/factories/people.ts'
import { testServer } from '../../../test/test-practice.ts'

const app = await testServer({ alone: true })

describe('a practice with one patient', () => {
  it('is asked for, closed, taken back, and gone on its day', async () => {
    const owner = await registerOwner(app)
    await createPatient(app, owner, { firstName: 'Mariana' })
    const ask = (name: keyof typeof practiceDeletionEndpoints, body?: object): Promise<TestAnswer> =>
      callEndpoint(app, practiceDeletionEndpoints[name] as never, { token: owner.token, body } as never)
    const stand = (await ask('stand')).payload as DeletionStand
    expect(stand).toMatchObject({ deletion: null, kept: false, missing: [] })
    const asked = await ask('ask', { name: stand.practiceName })
    expect(asked, asked.text).toMatchObject({ status: 201, payload: { state: 'closing' } })
    const refused = await callEndpoint(app, patientEndpoints.create, {
      token: owner.token,
      body: { firstName: 'Otra', lastName: 'Mas' } as never,
    })
    expect(refused).toMatchObject({ status: 409, errors: [{ message: 'practice_closing' }] })
    expect((await ask('takeBack')).payload).toMatchObject({ state: 'taken_back' })
    await createPatient(app, owner, { firstName: 'Otra' })
    const { payload } = (await ask('ask', { name: stand.practiceName })) as { payload: PracticeDeletion }
    await sql`update practice_deletions set destroy_after = now() where id = ${payload.id}`.execute(
      app.owner.queries,
    )
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(app.owner.queries)
    await app.runJobs()
    expect(app.log).toEqual([])
    const { rows } = await sql`select state from practice_deletions where id = ${payload.id}`.execute(
      app.owner.queries,
    )
    expect(rows).toEqual([{ state: 'done' }])
  })
})
