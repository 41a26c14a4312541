import { languages } from '@ulna/contract/languages'
import { type ModuleDocument, moduleDocument } from '@ulna/contract/modules/module-document'
import type { RecordClassFile } from '@ulna/contract/record-class/record-class'
import { fieldsOf } from '@ulna/contract/record-class/record-class.fields'
import { fieldId } from '@ulna/contract/record-class/record-class.keys'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { classPlace, fieldPlace, modulePlace, optionPlace, sectionPlace } from '../faults/text-places.ts'
import { containersOf, withFieldIn, withFieldMoved, withoutField } from '../fields/class-fields.ts'
import { addField, addOption, duplicateField, retypeField } from '../fields/field-changes.ts'
import { fieldKinds } from '../fields/field-kinds.ts'
import { optionsIn } from '../fields/field-options.ts'
import { documentOf, type EditorModel, modelOf, newModel, settled, writeText } from './editor-model.ts'
import {
  addClass,
  addSection,
  changeClass,
  duplicateClass,
  moveClass,
  moveSection,
  removeClass,
  removeSection,
} from './model-changes.ts'
import { missingTexts, placedTexts, textAt, withCopies } from './module-texts.ts'
import { shippedDocuments } from './shipped-documents.fixture.ts'
import { tidyClass } from './tidy-class.ts'

const shipped = shippedDocuments()
const types = Object.values(fieldKinds).flat()

test.each(shipped)('the module %s leaves the editor as it came', (_, document) => {
  expect(documentOf(modelOf(document))).toStrictEqual(document)
  expect(document.classes.map(tidyClass)).toStrictEqual(document.classes)
  for (const language of languages) expect(missingTexts(document, language)).toEqual([])
})

/** A module with one form, a section and a field of a type with a label. */
const withOneField = (label: string, type: (typeof types)[number] = 'text') => {
  const [made, classId] = addClass(newModel(), 'es')
  const section = made.document.classes[0]?.sections[0]?.id ?? ''
  const [model, id] = addField(made, classId, { type, container: `section:${section}` })
  return { model: writeText(model, fieldPlace(classId, id, 'label'), 'es', label), classId, id, section }
}

const onlyField = (document: { classes: RecordClassFile[] }) => document.classes[0]?.sections[0]?.fields[0]

test('ids come from the labels once, and stay when the labels change', () => {
  const { model, classId, section } = withOneField('¿Dolor al caminar?')
  const named = writeText(
    writeText(
      writeText(model, modulePlace('name'), 'es', 'Marcha de la casa'),
      classPlace(classId, 'name'),
      'es',
      'Marcha rápida',
    ),
    sectionPlace(classId, section),
    'es',
    'Principal',
  )
  const saved = documentOf(named)
  expect(saved.module.id).toBe('own_marcha_de_la_casa')
  expect(saved.module.classes).toEqual(['own_marcha_rapida'])
  expect(saved.classes[0]?.subType).toBe('own_marcha_rapida')
  expect(saved.classes[0]?.sections[0]?.id).toBe('principal')
  expect(onlyField(saved)?.id).toBe('dolor_al_caminar')
  expect(onlyField(saved)?.label).toBe('own_marcha_rapida_dolor_al_caminar')

  const at = fieldPlace('own_marcha_rapida', 'dolor_al_caminar', 'label')
  const later = documentOf(writeText(modelOf(saved), at, 'es', 'Dolor en marcha'))
  expect(onlyField(later)?.id).toBe('dolor_al_caminar')
  expect(textAt(later, at, 'es')).toBe('Dolor en marcha')
})

test('ids that the practice has, and ids summaries leave out, are not taken', () => {
  const { model } = withOneField('Name')
  const named = writeText(model, modulePlace('name'), 'es', 'Marcha')
  const taken = { modules: new Set(['own_marcha']), classes: new Set(['own_form']) }
  const saved = documentOf(named, taken)
  expect(saved.module.id).toBe('own_marcha_2')
  expect(saved.module.classes).toEqual(['own_form_2'])
  expect(onlyField(saved)?.id).toBe('name_2')
})

test('two options with the same words have values of their own', () => {
  const { model, classId, id } = withOneField('Lado', 'select')
  const three = addOption(model, classId, id)
  const field = onlyField(three.document)
  const written = (field ? optionsIn(field) : []).reduce(
    (now, { value }) => writeText(now, optionPlace(classId, id, value), 'es', 'Sí'),
    three,
  )
  const saved = onlyField(documentOf(written))
  expect(saved?.options?.map(({ value }) => value)).toEqual(['si', 'si_2', 'si_3'])
})

test('a text that several places share changes only where it is written', () => {
  const { model, classId, id } = withOneField('Fuerza')
  const [doubled, copy] = duplicateField(model, classId, id)
  const written = writeText(doubled, fieldPlace(classId, copy, 'label'), 'es', 'Fuerza final')
  expect(textAt(written.document, fieldPlace(classId, id, 'label'), 'es')).toBe('Fuerza')
  const saved = documentOf(written).classes[0]?.sections[0]?.fields
  expect(saved?.map((field) => field.id)).toEqual(['fuerza', 'fuerza_final'])
})

test('a hint that is emptied in every language is gone', () => {
  const { model, classId, id } = withOneField('Fuerza')
  const at = fieldPlace(classId, id, 'hint')
  const hinted = writeText(model, at, 'es', 'En newtons')
  expect(onlyField(documentOf(hinted))?.hint).toBeDefined()
  expect(onlyField(documentOf(writeText(hinted, at, 'es', ' ')))?.hint).toBeUndefined()
})

test('what a language lacks is known, and is taken from the first one', () => {
  const { model, classId, id } = withOneField('Fuerza')
  const at = fieldPlace(classId, id, 'label')
  expect(missingTexts(model.document, 'it').map((one) => one.at)).toContain(at)
  expect(missingTexts(model.document, 'es').map((one) => one.at)).not.toContain(at)
  const copied = withCopies(model.document, 'it')
  expect(textAt(copied, at, 'it')).toBe('Fuerza')
  expect(missingTexts(copied, 'it').map((one) => one.at)).not.toContain(at)
})

test('a saved field whose values read otherwise becomes another field', () => {
  const { model } = withOneField('Fuerza')
  const saved = modelOf(documentOf(model))
  const classId = saved.document.classes[0]?.classId ?? ''
  const [long, same] = retypeField(saved, classId, { id: 'fuerza', type: 'textarea' })
  expect(same).toBe('fuerza')
  expect(onlyField(documentOf(long))?.id).toBe('fuerza')
  const [number, other] = retypeField(saved, classId, { id: 'fuerza', type: 'number' })
  expect(other).not.toBe('fuerza')
  expect(onlyField(number.document)?.type).toBe('number')
})

test('a form that is copied before it was saved goes its own way', () => {
  const { model, classId, id } = withOneField('Fuerza')
  const [two, copy] = duplicateClass(model, classId)
  const written = writeText(two, fieldPlace(copy, id, 'label'), 'es', 'Peso')
  const saved = documentOf(written).classes
  expect(saved.map((one) => one.sections[0]?.fields[0]?.id)).toEqual(['fuerza', 'peso'])
})

const idsOf = (one: RecordClassFile): string[] => fieldsOf(one).map(({ field }) => field.id)

const at = <Item>(list: readonly Item[], index: number): Item | undefined =>
  list[index % Math.max(1, list.length)]

interface Step {
  readonly kind: string
  readonly pick: number
  readonly other: number
  readonly by: number
  readonly type: (typeof types)[number]
  readonly label: string
}

type Apply = (model: EditorModel, one: RecordClassFile, step: Step) => EditorModel

const onSections: Apply = (model, { classId, sections }, { pick, other, by }) => {
  if (pick % 3 === 0) return addSection(model, classId)[0]
  const section = at(sections, other)?.id ?? ''
  return pick % 3 === 1 ? moveSection(model, classId, section, by) : removeSection(model, classId, section)
}

const onClasses: Apply = (model, { classId }, { pick, by }) => {
  if (pick % 3 === 0) return duplicateClass(model, classId)[0]
  return pick % 3 === 1 ? moveClass(model, classId, by) : removeClass(model, classId)
}

const placeIn = (one: RecordClassFile, { pick, other }: Step) => at(containersOf(one), pick + other)
const chosen = (one: RecordClassFile, { pick }: Step) => at(idsOf(one), pick) ?? ''

const steps: Readonly<Record<string, Apply>> = {
  add: (model, one, step) => {
    const container = placeIn(one, step)
    return container ? addField(model, one.classId, { type: step.type, container })[0] : model
  },
  move: (model, one, step) =>
    changeClass(model, one.classId, (now) => withFieldMoved(now, chosen(one, step), step.by)),
  carry: (model, one, step) => {
    const container = placeIn(one, step)
    const place = container && { container, index: step.other % 4 }
    return changeClass(model, one.classId, (now) =>
      place ? withFieldIn(now, chosen(one, step), place) : now,
    )
  },
  copy: (model, one, step) => duplicateField(model, one.classId, chosen(one, step))[0],
  remove: (model, one, step) =>
    changeClass(model, one.classId, (now) => withoutField(now, chosen(one, step))),
  retype: (model, one, step) =>
    retypeField(model, one.classId, { id: chosen(one, step), type: step.type })[0],
  label: (model, one, step) => {
    const id = chosen(one, step)
    return id === '' ? model : writeText(model, fieldPlace(one.classId, id, 'label'), 'es', step.label)
  },
  save: (model) => modelOf(documentOf(model)),
  section: onSections,
  class: onClasses,
}

const change: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...Object.keys(steps)),
  pick: fc.nat(),
  other: fc.nat(),
  by: fc.constantFrom(-1, 1),
  type: fc.constantFrom(...types),
  label: fc.constantFrom('', 'Sí', 'Dolor', 'dolor', '123', 'Longitud (cm)', 'ñandú', 'new__1'),
})

const apply = (model: EditorModel, step: Step): EditorModel => {
  const one = at(model.document.classes, step.other)
  return one ? (steps[step.kind]?.(model, one, step) ?? model) : addClass(model, 'es')[0]
}

const isUnique = (ids: readonly string[]): boolean => new Set(ids).size === ids.length

const expectUnique = (document: ModuleDocument): void => {
  const lists = document.classes.flatMap((one) => [
    idsOf(one),
    one.sections.map(({ id }) => id),
    ...fieldsOf(one).map(({ field }) => optionsIn(field).map(({ value }) => value)),
  ])
  const own = [document.classes.map(({ classId }) => classId), placedTexts(document).map((one) => one.at)]
  for (const list of [...own, ...lists]) expect(isUnique(list)).toBe(true)
}

const expectSavable = (saved: ModuleDocument): void => {
  for (const one of saved.classes) {
    for (const id of idsOf(one)) expect(fieldId.safeParse(id).success).toBe(true)
    expect(one.classId).toMatch(/^own_/)
  }
  expect(JSON.stringify({ ...saved, locales: {} })).not.toContain('new__')
  expect(documentOf(modelOf(saved))).toStrictEqual(saved)
  if (saved.classes.length > 0) expect(moduleDocument.safeParse(saved).success).toBe(true)
}

test('whatever is done to it, every id of a module is one, and one that can be saved', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 60 }), (list) => {
      const model = list.reduce(apply, addClass(newModel(), 'es')[0])
      const saved = settled(model).document
      for (const document of [model.document, saved]) expectUnique(document)
      expectSavable(saved)
    }),
    { numRuns: 150 },
  )
})

test('moving fields about loses none', () => {
  const documents = shipped.map(([, document]) => document)
  const moves = fc.array(fc.record({ pick: fc.nat(), other: fc.nat(), by: fc.constantFrom(-1, 0, 1) }), {
    maxLength: 30,
  })
  fc.assert(
    fc.property(fc.constantFrom(...documents), fc.nat(), moves, (document, which, steps) => {
      const one = at(document.classes, which)
      if (!one) throw new Error('every module has a class')
      const after = steps.reduce((now, { pick, other, by }) => {
        const id = at(idsOf(now), pick) ?? ''
        const container = at(containersOf(now), other)
        if (by !== 0 || !container) return withFieldMoved(now, id, by)
        return withFieldIn(now, id, { container, index: other % 5 })
      }, one)
      expect(idsOf(after).toSorted()).toEqual(idsOf(one).toSorted())
      expect(tidyClass(after)).toStrictEqual(after)
    }),
    { numRuns: 60 },
  )
})
