import type { RecordRow } from '@ulna/contract/records/records'
import { expect, test } from 'vitest'
import { nextFollowUpNumber } from './patient-file-words.ts'

const followUp = (caseId: number, sessionNumber: number, voidedAt: string | null = null) =>
  ({ caseId, sessionNumber, voidedAt }) as RecordRow

test('the next follow-up of a case has a number that none had in it: not a void one, not one that was moved away', () => {
  const records = [followUp(12, 1), followUp(12, 2, '2026-11-20T15:00:00Z'), followUp(13, 7)]
  expect(nextFollowUpNumber({ records, movedNumbers: [] }, 12)).toBe(3)
  expect(nextFollowUpNumber({ records, movedNumbers: [{ caseId: 12, sessionNumber: 3 }] }, 12)).toBe(4)
  expect(nextFollowUpNumber({ records, movedNumbers: [{ caseId: 12, sessionNumber: 3 }] }, 14)).toBe(1)
})
