import { expect, test } from 'vitest'
import { addField } from '../fields/field-changes.ts'
import { modelOf, newModel, settled, writeText } from '../model/editor-model.ts'
import { addClass } from '../model/model-changes.ts'
import { shippedDocuments } from '../model/shipped-documents.fixture.ts'
import { faultPlace, placedFaults } from './fault-places.ts'
import { fieldPlace } from './text-places.ts'

const shipped = new Map(shippedDocuments())

const change = shipped.get('global_change')
if (!change) throw new Error('it ships')

test.each([
  ['classes.global_change.rating.since.options.0', { sectionId: 'rating', fieldId: 'since' }],
  ['classes.own_global_change.rating.since', { sectionId: 'rating', fieldId: 'since' }],
  ['classes.0.sections.0.fields.1.label', { sectionId: 'rating', fieldId: 'change' }],
  ['classes.global_change.rating', { sectionId: 'rating' }],
  ['classes.global_change.scores.change.bands', { scoreId: 'change' }],
  ['classes.global_change', {}],
])('%s is found in its form', (at, place) => {
  expect(faultPlace(change, at)).toEqual({ classId: 'global_change', ...place })
})

test('a text that is missing is found where it is shown, with its language', () => {
  expect(faultPlace(change, 'locales.it.change_change_hint')).toEqual({
    classId: 'global_change',
    fieldId: 'change',
    language: 'it',
    text: 'global_change/field/change/hint',
  })
  expect(faultPlace(change, 'locales.en.module_name')).toEqual({ language: 'en', text: 'module/name' })
})

test('what is not in the document has no place', () => {
  for (const at of ['', 'format', 'classes.other.main', 'module.licence'])
    expect(faultPlace(change, at)).toEqual({})
})

test('a fault of a field that has no id yet is told at that field', () => {
  const [made, classId] = addClass(newModel(), 'es')
  const section = made.document.classes[0]?.sections[0]?.id ?? ''
  const [added, id] = addField(made, classId, { type: 'select', container: `section:${section}` })
  const at = fieldPlace(classId, id, 'label')
  const saved = settled(writeText(added, at, 'es', 'Apoyo'))
  const fault = { at: 'classes.own_form.section.apoyo', message: 'needsOptions', params: {} }
  const missing = { at: 'locales.it.own_form_apoyo', message: 'missingText', params: {} }
  const [first, second] = placedFaults(saved, [fault, missing])
  expect(first).toMatchObject({ classId, fieldId: id, sectionId: section })
  expect(second).toMatchObject({ classId, fieldId: id, text: at, language: 'it' })
  const [known] = placedFaults(settled(modelOf(saved.document)), [fault])
  expect(known).toMatchObject({ classId: 'own_form', fieldId: 'apoyo' })
})
