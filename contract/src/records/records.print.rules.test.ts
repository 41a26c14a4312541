import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { recordsToPrint } from './records.print.rules.ts'
import type { RecordRow } from './records.ts'

type Shape = Pick<RecordRow, 'id' | 'type' | 'subtype' | 'caseId' | 'sessionNumber' | 'date' | 'voidedAt'>

const row = (shape: Partial<Shape> & Pick<Shape, 'id' | 'type'>): RecordRow =>
  ({
    subtype: null,
    caseId: null,
    sessionNumber: null,
    date: '2026-01-01T10:00:00Z',
    voidedAt: null,
    ...shape,
  }) as RecordRow

const history = row({ id: 1, type: 'med_hist', date: '2026-05-01T10:00:00Z' })
const shoulder = row({ id: 2, type: 'control', subtype: 'case', date: '2026-02-01T10:00:00Z' })
const back = row({ id: 3, type: 'control', subtype: 'case', date: '2026-01-15T10:00:00Z' })
const second = row({ id: 4, type: 'control', subtype: 'follow_up', caseId: 2, sessionNumber: 2 })
const first = row({ id: 5, type: 'control', subtype: 'follow_up', caseId: 2, sessionNumber: 1 })
const xray = row({ id: 6, type: 'document', subtype: 'xray', date: '2026-03-01T10:00:00Z' })
const knee = row({ id: 7, type: 'test', subtype: 'knee', date: '2026-02-20T10:00:00Z' })
const wrong = row({
  id: 8,
  type: 'control',
  subtype: 'follow_up',
  caseId: 2,
  sessionNumber: 3,
  voidedAt: '2026-03-02T10:00:00Z',
})
const all = [xray, second, wrong, knee, first, history, shoulder, back]

const idsOf = (records: readonly RecordRow[]) => records.map(({ id }) => id)

describe('what is printed', () => {
  it('of a file: history, each case with its sessions in order, then tests and documents by date', () => {
    const choice = { scope: 'file', recordId: undefined, withVoided: false } as const
    expect(idsOf(recordsToPrint(all, choice))).toEqual([1, 3, 2, 5, 4, 7, 6])
  })

  it('includes what was voided only when asked to', () => {
    const choice = { scope: 'file', recordId: undefined, withVoided: true } as const
    expect(idsOf(recordsToPrint(all, choice))).toEqual([1, 3, 2, 5, 4, 8, 7, 6])
  })

  it('of a case: the diagnosis and its own sessions', () => {
    expect(idsOf(recordsToPrint(all, { scope: 'case', recordId: 2, withVoided: false }))).toEqual([2, 5, 4])
    expect(idsOf(recordsToPrint(all, { scope: 'case', recordId: 3, withVoided: true }))).toEqual([3])
  })

  it('of one record: that record, voided or not, and nothing when it is not there', () => {
    expect(idsOf(recordsToPrint(all, { scope: 'record', recordId: 8, withVoided: false }))).toEqual([8])
    expect(recordsToPrint(all, { scope: 'record', recordId: 99, withVoided: false })).toEqual([])
  })

  it('of a file leaves nothing out and prints nothing twice, however it is sorted', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(all, { minLength: all.length }), (shuffled) => {
        const printed = recordsToPrint(shuffled, { scope: 'file', recordId: undefined, withVoided: true })
        expect(idsOf(printed)).toEqual([1, 3, 2, 5, 4, 8, 7, 6])
      }),
    )
  })
})
