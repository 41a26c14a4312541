import { type ModuleDocument, type ModuleFault, ownId } from '@ulna/contract/modules/module-document'
import type { Language, RecordClassFile, RecordField } from '@ulna/contract/record-class/record-class'
import type { SettledModel } from '../model/editor-model.ts'
import { placedTexts } from '../model/module-texts.ts'

/** What part of a module a fault speaks of, by the ids of the document it was found in. */
export interface FaultPlace {
  readonly classId?: string
  readonly sectionId?: string
  readonly fieldId?: string
  readonly scoreId?: string
  /** Where the text stands that is wrong or missing. */
  readonly text?: string
  readonly language?: Language
}

export interface PlacedFault extends FaultPlace {
  readonly fault: ModuleFault
}

const byIdOrPlace = <Item>(
  items: readonly Item[],
  idOf: (item: Item) => string,
  part: string,
): Item | undefined =>
  items.find((item) => idOf(item) === part) ?? items[/^\d+$/.test(part) ? Number(part) : -1]

/** The last field on the way is the one that is meant; what follows are its keys. */
const fieldOnTheWay = (fields: readonly RecordField[], parts: readonly string[]): string | undefined => {
  const [part = '', ...rest] = parts
  if (part === 'fields' || part === 'subfields') return fieldOnTheWay(fields, rest)
  const field = byIdOrPlace(fields, ({ id }) => id, part)
  return field && (fieldOnTheWay(field.subfields ?? [], rest) ?? field.id)
}

const inSections = (one: RecordClassFile, [first = '', ...rest]: readonly string[]): FaultPlace => {
  const place = { classId: one.classId }
  const section = byIdOrPlace(one.sections, ({ id }) => id, first)
  if (!section) return place
  const fieldId = fieldOnTheWay(section.fields, rest)
  return { ...place, sectionId: section.id, ...(fieldId === undefined ? {} : { fieldId }) }
}

const inClasses = (document: ModuleDocument, [id = '', ...parts]: readonly string[]): FaultPlace => {
  const one = byIdOrPlace(
    document.classes,
    ({ classId }) => ownId(classId),
    /^\d+$/.test(id) ? id : ownId(id),
  )
  if (!one) return {}
  const [first = '', second = ''] = parts
  if (first === 'sections') return inSections(one, parts.slice(1))
  if (first !== 'scores') return inSections(one, parts)
  const score = byIdOrPlace(one.scores ?? [], (each) => each.id, second)
  return { classId: one.classId, ...(score ? { scoreId: score.id } : {}) }
}

/** The part of a module a text stands in: `own_knee/field/flexion/hint`. */
const ofText = (document: ModuleDocument, at: string): FaultPlace => {
  const [holder = '', kind, id = ''] = at.split('/')
  const one = document.classes.find(({ classId }) => classId === holder)
  if (!one) return {}
  const kinds: Partial<Record<string, FaultPlace>> = {
    section: { sectionId: id },
    field: { fieldId: id },
    score: { scoreId: id },
  }
  return { classId: holder, ...kinds[kind ?? ''] }
}

const inLocales = (document: ModuleDocument, [language = '', ...key]: readonly string[]): FaultPlace => {
  const placed = placedTexts(document).find((one) => one.key === key.join('.'))
  const known = { language: language as Language }
  return placed ? { ...ofText(document, placed.at), ...known, text: placed.at } : known
}

/** What a place of the check names, in the document that was checked. */
export const faultPlace = (document: ModuleDocument, at: string): FaultPlace => {
  const [head, ...parts] = at.split('.')
  if (head === 'classes') return inClasses(document, parts)
  if (head === 'locales') return inLocales(document, parts)
  const isText = head === 'module' && (parts[0] === 'name' || parts[0] === 'description')
  return isText ? { text: `module/${parts[0]}` } : {}
}

const reversed = (names: ReadonlyMap<string, string> | undefined): ReadonlyMap<string, string> =>
  new Map([...(names ?? [])].map(([from, to]) => [to, from]))

/** The same place by the ids of the editor, where some still wait for their labels. */
const inEditor = (place: FaultPlace, { ids }: SettledModel): FaultPlace => {
  if (place.classId === undefined) return place
  const classId = reversed(ids.own).get(place.classId) ?? place.classId
  const names = reversed(ids.inClass.get(classId))
  const back = (id: string | undefined) => (id === undefined ? undefined : (names.get(id) ?? id))
  const [, ...parts] = place.text?.split('/') ?? []
  const text = place.text && [classId, ...parts.map((part) => names.get(part) ?? part)].join('/')
  return Object.fromEntries(
    Object.entries({
      ...place,
      classId,
      text,
      sectionId: back(place.sectionId),
      fieldId: back(place.fieldId),
      scoreId: back(place.scoreId),
    }).filter(([, value]) => value !== undefined),
  )
}

/** The faults of a check of what the editor sent, each with its part of the editor. */
export const placedFaults = (saved: SettledModel, faults: readonly ModuleFault[]): PlacedFault[] =>
  faults.map((fault) => ({ fault, ...inEditor(faultPlace(saved.document, fault.at), saved) }))
