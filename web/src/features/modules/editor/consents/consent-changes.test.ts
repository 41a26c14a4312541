import type { RecordClassFile, RecordField } from '@ulna/contract/record-class/record-class'
import { consentNeeds } from '@ulna/contract/record-class/record-class.consents'
import { expect, test } from 'vitest'
import { faultPlace } from '../faults/fault-places.ts'
import { classPlace } from '../faults/text-places.ts'
import { documentOf, modelOf, writeText } from '../model/editor-model.ts'
import { addClass, changeClass } from '../model/model-changes.ts'
import { shippedDocuments } from '../model/shipped-documents.fixture.ts'
import { asConsent, needsConsents, withConsent, withConsentOf, withoutConsents } from './consent-changes.ts'

const options = [
  { value: 'massage', label: 'massage' },
  { value: 'cups', label: 'cups' },
]
const chosen: RecordField = { id: 'done', label: 'done', type: 'checkbox_group', displayOrder: 10, options }
const opened: RecordField = {
  id: 'also',
  label: 'also',
  type: 'conditional_switch',
  displayOrder: 10,
  params: { valueType: 'select', options },
}
const form: RecordClassFile = {
  classId: 'own_cupping',
  name: 'name',
  type: 'test',
  subType: null,
  lang: 'es',
  version: 1,
  active: true,
  sections: [{ id: 'main', label: 'main', displayOrder: 10, fields: [chosen, opened] }],
}

test.each([chosen, opened])('a choice of a $type gets a consent and gives it back', (field) => {
  const needing = withConsentOf(field, 'cups', 'consent_cups')
  expect(needsConsents(field)).toBe(false)
  expect(needsConsents(needing)).toBe(true)
  expect(consentNeeds({ sections: [{ ...form.sections[0], fields: [needing] }] as never })).toEqual([
    { id: 'consent_cups', at: ['main', field.id] },
  ])
  expect(withConsentOf(needing, 'cups', undefined)).toStrictEqual(field)
  expect(withoutConsents(needing)).toStrictEqual(field)
  expect(withoutConsents(field)).toBe(field)
})

test('a form that becomes a consent needs no other, and is as it was when it is none again', () => {
  const needing = {
    ...withConsent(form, 'consent_images'),
    sections: [
      { id: 'main', label: 'main', displayOrder: 10, fields: [withConsentOf(chosen, 'cups', 'x'), opened] },
    ],
  }
  expect(consentNeeds(needing)).toHaveLength(2)
  const consent = asConsent(needing, true)
  expect(consent).toMatchObject({ consent: true })
  expect(consentNeeds(consent)).toEqual([])
  expect(asConsent(consent, false)).toStrictEqual(form)
})

test('a consent that is new is needed by the id its name gives it', () => {
  const [, shipped] = shippedDocuments().find(([id]) => id === 'techniques') ?? []
  if (!shipped) throw new Error('no module techniques')
  const [made, consentId] = addClass(modelOf(shipped), 'es')
  const named = writeText(made, classPlace(consentId, 'name'), 'es', 'Ventosas')
  const asked = changeClass(named, 'session_techniques', (one) => withConsent(one, consentId))
  const saved = documentOf(changeClass(asked, consentId, (one) => asConsent(one, true)))
  const consent = saved.classes.find((one) => one.consent)
  expect(consent?.classId).toMatch(/ventosas/)
  expect(saved.classes.find(({ needsConsent }) => needsConsent === consent?.classId)?.classId).toBe(
    'session_techniques',
  )
})

test('what is wrong with a consent is told at its form, or at the field whose choice needs it', () => {
  const [, shipped] = shippedDocuments().find(([id]) => id === 'techniques') ?? []
  if (!shipped) throw new Error('no module techniques')
  const at = 'classes.own_session_techniques'
  expect(faultPlace(shipped, `${at}.needsConsent`)).toEqual({ classId: 'session_techniques' })
  expect(faultPlace(shipped, `${at}.technique.techniques.needsConsent`)).toEqual({
    classId: 'session_techniques',
    sectionId: 'technique',
    fieldId: 'techniques',
  })
})
