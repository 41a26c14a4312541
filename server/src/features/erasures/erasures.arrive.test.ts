import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { erasuresOf } from '../../../test/factories/erasures.ts'
import { exportPractice, importPractice } from '../../../test/factories/moves.ts'
import { giveSigningKey } from '../../../test/factories/papers.ts'
import { createScratchDirectory } from '../../../test/scratch-directory.ts'
import { testPractice } from '../../../test/test-practice.ts'

const { app, owner } = await testPractice({ alone: true })
const on = erasuresOf(app, owner)
const scratch = await createScratchDirectory()
afterAll(() => scratch.remove())
const archive = path.join(scratch.directory, 'practice.zip')

let there: TestApp
let done: number
let waiting: number

/** An archived file past the term on an act of its own; answers the act. */
const onAct = async (fileId: string): Promise<{ readonly actId: number; readonly erasureId: number }> => {
  const { id: actId } = await on.putOnAct([await on.archive(await on.treated({ fileId }, '2005-03-02'))])
  const erasureId = (await on.list()).find((one) => one.actId === actId)?.id
  if (erasureId === undefined) throw new Error('the file is not on the act')
  return { actId, erasureId }
}

/** Has its notices and its review be over, and its file destroyed. */
const destroy = async ({ actId, erasureId }: Awaited<ReturnType<typeof onAct>>): Promise<void> => {
  await sql`update erasure_acts set newspaper = 'El Tiempo', first_notice_on = current_date - 90,
    second_notice_on = current_date - 82, reviewed_on = current_date - 1 where id = ${actId}`.execute(
    app.owner.queries,
  )
  await sql`update erasures e set newspaper = a.newspaper, first_notice_on = a.first_notice_on,
    second_notice_on = a.second_notice_on, reviewed_on = a.reviewed_on from erasure_acts a
    where a.id = e.act_id and a.id = ${actId}`.execute(app.owner.queries)
  await on.comeDue(erasureId)
  expect(await on.find(erasureId)).toMatchObject({ state: 'done' })
}

beforeAll(async () => {
  await giveSigningKey(app, owner)
  await on.choose({ rule: 'colombia' })
  const first = await onAct('A-1')
  await destroy(first)
  const second = await onAct('A-2')
  // As it is while its papers are being made.
  await sql`delete from erasure_papers`.execute(app.owner.queries)
  done = first.actId
  waiting = second.actId
  await exportPractice(app, owner.practiceId, archive)
  there = await buildTestApp()
  await importPractice(there, archive)
})
afterAll(() => there.close())

describe('erasures of a practice that arrives', () => {
  it('go on: what was blocked is destroyed on its day', async () => {
    const { rows } = await sql<{ act: number }>`
      select e.act_id as act from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      join erasures e on e.id = (payload->>'erasureId')::bigint
      where t.identifier = 'erasures.carry_out' and j.run_at = e.destroy_after`.execute(there.owner.queries)
    expect(rows).toEqual([{ act: waiting }])
  })

  it('get the papers that were not made where they came from, once', async () => {
    await sql`update graphile_worker._private_jobs set run_at = now()
      where run_at < now() + interval '10 minutes'`.execute(there.owner.queries)
    await there.runJobs()
    expect(there.log).toEqual([])
    const { rows } = await sql<{ act: number | null; isCertificate: boolean }>`
      select act_id as act, erasure_id is not null as "isCertificate" from erasure_papers order by act_id`.execute(
      there.owner.queries,
    )
    expect(rows).toEqual([
      { act: done, isCertificate: false },
      { act: null, isCertificate: true },
    ])
  })
})
