import type { RecordRow } from '@ulna/contract/records/records'
import { describe, expect, test } from 'vitest'
import { caseToContinue, caseTree, painOverVisits, visitsOfCase, visitsToCompare } from './case-tree.ts'
import { kindOf, matches, nodeShape, timeLineEntries } from './time-line-entries.ts'

let lastId = 0
const record = (part: Partial<RecordRow>): RecordRow => {
  lastId += 1
  return {
    id: lastId,
    uid: `u${lastId}`,
    version: 1,
    ownerId: 1,
    authorId: 1,
    author: { id: 1, fullName: 'Laura Restrepo' },
    type: 'control',
    subtype: 'follow_up',
    recordClassId: 'followup_default',
    recordClassVersion: 1,
    name: null,
    date: '2026-11-13T15:00:00Z',
    localDay: '2026-11-13',
    data: {},
    caseId: null,
    sessionNumber: null,
    caseStatus: null,
    caseOutcome: null,
    caseClosedOn: null,
    signed: false,
    voidedAt: null,
    voidReason: null,
    versions: 1,
    createdAt: '2026-11-13T15:00:00Z',
    updatedAt: null,
    ...part,
  }
}

const on = (day: string) => ({ date: `${day}T15:00:00Z`, localDay: day })
const shoulder = record({
  id: 10,
  subtype: 'case',
  name: 'Manguito rotador',
  caseStatus: 'active',
  data: { painIntensity: 8 },
  ...on('2026-09-02'),
})
const first = record({
  id: 11,
  caseId: 10,
  sessionNumber: 1,
  data: { painIntensity: 7 },
  ...on('2026-09-09'),
})
const second = record({ id: 12, caseId: 10, sessionNumber: 2, signed: true, data: {}, ...on('2026-10-16') })
const third = record({
  id: 13,
  caseId: 10,
  sessionNumber: 3,
  data: { painIntensity: 4 },
  ...on('2026-10-28'),
})
const back = record({ id: 20, subtype: 'case', caseStatus: 'closed', ...on('2024-03-01') })
const knee = record({ id: 21, subtype: 'case', caseStatus: 'active', ...on('2026-09-20') })
const history = record({ id: 30, type: 'med_hist', subtype: null, ...on('2026-09-02') })
const mistake = record({
  id: 31,
  caseId: 10,
  sessionNumber: null,
  voidedAt: '2026-10-01T00:00:00Z',
  ...on('2026-10-01'),
})
const file = [third, second, mistake, first, shoulder, back, knee, history]

describe('the time line', () => {
  test('runs from the newest to the oldest with a heading for each month', () => {
    const shape = timeLineEntries(file).map((entry) =>
      entry.kind === 'month' ? entry.month : entry.record.id,
    )
    expect(shape).toEqual(['2026-10', 13, 12, 31, '2026-09', 21, 11, 30, 10, '2024-03', 20])
  })

  test('a node says signed, unsigned, diagnosis, other or void', () => {
    expect([second, third, shoulder, history, mistake].map(nodeShape)).toEqual([
      'signed',
      'unsigned',
      'case',
      'medicalHistory',
      'void',
    ])
  })

  test('can be narrowed to a case and to a kind', () => {
    const ids = (caseId: number | undefined, kind: Parameters<typeof matches>[1]['kind']) =>
      file.filter((entry) => matches(entry, { caseId, kind })).map((entry) => entry.id)
    expect(ids(10, 'all')).toEqual([13, 12, 31, 11, 10])
    expect(ids(10, 'follow_up')).toEqual([13, 12, 31, 11])
    expect(ids(undefined, 'med_hist')).toEqual([30])
    expect(kindOf(shoulder)).toBe('case')
  })
})

describe('history and diagnoses', () => {
  test('open cases come before closed ones, void records do not count', () => {
    const tree = caseTree(file)
    expect(tree.medicalHistory?.id).toBe(30)
    expect(tree.cases.map(({ record, followUps }) => [record.id, followUps])).toEqual([
      [21, 0],
      [10, 3],
      [20, 0],
    ])
  })

  test('a session goes on with the open case that was worked on last', () => {
    expect(caseToContinue(file)?.id).toBe(10)
    expect(caseToContinue([back])).toBeUndefined()
  })
})

describe('the visits of a case', () => {
  const visits = visitsOfCase(file, 10)

  test('start with the diagnosis and follow the session numbers', () => {
    expect(visits.map((visit) => visit.id)).toEqual([10, 11, 12, 13])
  })

  test('pain is taken from the visits that recorded it', () => {
    expect(painOverVisits(visits).map(({ level }) => level)).toEqual([8, 7, 4])
  })

  test('a new follow-up is compared with the last one and with the diagnosis', () => {
    const { last, first } = visitsToCompare(visits, undefined)
    expect([last?.id, first?.id]).toEqual([13, 10])
  })

  test('an edited follow-up is compared with the one before it', () => {
    const { last, first } = visitsToCompare(visits, 12)
    expect([last?.id, first?.id]).toEqual([11, 10])
  })

  test('the first follow-up has only the diagnosis to compare with', () => {
    const { last, first } = visitsToCompare(visits, 11)
    expect([last?.id, first?.id]).toEqual([10, undefined])
  })
})
