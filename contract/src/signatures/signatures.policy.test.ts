import { describe, expect, test } from 'vitest'
import type { RecordSituation } from '../records/records.policy.ts'
import { signatureCan } from './signatures.policy.ts'

const now = new Date('2026-11-20T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString()

const situation = (
  record: Partial<RecordSituation['record']> = {},
  { unlocked = false, ...actor }: Partial<RecordSituation['actor']> & { unlocked?: boolean } = {},
): RecordSituation => ({
  record: { signed: true, voided: false, authorId: 11, createdAt: hoursAgo(1), caseStatus: null, ...record },
  actor: { doctorId: 11, rank: 'practitioner', clinical: true, ...actor },
  patient: { unlocked },
  editWindowHours: 24,
  now,
})
const old = { createdAt: hoursAgo(24) }

describe('signing and taking a signature back', () => {
  test.each([
    ['the author, just after writing', situation(), 'allowed', 'allowed'],
    ['the author of an unsigned record', situation({ signed: false }), 'allowed', 'allowed'],
    ['the author of a closed case', situation({ caseStatus: 'closed' }), 'allowed', 'allowed'],
    ['the author, long after, in a locked file', situation(old), 'allowed', 'patient_locked'],
    [
      'the author, long after, in an unlocked file',
      situation(old, { unlocked: true }),
      'allowed',
      'signing_over',
    ],
    ['a colleague', situation({}, { doctorId: 12 }), 'author_required', 'author_required'],
    ['an owner', situation({}, { doctorId: 12, rank: 'owner' }), 'author_required', 'author_required'],
    ['nobody, once it is void', situation({ voided: true }), 'record_voided', 'record_voided'],
    [
      'nobody without clinical access',
      situation({}, { clinical: false }),
      'clinical_access_required',
      'clinical_access_required',
    ],
  ] as const)('%s', (_, given, sign, withdraw) => {
    expect([signatureCan.sign(given), signatureCan.withdraw(given)]).toEqual([sign, withdraw])
  })
})
