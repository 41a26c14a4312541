import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testSecret } from '../../../test/build-test-app.ts'
import { createPatient } from '../../../test/factories/clinical.ts'
import { registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { testServer } from '../../../test/test-practice.ts'
import { transaction } from '../../platform/database/database.ts'
import { installationScope } from '../../platform/database/entering.ts'
import { deriveKey, type KeyRing } from '../../platform/tokens.ts'
import { look } from './monitoring.reading.ts'
import { claimTrailCheck, readTrailCheck } from './monitoring.repository.ts'
import { verifySlice } from './monitoring.trail.service.ts'

const app = await testServer({ alone: true, operators: ['it@clinic.test'] })
const keys: KeyRing = [deriveKey(testSecret, 'audit chain')]
let owners: TestPerson[]

beforeAll(async () => {
  owners = []
  for (let at = 0; at < 4; at += 1) owners.push(await registerOwner(app))
  for (const owner of owners) await createPatient(app, owner)
})

/** As the superuser, whom no trigger holds up: a row says something else, and doing it again puts it back. */
const reverseRow = ({ practiceId }: TestPerson) =>
  app.owner.queries.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update audit_events set request_id = reverse(request_id) where (practice_id, strand, seq) =
      (select practice_id, strand, seq from audit_events where practice_id = ${practiceId} order by strand, seq limit 1)`.execute(
      tx,
    )
  })

/** Half an hour later. */
const pass = () =>
  sql`update trail_checks set checked_at = checked_at - interval '31 minutes'`.execute(app.owner.queries)
/** A slice in which one practice is verified. */
const shortSlice = () => verifySlice(app.pool.queries, keys, 0)
const check = () => readTrailCheck(app.pool.queries)
const minute = async () => {
  await app.jobs['monitoring.trail']?.({}, { jobId: '1' })
  await app.jobs['monitoring.watch']?.({}, { jobId: '2' })
  await app.runJobs()
}
const subjects = async () => (await app.mails()).map(({ subject }) => subject)

describe('the trail', () => {
  it('is verified a practice a slice at least, goes on where it stopped, and begins anew after half an hour', async () => {
    const visited: number[] = []
    for (let slice = 0; slice < owners.length + 1; slice += 1) {
      visited.push((await check()).nextPracticeId)
      expect((await check()).checkedAt).toBeNull()
      await shortSlice()
    }
    expect(visited).toEqual([0, ...owners.map(({ practiceId }) => practiceId)])
    const whole = await check()
    expect(whole).toMatchObject({ nextPracticeId: 0, broken: 0, lastBroken: 0 })
    expect(whole.checkedAt).not.toBeNull()
    await shortSlice()
    expect(await check()).toEqual(whole)
    await pass()
    await shortSlice()
    expect((await check()).nextPracticeId).toBe(owners[0]?.practiceId)
  })

  it('is verified by one process at a time, and no practice is counted twice', async () => {
    const before = await check()
    await transaction(app.pool.queries, installationScope, 'snapshot', async (tx) => {
      expect(await claimTrailCheck(tx)).toBe(true)
      await shortSlice()
    })
    expect(await check()).toEqual(before)
    const [, , third] = owners
    if (!third) throw new Error('there are four owners')
    await reverseRow(third)
    await Promise.all(Array.from({ length: 12 }, () => verifySlice(app.pool.queries, keys, 10_000)))
    expect(await check()).toMatchObject({ nextPracticeId: 0, lastBroken: 1 })
    await reverseRow(third)
    await pass()
    await verifySlice(app.pool.queries, keys, 10_000)
    expect(await check()).toMatchObject({ nextPracticeId: 0, lastBroken: 0 })
  })

  it('is left off when the process ends, and whoever goes on begins with the same practice', async () => {
    await pass()
    await shortSlice()
    const before = await check()
    expect(before.nextPracticeId).not.toBe(0)
    await verifySlice(app.pool.queries, keys, 10_000, AbortSignal.abort())
    expect(await check()).toEqual(before)
    await verifySlice(app.pool.queries, keys, 10_000)
    expect(await check()).toMatchObject({ nextPracticeId: 0, lastBroken: 0 })
  })

  it('I11 with a chain that somebody broke is told of within the hour, once, and once more when it is whole', async () => {
    const [, second] = owners
    if (!second) throw new Error('there are four owners')
    await reverseRow(second)
    await pass()
    await minute()
    await minute()
    const broken = 'Ulna: La auditoría tiene una cadena rota'
    expect(await subjects()).toEqual([broken])
    // In the middle of the next time it is one practice still.
    await pass()
    while ((await check()).broken === 0) await shortSlice()
    expect(await check()).toMatchObject({ broken: 1, lastBroken: 1 })
    const place = { version: '1', isEmbedded: true, isMailSent: false, folders: {} }
    const { trail } = await look(app.pool.queries, { ...place, appUrl: () => 'http://localhost:3000' })
    expect(trail.broken).toBe(1)
    await reverseRow(second)
    await minute()
    await pass()
    await minute()
    await minute()
    expect(await subjects()).toEqual([broken, 'Ulna: resuelto — La auditoría tiene una cadena rota'])
  })
})
