import type { Patient } from '@ulna/contract/patients/patients'
import { describe, expect, it } from 'vitest'
import { choicesOf, currentChoices, differingFields, firstChoices, sentChoices } from './merge-choices.ts'

const patient = (given: Partial<Patient>): Patient => ({
  ...{ id: 1, uid: 'u', version: 1, practiceId: 1, firstName: 'Ana', lastName: 'Ruiz', fileId: '00001' },
  ...{ birthDate: null, socialId: null, phone: null, mobile: null, email: null, address: null },
  ...{ language: null, mailReminders: true, note: null, clinicSummary: null, lastControl: null },
  ...{ unlocked: true, unlockedUntil: null, lastUnlockedDate: null, lastLockedDate: null },
  ...{ profileImgData: null, archivedAt: null, archiveReason: null, otherFiles: [] },
  ...{ createdAt: '2026-11-26T10:00:00Z', updatedAt: null },
  ...given,
})

const picture = { thumbUrl: '/t', hiResUrl: '/h', rawUrl: '/r' }

describe('what is chosen of two files', () => {
  it('is asked of what both say differently alone', () => {
    const kept = patient({ mobile: '600', note: 'Tardes' })
    const other = patient({ mobile: '600', email: 'ana@example.test', note: 'Llamar antes' })
    expect(differingFields(kept, other)).toEqual(['email', 'note'])
    expect(differingFields(kept, patient({ mobile: '600', note: 'Tardes' }))).toEqual([])
  })

  it('stays first as the file that stays has it; what it leaves open is filled in, and texts stay both', () => {
    const kept = patient({ lastName: 'Ruiz Gil', note: 'Tardes' })
    const other = patient({ email: 'ana@example.test', note: 'Llamar antes', clinicSummary: 'L5' })
    expect(firstChoices(kept, other)).toEqual({
      lastName: 'kept',
      email: 'other',
      note: 'both',
      clinicSummary: 'other',
    })
  })

  it('follows what is written meanwhile, but for what somebody chose and still may choose', () => {
    const other = patient({ email: 'ana@example.test', mobile: '600' })
    expect(currentChoices(patient({}), other, { mobile: 'kept' })).toEqual({ email: 'other', mobile: 'kept' })
    const written = patient({ email: 'nueva@example.test' })
    expect(currentChoices(written, other, { mobile: 'kept' })).toEqual({ email: 'kept', mobile: 'kept' })
    expect(currentChoices(written, patient({}), { mobile: 'kept' })).toEqual({ email: 'kept' })
  })

  it('asks about pictures where the other file has one', () => {
    expect(differingFields(patient({ profileImgData: picture }), patient({}))).toEqual([])
    expect(firstChoices(patient({}), patient({ profileImgData: picture }))).toEqual({
      profileImgData: 'other',
    })
    expect(
      firstChoices(patient({ profileImgData: picture }), patient({ id: 2, profileImgData: picture })),
    ).toEqual({ profileImgData: 'kept' })
  })

  it('offers both of a text that both have, and of nothing else', () => {
    const [kept, other] = [patient({ note: 'a', phone: '1' }), patient({ note: 'b', phone: '2' })]
    expect(choicesOf('note', kept, other)).toEqual(['kept', 'other', 'both'])
    expect(choicesOf('phone', kept, other)).toEqual(['kept', 'other'])
    expect(choicesOf('note', kept, patient({}))).toEqual(['kept', 'other'])
  })

  it('is sent as far as something changes', () => {
    expect(sentChoices({ lastName: 'kept', email: 'other', note: 'both' })).toEqual({
      email: 'other',
      note: 'both',
    })
  })
})
