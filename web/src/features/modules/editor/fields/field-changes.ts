import {
  type FieldOption,
  type FieldType,
  type RecordField,
  visibility,
} from '@ulna/contract/record-class/record-class'
import { fieldsOf } from '@ulna/contract/record-class/record-class.fields'
import { type EditorModel, withFreshIds } from '../model/editor-model.ts'
import { changeClass, classIn } from '../model/model-changes.ts'
import {
  type Container,
  containerOf,
  fieldIn,
  mapFieldLists,
  withField,
  withFieldAt,
} from './class-fields.ts'
import { hasOptions, newField, readsAlike, retyped } from './field-kinds.ts'
import { optionsIn, withOptions } from './field-options.ts'

/** A field of a type, last in a section or group; one that is chosen from starts with two options. */
export const addField = (
  model: EditorModel,
  classId: string,
  { type, container }: { type: FieldType; container: Container },
): [EditorModel, string] => {
  const [next, [id = '', label = '', unit = '', ...more]] = withFreshIds(model, 7)
  const [value = '', optionLabel = '', otherValue = '', otherLabel = ''] = more
  const options = [
    { value, label: optionLabel },
    { value: otherValue, label: otherLabel },
  ]
  const plain = newField(type, { id, label, unit })
  const field = hasOptions(type) ? withOptions(plain, options) : plain
  const index = Number.MAX_SAFE_INTEGER
  return [changeClass(next, classId, (one) => withFieldAt(one, field, { container, index })), id]
}

const renamedOptions = (options: readonly FieldOption[], ids: ReadonlyMap<string, string>): FieldOption[] =>
  options.map((one) => ({ ...one, value: ids.get(one.value) ?? one.value }))

const withIds = (field: RecordField, ids: ReadonlyMap<string, string>): RecordField => ({
  ...field,
  id: ids.get(field.id) ?? field.id,
  ...(field.options ? { options: renamedOptions(field.options, ids) } : {}),
  ...(Array.isArray(field.params?.options)
    ? { params: { ...field.params, options: renamedOptions(optionsIn(field), ids) } }
    : {}),
  ...(field.subfields ? { subfields: field.subfields.map((one) => withIds(one, ids)) } : {}),
})

const sectionAround = (field: RecordField) => ({
  id: 'around',
  label: 'around',
  displayOrder: visibility.medium,
  fields: [field],
})

/** The same field once more, right after it, with all it holds. */
export const duplicateField = (model: EditorModel, classId: string, id: string): [EditorModel, string] => {
  const recordClass = classIn(model, classId)
  const field = recordClass && fieldIn(recordClass, id)
  const container = recordClass && containerOf(recordClass, id)
  if (!field || !container) return [model, id]
  const inner = [field, ...fieldsOf({ sections: [sectionAround(field)] }).map((one) => one.field)]
  const waiting = inner.flatMap((one) => optionsIn(one).map(({ value }) => value))
  const known = [
    ...new Set([...inner.map((one) => one.id), ...waiting.filter((value) => model.fresh.includes(value))]),
  ]
  const [next, fresh] = withFreshIds(model, known.length)
  const copy = withIds(field, new Map(known.map((one, index) => [one, fresh[index] ?? one])))
  const after = changeClass(next, classId, (one) =>
    mapFieldLists(one, (fields) => {
      const at = fields.findIndex((each) => each.id === id)
      return at < 0 ? fields : fields.toSpliced(at + 1, 0, copy)
    }),
  )
  return [after, copy.id]
}

/** Another type. What was written with the old one is another field's then: the id waits for the label again. */
export const retypeField = (
  model: EditorModel,
  classId: string,
  { id, type }: { id: string; type: FieldType },
): [EditorModel, string] => {
  const recordClass = classIn(model, classId)
  const field = recordClass && fieldIn(recordClass, id)
  if (!field || field.type === type) return [model, id]
  const isSame = readsAlike(field.type, type) || model.fresh.includes(id)
  const [next, [unit = '', freshId = '']] = withFreshIds(model, 2)
  const nextId = isSame ? id : freshId
  const changed = changeClass(next, classId, (one) =>
    withField(one, id, (known) => ({ ...retyped(known, type, unit), id: nextId })),
  )
  const wantsOptions = hasOptions(type) && optionsIn(field).length === 0
  return [wantsOptions ? addOption(addOption(changed, classId, nextId), classId, nextId) : changed, nextId]
}

export const addOption = (model: EditorModel, classId: string, id: string): EditorModel => {
  const [next, [value = '', label = '']] = withFreshIds(model, 2)
  return changeClass(next, classId, (one) =>
    withField(one, id, (field) => withOptions(field, [...optionsIn(field), { value, label }])),
  )
}
