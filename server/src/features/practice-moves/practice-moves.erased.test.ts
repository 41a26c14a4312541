import { copyFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { erasuresOf } from '../../../test/factories/erasures.ts'
import {
  comparable,
  exportPractice,
  filesOf,
  importPractice,
  readZip,
} from '../../../test/factories/moves.ts'
import { stageWholeFile, type WholeFile } from '../../../test/factories/whole-file.ts'
import { createScratchDirectory } from '../../../test/scratch-directory.ts'
import { testPractice } from '../../../test/test-practice.ts'
import { verifyChains } from '../../platform/audit/audit.verify.ts'
import { deriveKey } from '../../platform/tokens.ts'
import { createSealKeys } from '../signatures/signatures.seals.ts'
import { verifySeals } from '../signatures/signatures.verify.chain.ts'

const { app, owner } = await testPractice({ alone: true })
const { block, comeDue, choose, find } = erasuresOf(app, owner)
const scratch = await createScratchDirectory()
afterAll(() => scratch.remove())

const otherSecret = 'the secret of another installation, long enough'
const first = path.join(scratch.directory, 'first.zip')

/** From before anything was erased. */
const old = path.join(scratch.directory, 'old.zip')

let there: TestApp
let blocked: WholeFile

beforeAll(async () => {
  await choose({ rule: 'own', years: 0 })
  const { patientId } = await stageWholeFile(app, owner, 'Xilofonista')
  await exportPractice(app, owner.practiceId, old)
  const erased = await block(patientId)
  await comeDue(erased.id)
  expect(await find(erased.id)).toMatchObject({ state: 'done' })
  blocked = await stageWholeFile(app, owner, 'Zanfonista')
  await block(blocked.patientId)
  await exportPractice(app, owner.practiceId, first)
  there = await buildTestApp()
  await importPractice(there, first, { secret: otherSecret })
})
afterAll(() => there.close())

describe('D14 a practice that leaves after erasures', () => {
  it('takes nothing along of whom it erased', async () => {
    const files = [...(await readZip(first))].filter(([, bytes]) => bytes.includes('Xilofonista'))
    // Receipts stay as long as tax law wants, in the name of the payer.
    expect(files.map(([name]) => name)).toEqual(['data/receipts.ndjson', 'tables/receipts.csv'])
    expect((await readZip(first)).get('data/patients.ndjson')?.toString()).toContain('Zanfonista')
  })

  it('has chains that go through what was erased, proved with the key of where it is now', async () => {
    const [seals] = await verifySeals(there.pool.queries, {
      keys: createSealKeys(otherSecret),
      files: filesOf(there),
    })
    expect(seals).toMatchObject({ faults: [], erased: 3 })
    const chains = await verifyChains(there.pool.queries, deriveKey(otherSecret, 'audit chain'))
    expect(chains.flatMap(({ faults }) => faults)).toEqual([])
    const again = path.join(scratch.directory, 'again.zip')
    await exportPractice(there, owner.practiceId, again, { secrets: [otherSecret] })
    expect(await comparable(again)).toEqual(await comparable(first))
  })

  it('finds a link of an erased seal that is changed there', async () => {
    await sql`update erased_seals set seal_id = null where sequence = (select min(sequence) from erased_seals
      where seal_id is not null)`.execute(there.owner.queries)
    const [seals] = await verifySeals(there.pool.queries, {
      keys: createSealKeys(otherSecret),
      files: filesOf(there),
    })
    expect(seals?.faults.map(({ kind }) => kind)).toContain('erased')
  })

  it('goes on with what was decided: who was blocked is destroyed at the new place when the day comes', async () => {
    const { rows } = await sql<{ patient: number }>`
      select (payload->>'erasureId')::bigint as patient from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'erasures.carry_out'`.execute(there.owner.queries)
    expect(rows).toHaveLength(1)
    const { rows: names } = await sql`select 1 from patients where blocked_at is not null
      and id = ${blocked.patientId}`.execute(there.owner.queries)
    expect(names).toHaveLength(1)
  })
})

describe('D14 an archive from before an erasure', () => {
  it('brings back nobody whom the list says was erased: blocked before anybody signs in, then destroyed', async () => {
    expect((await readZip(old)).get('data/patients.ndjson')?.toString()).toContain('Xilofonista')
    const again = await buildTestApp()
    await copyFile(app.erasuresFile, again.erasuresFile)
    expect(await importPractice(again, old)).toMatchObject({ erasedAgain: 1 })
    const { rows: readable } = await sql`
      select 1 from patients where blocked_at is null and full_name like '%Xilofonista%'`.execute(
      again.owner.queries,
    )
    expect(readable).toEqual([])
    await again.runJobs()
    expect(again.log).toEqual([])
    const after = path.join(scratch.directory, 'after.zip')
    await exportPractice(again, owner.practiceId, after)
    const left = [...(await readZip(after))].filter(([, bytes]) => bytes.includes('Xilofonista'))
    expect(left.map(([name]) => name)).toEqual(['data/receipts.ndjson', 'tables/receipts.csv'])
    await again.close()
  })
})
