import type { RecordClass } from '@ulna/contract/record-class/record-class'
import { validateRecordData } from '@ulna/contract/record-class/record-class.validation'
import { sql } from 'kysely'
import type { TestApp } from '../build-test-app.ts'

interface SeededRecord {
  readonly id: string
  readonly data: string
  /** Null: there is no such version of such a class. */
  readonly body: string | null
}

/** How many records there are, and which of them is wrong by the form that it names, with why. */
export const checkRecords = async (app: TestApp): Promise<{ count: number; wrong: unknown[] }> => {
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
  return { count: rows.length, wrong }
}
