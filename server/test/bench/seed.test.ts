import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, expect, it } from 'vitest'
import { seedPractice } from '../../../bench/seed.ts'
import { testPractice } from '../test-practice.ts'
import { checkRecords } from './check-records.ts'

const { app, owner: person } = await testPractice({ alone: true })

beforeAll(async () => {
  const owner = new pg.Client(app.database.ownerConnection)
  await owner.connect()
  await seedPractice(owner, person, { patients: 30, appointments: 400 }).finally(() => owner.end())
})

it('every record of the bench is written with a class that exists, and is right by it', async () => {
  const { count, wrong } = await checkRecords(app)
  expect(wrong).toEqual([])
  expect(count).toBeGreaterThan(500)
})

it('the newest version of a class is the one that records of the bench are written with', async () => {
  const { rows } = await sql<{ id: string }>`
    select r.id from records r where r.class_version <> (
      select max(c.version) from record_classes c where c.class_id = r.class_id and c.active)`.execute(
    app.owner.queries,
  )
  expect(rows).toEqual([])
})
