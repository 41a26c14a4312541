import type { RecordClass } from '@ulna/contract/record-class/record-class'
import { validateRecordData } from '@ulna/contract/record-class/record-class.validation'
import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, expect, it } from 'vitest'
import { seedPractice } from '../../bench/seed.ts'
import { testPractice } from './test-practice.ts'

const { app, owner: person } = await testPractice({ alone: true })

beforeAll(async () => {
  const owner = new pg.Client(app.database.ownerConnection)
  await owner.connect()
  await seedPractice(owner, person, { patients: 30, appointments: 400 }).finally(() => owner.end())
})

interface SeededRecord {
  readonly id: string
  readonly data: string
  /** Null: there is no such version of such a class. */
  readonly body: string | null
}

it('every record of the bench is written with a class that exists, and is right by it', async () => {
  const { rows } = await sql<SeededRecord>`
    select r.id, r.data, c.body from records r
    left join record_classes c on c.class_id = r.class_id and c.version = r.class_version`.execute(
    app.owner.queries,
  )
  const wrong = rows.flatMap(({ id, data, body }) => {
    if (body === null) return [[id, 'no such class']]
    const checked = validateRecordData(JSON.parse(body) as RecordClass, JSON.parse(data))
    return 'errors' in checked ? [[id, checked.errors]] : []
  })
  expect(wrong).toEqual([])
  expect(rows.length).toBeGreaterThan(500)
})

it('the newest version of a class is the one that records of the bench are written with', async () => {
  const { rows } = await sql<{ id: string }>`
    select r.id from records r where r.class_version <> (
      select max(c.version) from record_classes c where c.class_id = r.class_id and c.active)`.execute(
    app.owner.queries,
  )
  expect(rows).toEqual([])
})
