import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { caseInput, createPatient, writeRecord } from '../../../test/factories/clinical.ts'
import { erasuresOf } from '../../../test/factories/erasures.ts'
import { handOverCalls } from '../../../test/factories/hand-overs.ts'
import { filesOf } from '../../../test/factories/moves.ts'
import { giveSigningKey } from '../../../test/factories/papers.ts'
import { registerOwner } from '../../../test/factories/people.ts'
import { testPractice } from '../../../test/test-practice.ts'

const { app, owner } = await testPractice({ alone: true })
const { keyOf, make, sent, take } = handOverCalls(app)

it('D14: an erasure takes along what was handed over of a patient, and what came of one', async () => {
  const sender = await registerOwner(app)
  await giveSigningKey(app, sender)
  await giveSigningKey(app, owner)
  const there = await createPatient(app, sender, { firstName: 'Xenia', lastName: 'Quirós' })
  // The term runs on from the day that the record has, whenever it was taken in.
  await writeRecord(app, sender, { ...caseInput(there.id, { name: 'Zambullida' }), date: '2020-01-12' })
  const { patientId } = await take(owner, await sent(sender, there.id, owner))
  const { recipient } = await keyOf(sender)
  await make(owner, patientId, { recipient, recipientName: 'Quirós e hijos' })
  const { rows } = await sql<{ key: string }>`select storage_key as key from hand_overs`.execute(
    app.owner.queries,
  )
  const keys = rows.map(({ key }) => key).filter((key) => key?.startsWith(`practice-${owner.practiceId}/`))
  expect(keys).toHaveLength(1)

  const { archive, block, choose, comeDue, find } = erasuresOf(app, owner)
  await choose({ rule: 'own', years: 0 })
  await archive(patientId)
  const { id } = await block(patientId)
  await comeDue(id)
  await app.runJobs()
  expect(await find(id)).toMatchObject({ state: 'done' })
  const left = await sql<{ count: number }>`
    select (select count(*) from hand_overs where practice_id = ${owner.practiceId})::int
      + (select count(*) from received_hand_overs where practice_id = ${owner.practiceId})::int
      + (select count(*) from received_records where practice_id = ${owner.practiceId})::int
      + (select count(*) from records where practice_id = ${owner.practiceId})::int as count`.execute(
    app.owner.queries,
  )
  expect(left.rows[0]?.count).toBe(0)
  expect(await filesOf(app).sizeOf(keys[0] ?? '')).toBeUndefined()
})
