import { errorCatalogue } from '@ulna/contract/errors'
import type { RecordClass } from '@ulna/contract/record-class/record-class'
import {
  type ValueField,
  type ValueFieldType,
  valueFieldsOf,
} from '@ulna/contract/record-class/record-class.fields'
import { recordEndpoints } from '@ulna/contract/records/records'
import { beforeAll, describe, expect, it } from 'vitest'
import { callEndpoint, type TestAnswer } from '../../client.ts'
import { installEveryModule } from '../../factories/clinical.ts'
import { dealt, sizes } from '../../faults/sizes.ts'
import { testPractice } from '../../test-practice.ts'
import { stageScene } from '../scene/practice-scene.ts'
import { fingerprintOfDatabase } from '../scene/row-fingerprint.ts'

let classes: RecordClass[]

const { app, owner } = await testPractice({ alone: true })
const scene = await stageScene(app, owner)

beforeAll(async () => {
  await installEveryModule(app, owner)
  classes = (await callEndpoint(app, recordEndpoints.classes, { token: owner.token })).payload
})

const tooLong = 'x'.repeat(20_001)

/** Values that no field of the type takes, whatever its class asks for. */
const wrongFor: Readonly<Record<ValueFieldType, readonly unknown[]>> = {
  text: [5, true, ['x'], { a: 1 }, tooLong, 'a\u0000b', '\uD800'],
  textarea: [5, true, ['x'], { a: 1 }, tooLong, 'a\u0000b', '\uD800'],
  date: [5, true, '2026-02-30', 'yesterday', '2026-1-1', ['2026-01-01']],
  time: [5, '25:00', '7:00', '10:00:00', ['10:00']],
  number: ['5', true, [5], {}],
  percent: ['5', -1, 101, true],
  select: [5, 'nonsense', ['x'], true],
  radio_group: [5, 'nonsense', ['x'], true],
  checkbox_group: ['x', 5, ['nonsense'], [5], { a: true }],
  switch: ['true', 1, 0, [], {}],
  checkbox: ['true', 1, 0, [], {}],
  bmi: [
    25,
    '25',
    [80, 1.8],
    { weight: '80' },
    { weight: -1 },
    { height: 180 },
    { weight: 80, height: 1.8, bmi: 24 },
  ],
  measure_pair: [5, '5', [1, 2], { left: '5' }, { right: true }, { left: 1, both: 2 }, { left: 1e300 }],
  conditional_switch: [
    true,
    'yes',
    [],
    {},
    { enabled: 'yes' },
    { enabled: 1, value: 'x' },
    { enabled: true, value: 5 },
    { enabled: true, other: 'x' },
  ],
  pain_scale: ['4', -1, 4.5, 1e6, true],
  body_chart: [
    5,
    'knee',
    [],
    { marks: 'x' },
    { marks: [5] },
    { marks: [], colour: 'red' },
    { marks: [{ view: 'front' }] },
    { marks: [{ view: 'front', region: 'lumbar', side: 'left' }] },
    { marks: [{ view: 'front', region: 'knee', side: 'left', intensity: 11 }] },
    { marks: [{ view: 'front', strokes: [[1, 2, 3]] }] },
    { marks: [{ view: 'front', region: 'knee', side: 'left', note: 'a\u0000b' }] },
  ],
  case_select: ['x', 0, -1, 1.5, true, [1]],
}

/** A value a required field takes. */
const fitting = (field: ValueField): unknown => {
  const makers: Partial<Record<ValueFieldType, unknown>> = {
    text: 'Texto',
    textarea: 'Texto',
    date: '2026-03-04',
    time: '10:30',
    number: field.validations?.find(({ kind }) => kind === 'min')?.params?.min ?? 1,
    percent: 50,
    pain_scale: 3,
    measure_pair: { left: field.params?.min },
    body_chart: { marks: [{ view: 'back', region: 'lumbar', side: 'left', intensity: 6 }] },
    switch: true,
    checkbox: true,
    case_select: scene.caseId,
    select: field.options?.[0]?.value,
    radio_group: field.options?.[0]?.value,
    checkbox_group: field.options?.slice(0, 1).map(({ value }) => value),
  }
  return makers[field.type]
}

const fieldsOf = (recordClass: RecordClass): ValueField[] =>
  valueFieldsOf(recordClass).map(({ field }) => field)

const rightData = (recordClass: RecordClass): Record<string, unknown> =>
  Object.fromEntries(
    fieldsOf(recordClass)
      .filter(({ required }) => required)
      .map((field) => [field.id, fitting(field)]),
  )

const write = (recordClass: RecordClass, data: unknown): Promise<TestAnswer> =>
  callEndpoint(app, recordEndpoints.create, {
    token: owner.token,
    body: {
      ownerId: scene.patientId,
      type: recordClass.type,
      subtype: recordClass.subType,
      recordClassId: recordClass.classId,
      data,
    },
  })

const expectNamed = (answer: TestAnswer, field: string, what: string): void => {
  expect(answer.status, `${what} answered ${answer.text.slice(0, 300)}`).toBe(400)
  const own = answer.errors.filter((error) => error.field === field || error.field?.startsWith(`${field}.`))
  expect(own.length, `${what} answered ${answer.text.slice(0, 300)}`).toBeGreaterThan(0)
  for (const { code, message, params } of own) {
    expect([code, message]).toEqual(['0002', 'invalid_request'])
    expect(Object.keys(errorCatalogue)).toContain(params?.reason)
  }
}

describe('bad input in `data` of a record', () => {
  it('of a wrong type, too long or no option is refused with the field, in every field of every class', async () => {
    const before = await fingerprintOfDatabase(app)
    for (const recordClass of classes) {
      for (const [at, field] of fieldsOf(recordClass).entries()) {
        for (const value of dealt(wrongFor[field.type], sizes.share.inputs, at)) {
          const answer = await write(recordClass, { ...rightData(recordClass), [field.id]: value })
          expectNamed(
            answer,
            `data.${field.id}`,
            `${recordClass.classId} ${field.id} ${JSON.stringify(value).slice(0, 40)}`,
          )
        }
      }
    }
    expect(await fingerprintOfDatabase(app)).toEqual(before)
  })

  it('under a key the class does not have is refused with the key', async () => {
    const before = await fingerprintOfDatabase(app)
    const keys = [
      'nothing',
      'id',
      'practiceId',
      'toString',
      'hasOwnProperty',
      'Name',
      ' name',
      'name ',
      'данные',
      '',
    ]
    for (const [at, recordClass] of classes.entries()) {
      for (const key of dealt(keys, sizes.share.inputs, at)) {
        expectNamed(
          await write(recordClass, { ...rightData(recordClass), [key]: 'x' }),
          `data.${key}`,
          `${recordClass.classId} "${key}"`,
        )
      }
    }
    expect(await fingerprintOfDatabase(app)).toEqual(before)
  })

  it('without a required field is refused with the field', async () => {
    for (const recordClass of classes) {
      for (const { id } of fieldsOf(recordClass).filter(({ required }) => required)) {
        for (const value of [undefined, null, '']) {
          expectNamed(
            await write(recordClass, { ...rightData(recordClass), [id]: value }),
            `data.${id}`,
            `${recordClass.classId} ${id} ${value}`,
          )
        }
      }
    }
  })

  it('that is no object, or has more keys than any form, is refused', async () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`k${index}`, 1]))
    for (const recordClass of classes) {
      for (const data of [null, 'x', 5, [], [{}], true, many])
        expectNamed(await write(recordClass, data), 'data', recordClass.classId)
    }
  })

  it('is told from data that is right', async () => {
    for (const recordClass of classes) {
      const { status, text } = await write(recordClass, rightData(recordClass))
      expect(status, `${recordClass.classId} ${text}`).toBe(201)
    }
  })
})
