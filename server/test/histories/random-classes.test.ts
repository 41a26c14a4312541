import type { RecordClass } from '@ulna/contract/record-class/record-class'
import { neededConsents } from '@ulna/contract/record-class/record-class.consents'
import { dataOf } from '@ulna/contract/record-class/record-class.data.fixture'
import { valueFieldsOf } from '@ulna/contract/record-class/record-class.fields'
import { randomClass, spoilt } from '@ulna/contract/record-class/record-class.random.fixture'
import { validateRecordData } from '@ulna/contract/record-class/record-class.validation'
import { type RecordRow, recordEndpoints } from '@ulna/contract/records/records'
import { recordContents } from '@ulna/contract/records/records.summary.rules'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { callEndpoint } from '../client.ts'
import { createPatient } from '../factories/clinical.ts'
import { sizes } from '../faults/sizes.ts'
import { testPractice } from '../test-practice.ts'

let patientId: number

const { app, owner } = await testPractice({ alone: true })

beforeAll(async () => {
  patientId = (await createPatient(app, owner)).id
})

let classes = 0

/** A class of the standard module, so that nobody has to install it. */
const store = async (drawn: RecordClass): Promise<RecordClass> => {
  classes += 1
  const recordClass = { ...drawn, classId: `random_${classes}` }
  await app.owner.queries
    .insertInto('record_classes')
    .values({
      class_id: recordClass.classId,
      version: 1,
      module_id: recordClass.recordModuleId,
      body: JSON.stringify(recordClass),
      active: true,
    })
    .execute()
  return recordClass
}

const write = ({ classId }: RecordClass, data: Record<string, unknown>) =>
  callEndpoint(app, recordEndpoints.create, {
    token: owner.token,
    body: { ownerId: patientId, type: 'test', subtype: null, recordClassId: classId, data },
  })

const contentsOf = (recordClass: RecordClass, data: Record<string, unknown>) =>
  recordContents(recordClass, data, { language: 'es', t: (key) => key })

/** A class with data for it: valid, or spoilt in a few places. What JSON cannot say is not sent. */
const drawn = randomClass('drawn').chain((recordClass) =>
  dataOf(recordClass)
    .chain((data) =>
      spoilt(
        data,
        valueFieldsOf(recordClass).map(({ field }) => field.id),
      ),
    )
    .map((data) => ({ recordClass, data: JSON.parse(JSON.stringify(data)) as Record<string, unknown> })),
)

describe('any class with any data', () => {
  it('is accepted or refused by the server as by the browser, for the same reasons; what is saved is what is shown and needs the same consents', async () => {
    let accepted = 0
    let ofChoices = 0
    await fc.assert(
      fc.asyncProperty(drawn, async ({ recordClass: anyClass, data }) => {
        const recordClass = await store(anyClass)
        const inBrowser = validateRecordData(recordClass, data)
        const answer = await write(recordClass, data)
        if (inBrowser.errors) {
          expect(answer.status).toBe(400)
          expect(answer.errors.map(({ field }) => field).toSorted()).toEqual(
            inBrowser.errors.map(({ field }) => field).toSorted(),
          )
          return
        }
        accepted += 1
        expect(answer.status, answer.text).toBe(201)
        const read = await callEndpoint(app, recordEndpoints.read, {
          params: { id: (answer.payload as RecordRow).id },
          token: owner.token,
        })
        const { data: saved } = read.payload as RecordRow
        expect(saved).toEqual(inBrowser.data)
        expect(contentsOf(recordClass, saved ?? {})).toEqual(contentsOf(recordClass, inBrowser.data))
        const { payload: served } = await callEndpoint(app, recordEndpoints.readClass, {
          params: { classId: recordClass.classId, version: 1 },
          token: owner.token,
        })
        const needed = neededConsents(served as RecordClass, saved ?? {})
        expect(needed).toEqual(neededConsents(recordClass, inBrowser.data))
        if (needed.length > (recordClass.needsConsent === undefined ? 0 : 1)) ofChoices += 1
      }),
      { numRuns: sizes.classRuns },
    )
    expect(accepted).toBeGreaterThan(sizes.classRuns / 10)
    expect(ofChoices).toBeGreaterThan(sizes.classRuns / 60)
  })
})
