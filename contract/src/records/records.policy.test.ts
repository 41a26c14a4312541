import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { roles } from '../roles.ts'
import { isTemporary, type RecordSituation, recordCan } from './records.policy.ts'

const author = 11
const now = new Date('2026-11-20T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString()

interface Case {
  record?: Partial<RecordSituation['record']>
  actor?: Partial<RecordSituation['actor']>
  unlocked?: boolean
  editWindowHours?: number
}

const situation = ({
  record,
  actor,
  unlocked = false,
  editWindowHours = 24,
}: Case = {}): RecordSituation => ({
  record: {
    signed: false,
    voided: false,
    authorId: author,
    createdAt: hoursAgo(1),
    caseStatus: null,
    ...record,
  },
  actor: { doctorId: author, rank: 'practitioner', clinical: true, ...actor },
  patient: { unlocked },
  editWindowHours,
  now,
})

const old = { createdAt: hoursAgo(25) }
const other = { doctorId: 12 }
const admin = { doctorId: 12, rank: 'admin' } as const

describe('an archived file', () => {
  test.each(Object.entries(recordCan))(
    'refuses to %s, whoever asks, and is asked about after clinical access',
    (action, decide) => {
      const record = { caseStatus: action === 'reopen' ? ('closed' as const) : ('active' as const) }
      const open = situation({ record, unlocked: true })
      expect(decide({ ...open, patient: { unlocked: true, archivedAt: null } })).not.toBe('patient_archived')
      const archived = { ...open, patient: { unlocked: true, archivedAt: '2026-11-19T09:00:00Z' } }
      expect(decide(archived)).toBe('patient_archived')
      expect(decide({ ...archived, actor: { ...archived.actor, clinical: false } })).toBe(
        'clinical_access_required',
      )
    },
  )
})

describe('editing', () => {
  test.each<[string, Case, string]>([
    ['the author within the window', {}, 'allowed'],
    ['the author just before the window ends', { record: { createdAt: hoursAgo(23.99) } }, 'allowed'],
    ['the author when the window has ended', { record: { createdAt: hoursAgo(24) } }, 'patient_locked'],
    ['the author later in a locked file', { record: old }, 'patient_locked'],
    ['the author later in an unlocked file', { record: old, unlocked: true }, 'allowed'],
    ['another practitioner', { actor: other }, 'author_required'],
    ['another practitioner in an unlocked file', { actor: other, unlocked: true }, 'author_required'],
    [
      'an owner who is not the author',
      { actor: { doctorId: 12, rank: 'owner' }, unlocked: true },
      'author_required',
    ],
    ['somebody without a doctor profile', { actor: { doctorId: null } }, 'author_required'],
    ['the author of a signed record', { record: { signed: true }, unlocked: true }, 'record_signed'],
    ['the author of a void record', { record: { voided: true, signed: true } }, 'record_voided'],
    ['the author of a closed case', { record: { caseStatus: 'closed' } }, 'case_closed'],
    ['the author of an active case', { record: { caseStatus: 'active' } }, 'allowed'],
    ['a member without clinical access', { actor: { clinical: false } }, 'clinical_access_required'],
    ['the author with a window of no hours', { editWindowHours: 0 }, 'patient_locked'],
  ])('by %s', (_, given, decision) => expect(recordCan.edit(situation(given))).toBe(decision))
})

describe('voiding', () => {
  test.each<[string, Case, string]>([
    ['the author within the window', {}, 'allowed'],
    ['the author later in a locked file', { record: old }, 'patient_locked'],
    ['the author later in an unlocked file', { record: old, unlocked: true }, 'allowed'],
    ['another practitioner', { actor: other, unlocked: true }, 'admin_role_required'],
    ['an assistant', { actor: { doctorId: 12, rank: 'assistant' }, unlocked: true }, 'admin_role_required'],
    ['an admin in an unlocked file', { actor: admin, unlocked: true }, 'allowed'],
    ['an admin in a locked file', { actor: admin }, 'patient_locked'],
    [
      'an admin without clinical access',
      { actor: { ...admin, clinical: false } },
      'clinical_access_required',
    ],
    ['anybody, of a signed record', { record: { signed: true }, unlocked: true }, 'record_signed'],
    ['anybody, of a void record', { record: { voided: true } }, 'record_voided'],
  ])('by %s', (_, given, decision) => expect(recordCan.void(situation(given))).toBe(decision))
})

describe('following up, closing and reopening', () => {
  const active = { caseStatus: 'active' } as const
  const closed = { caseStatus: 'closed' } as const

  test('an active case is followed up and closed, by any clinical member, in a locked file too', () => {
    for (const action of ['followUp', 'close'] as const) {
      expect(recordCan[action](situation({ record: { ...active, ...old }, actor: other }))).toBe('allowed')
      expect(recordCan[action](situation({ record: { ...active, signed: true } }))).toBe('allowed')
      expect(recordCan[action](situation({ record: closed }))).toBe('case_closed')
    }
  })

  test('a closed case is reopened, an active one is not', () => {
    expect(recordCan.reopen(situation({ record: closed, actor: other }))).toBe('allowed')
    expect(recordCan.reopen(situation({ record: active }))).toBe('invalid_request')
  })

  test.each(['followUp', 'close', 'reopen'] as const)(
    '%s needs a case that is not void, and clinical access',
    (action) => {
      expect(recordCan[action](situation())).toBe('patient_record_not_match')
      expect(recordCan[action](situation({ record: { ...active, voided: true } }))).toBe('record_voided')
      expect(recordCan[action](situation({ record: active, actor: { clinical: false } }))).toBe(
        'clinical_access_required',
      )
    },
  )
})

describe('writing a medical history anew and adding to a record', () => {
  const outOfReach = { actor: { ...other, clinical: false } }

  test('are not for somebody without clinical access, nor of what is void', () => {
    for (const action of ['renew', 'addendum'] as const) {
      expect(recordCan[action](situation({ record: old }))).toBe('allowed')
      expect(recordCan[action](situation(outOfReach))).toBe('clinical_access_required')
      expect(recordCan[action](situation({ record: { voided: true, signed: true } }))).toBe('record_voided')
    }
  })

  test('differ in who may: any clinical member what is not signed, the author alone what is', () => {
    expect(recordCan.renew(situation({ actor: other }))).toBe('allowed')
    expect(recordCan.renew(situation({ record: { signed: true } }))).toBe('record_signed')
    expect(recordCan.addendum(situation({ actor: other }))).toBe('author_required')
    expect(recordCan.addendum(situation({ record: { signed: true } }))).toBe('allowed')
  })
})

test('a document is temporary until it is said what it is, and nothing else is', () => {
  expect(isTemporary({ type: 'document', subtype: 'temporal' })).toBe(true)
  expect(isTemporary({ type: 'document', subtype: 'report' })).toBe(false)
  expect(isTemporary({ type: 'document' })).toBe(false)
  expect(isTemporary({ type: 'control', subtype: 'temporal' })).toBe(false)
})

test('content that is signed, void or another’s is never edited, whoever asks and whenever', () => {
  const any = fc.record({
    record: fc.record({
      signed: fc.boolean(),
      voided: fc.boolean(),
      authorId: fc.constantFrom(author, 12),
      createdAt: fc.integer({ min: -48, max: 1000 }).map(hoursAgo),
      caseStatus: fc.constantFrom('active' as const, 'closed' as const, null),
    }),
    actor: fc.record({
      doctorId: fc.constantFrom(author, 12, null),
      rank: fc.constantFrom(...roles),
      clinical: fc.boolean(),
    }),
    patient: fc.record({ unlocked: fc.boolean() }),
    editWindowHours: fc.integer({ min: 0, max: 8760 }),
    now: fc.constant(now),
  })
  fc.assert(
    fc.property(any, (given) => {
      const { record, actor } = given
      if (recordCan.edit(given) !== 'allowed') return
      expect(record.signed || record.voided).toBe(false)
      expect(record.authorId).toBe(actor.doctorId)
      expect(actor.clinical).toBe(true)
      expect(recordCan.void(given)).toBe('allowed')
    }),
    { numRuns: 2_000 },
  )
})
