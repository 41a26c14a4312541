import { patientEndpoints } from '@ulna/contract/patients/patients'
import type { RecordClass } from '@ulna/contract/record-class/record-class'
import { dataOf } from '@ulna/contract/record-class/record-class.data.fixture'
import { validateRecordData } from '@ulna/contract/record-class/record-class.validation'
import { type RecordRow, recordEndpoints } from '@ulna/contract/records/records'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { callEndpoint, type TestAnswer } from '../client.ts'
import {
  bookAppointment,
  caseInput,
  createPatient,
  followUpInput,
  historyInput,
  writeRecord,
} from '../factories/clinical.ts'
import { reportFigures } from '../faults/figures.ts'
import { sizes } from '../faults/sizes.ts'
import { unlikeTheServer } from '../statements/sent-statements.ts'
import { testPractice } from '../test-practice.ts'

/** There are three forms, which are edited as often as asked for together. */
const editsOfEach = Math.ceil(sizes.edits / 3)

let classes: RecordClass[]

const { app, owner } = await testPractice()

beforeAll(async () => {
  classes = (await callEndpoint(app, recordEndpoints.classes, { token: owner.token })).payload
})

const classOf = (id: string): RecordClass => {
  const found = classes.find((one) => one.classId === id)
  if (!found) throw new Error(`there is no class ${id}`)
  return found
}

const put = (id: number, body: Record<string, unknown>): Promise<TestAnswer> =>
  callEndpoint(app, recordEndpoints.update, { params: { id }, token: owner.token, body })

/** The text of `data` in an answer; parsing and writing JSON again keeps every key's place and every number's form. */
const dataTextOf = ({ data }: RecordRow): string => JSON.stringify(data)

interface Stored {
  readonly version: number
  readonly text: string
}

const storedVersions = async (id: number): Promise<Stored[]> => {
  const { rows } = await sql<Stored>`
    select version, data::text as text from record_versions where record_id = ${id} order by version`.execute(
    app.owner.queries,
  )
  return rows
}

const openFile = async (): Promise<Record<string, RecordRow>> => {
  const patient = await createPatient(app, owner)
  const opened = await writeRecord(app, owner, caseInput(patient.id))
  return {
    med_hist_default: await writeRecord(app, owner, historyInput(patient.id)),
    case_default: opened,
    followup_default: await writeRecord(app, owner, followUpInput(patient.id, opened.id)),
  }
}

describe('the history of a record', () => {
  it.each(['med_hist_default', 'case_default', 'followup_default'])(
    `D1 keeps each of ${editsOfEach} random edits of %s as a version, byte for byte as the API accepted it`,
    { timeout: sizes.patienceMs },
    async (classId) => {
      const record = (await openFile())[classId]
      if (!record) throw new Error(`no record of ${classId}`)
      const recordClass = classOf(classId)
      const accepted = [dataTextOf(record)]
      const edit = async (data: Record<string, unknown>): Promise<void> => {
        const answer = await put(record.id, { data, version: accepted.length })
        expect(answer.errors).toEqual([])
        const text = dataTextOf(answer.payload)
        expect(text).toBe(JSON.stringify(validateRecordData(recordClass, data).data))
        expect(answer.text).toContain(`"data":${text}`)
        accepted.push(text)
      }
      const given = record.caseId === null ? {} : { case: record.caseId }
      await fc.assert(fc.asyncProperty(dataOf(recordClass, given), edit), {
        numRuns: editsOfEach,
        endOnFailure: true,
      })
      expect(await storedVersions(record.id)).toEqual(
        accepted.map((text, index) => ({ version: index + 1, text })),
      )
      const answered = await callEndpoint(app, recordEndpoints.versions, {
        params: { id: record.id },
        token: owner.token,
      })
      expect((answered.payload as RecordRow[]).map(dataTextOf)).toEqual(accepted)
      reportFigures('D1', { class: classId, n: accepted.length, failures: 0 })
    },
  )

  it('D1 is closed to the role of the application: UPDATE, DELETE and TRUNCATE are refused with 42501', async () => {
    const patient = await createPatient(app, owner)
    await writeRecord(app, owner, caseInput(patient.id))
    await bookAppointment(app, owner, { patientId: patient.id })
    await callEndpoint(app, patientEndpoints.update, {
      params: { id: patient.id },
      token: owner.token,
      body: { note: 'otra' },
    })
    const attempts = [
      'record_versions',
      'record_addenda',
      'patient_versions',
      'appointment_versions',
      'audit_events',
    ].flatMap((table) => [
      `update ${table} set practice_id = practice_id`,
      `delete from ${table}`,
      `truncate ${table}`,
      `truncate ${table} cascade`,
    ])
    const codes: string[] = []
    for (const attempt of attempts) codes.push(await attemptAsApplication(attempt))
    expect(codes).toEqual(attempts.map(() => '42501'))
  })
})

/** SQLSTATE of a statement that the application's role tries inside its own practice. */
const attemptAsApplication = async (statement: string): Promise<string> => {
  const client = await app.pool.raw.connect()
  try {
    await client.query(
      `begin; set local app.practice_id = '${owner.practiceId}'; set local app.user_id = '${owner.userId}'`,
    )
    await unlikeTheServer(() => client.query(statement))
    return 'done'
  } catch (error) {
    return String((error as { code?: string }).code)
  } finally {
    await client.query('rollback')
    client.release()
  }
}
