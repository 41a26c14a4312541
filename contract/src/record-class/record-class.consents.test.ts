import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { consentNeeds, neededConsents } from './record-class.consents.ts'
import { dataOf } from './record-class.data.fixture.ts'
import { randomClass, spoilt } from './record-class.random.fixture.ts'
import type { RecordField } from './record-class.ts'

const options = [
  { value: 'massage', label: 'massage' },
  { value: 'needling', label: 'needling', needsConsent: 'consent_dry_needling' },
  { value: 'thrust', label: 'thrust', needsConsent: 'consent_manipulation' },
]
const field = (id: string, part: Partial<RecordField>): RecordField => ({
  id,
  label: id,
  type: 'select',
  displayOrder: 10,
  ...part,
})
const section = (fields: RecordField[]) => [{ id: 'main', label: 'main', displayOrder: 10, fields }]
const form = {
  sections: section([
    field('several', { type: 'checkbox_group', options }),
    field('one', { type: 'radio_group', options: options.toReversed() }),
    field('group', {
      type: 'fieldgroup',
      subfields: [field('opened', { type: 'conditional_switch', params: { valueType: 'select', options } })],
    }),
  ]),
}

describe('the consents a record needs', () => {
  it('are those of what was chosen, in the order of the form, each once', () => {
    expect(neededConsents(form, {})).toEqual([])
    expect(neededConsents(form, { several: ['massage'], one: 'massage' })).toEqual([])
    expect(neededConsents(form, { several: ['needling', 'thrust'], one: 'needling' })).toEqual([
      'consent_dry_needling',
      'consent_manipulation',
    ])
    expect(neededConsents(form, { one: 'thrust' })).toEqual(['consent_manipulation'])
  })

  it('are those of an opened switch only while it is on', () => {
    const opened = { enabled: true, value: 'needling' }
    expect(neededConsents(form, { opened })).toEqual(['consent_dry_needling'])
    expect(neededConsents(form, { opened: { ...opened, enabled: false } })).toEqual([])
  })

  it('begin with that of the form itself', () => {
    const whole = { ...form, needsConsent: 'consent_manipulation' }
    expect(neededConsents(whole, { several: ['thrust', 'needling'] })).toEqual([
      'consent_manipulation',
      'consent_dry_needling',
    ])
  })

  it('are among those the form says it may need, whatever the data are', () => {
    const drawn = randomClass('drawn').chain((recordClass) =>
      dataOf(recordClass)
        .chain((data) => spoilt(data, Object.keys(data).length > 0 ? Object.keys(data) : ['none']))
        .map((data) => ({ recordClass, data })),
    )
    let needed = 0
    fc.assert(
      fc.property(drawn, ({ recordClass, data }) => {
        const may = consentNeeds(recordClass).map(({ id }) => id)
        const found = neededConsents(recordClass, data)
        needed += found.length
        expect(may).toEqual(expect.arrayContaining([...found]))
        expect(new Set(found).size).toBe(found.length)
        expect(neededConsents(recordClass, {})).toEqual([recordClass.needsConsent].filter(Boolean))
      }),
      { numRuns: 500 },
    )
    expect(needed).toBeGreaterThan(50)
  })
})

describe('the consents a form may need', () => {
  it('are told with the field that needs them, also inside groups', () => {
    expect(consentNeeds({ ...form, needsConsent: 'consent_images' })).toEqual([
      { id: 'consent_images', at: [] },
      { id: 'consent_dry_needling', at: ['main', 'several'] },
      { id: 'consent_manipulation', at: ['main', 'several'] },
      { id: 'consent_manipulation', at: ['main', 'one'] },
      { id: 'consent_dry_needling', at: ['main', 'one'] },
      { id: 'consent_dry_needling', at: ['main', 'group', 'opened'] },
      { id: 'consent_manipulation', at: ['main', 'group', 'opened'] },
    ])
  })
})
