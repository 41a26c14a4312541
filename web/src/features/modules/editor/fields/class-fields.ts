import type { RecordClassFile, RecordField } from '@ulna/contract/record-class/record-class'
import { fieldsOf } from '@ulna/contract/record-class/record-class.fields'
import { moved } from '../model/moved.ts'

/** Where fields stand: `section:<id>`, or inside a group `group:<id>`. */
export type Container = `section:${string}` | `group:${string}`

type OnList = (fields: readonly RecordField[], container: Container) => readonly RecordField[]

const mapInner = (field: RecordField, onList: OnList): RecordField =>
  field.subfields
    ? { ...field, subfields: [...mapList(field.subfields, `group:${field.id}`, onList)] }
    : field

const mapList = (fields: readonly RecordField[], container: Container, onList: OnList) =>
  onList(
    fields.map((field) => mapInner(field, onList)),
    container,
  )

/** The class with every list of fields as the function answers it, inner ones first. */
export const mapFieldLists = (recordClass: RecordClassFile, onList: OnList): RecordClassFile => ({
  ...recordClass,
  sections: recordClass.sections.map((section) => ({
    ...section,
    fields: [...mapList(section.fields, `section:${section.id}`, onList)],
  })),
})

export const fieldIn = (recordClass: RecordClassFile, id: string): RecordField | undefined =>
  fieldsOf(recordClass).find(({ field }) => field.id === id)?.field

export const isGroup = (field: RecordField): boolean =>
  field.type === 'section' || field.type === 'fieldgroup'

/** Every place fields can stand in, in form order. */
export const containersOf = (recordClass: RecordClassFile): Container[] =>
  recordClass.sections.flatMap((section) => [
    `section:${section.id}` as const,
    ...fieldsOf({ sections: [section] })
      .filter(({ field }) => isGroup(field))
      .map(({ field }) => `group:${field.id}` as const),
  ])

/** Where a field stands. */
export const containerOf = (recordClass: RecordClassFile, id: string): Container | undefined => {
  let found: Container | undefined
  mapFieldLists(recordClass, (fields, container) => {
    if (fields.some((field) => field.id === id)) found = container
    return fields
  })
  return found
}

export const withField = (
  recordClass: RecordClassFile,
  id: string,
  change: (field: RecordField) => RecordField,
): RecordClassFile =>
  mapFieldLists(recordClass, (fields) => fields.map((field) => (field.id === id ? change(field) : field)))

export const withoutField = (recordClass: RecordClassFile, id: string): RecordClassFile =>
  mapFieldLists(recordClass, (fields) => fields.filter((field) => field.id !== id))

export const withFieldAt = (
  recordClass: RecordClassFile,
  field: RecordField,
  { container, index }: { container: Container; index: number },
): RecordClassFile =>
  mapFieldLists(recordClass, (fields, here) =>
    here === container ? fields.toSpliced(index, 0, field) : fields,
  )

/** The field one place up (−1) or down (+1) among those around it. */
export const withFieldMoved = (recordClass: RecordClassFile, id: string, by: number): RecordClassFile =>
  mapFieldLists(recordClass, (fields) => {
    const from = fields.findIndex((field) => field.id === id)
    return moved(fields, from, from + by)
  })

/** True when the container lies in the field: it cannot move into itself. */
export const isInside = (recordClass: RecordClassFile, container: Container, id: string): boolean => {
  const [kind, holder = ''] = container.split(':')
  if (kind !== 'group') return false
  if (holder === id) return true
  const flat = fieldsOf(recordClass).find(({ field }) => field.id === holder)
  return flat?.within.slice(1).includes(id) ?? false
}

/** The field somewhere else: in another section or group, at a place of it. */
export const withFieldIn = (
  recordClass: RecordClassFile,
  id: string,
  place: { container: Container; index: number },
): RecordClassFile => {
  const field = fieldIn(recordClass, id)
  const isThere = containersOf(recordClass).includes(place.container)
  if (!field || !isThere || isInside(recordClass, place.container, id)) return recordClass
  return withFieldAt(withoutField(recordClass, id), field, place)
}
