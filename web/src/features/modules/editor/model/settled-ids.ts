import { languages } from '@ulna/contract/languages'
import { type ModuleDocument, moduleLimits, ownPrefix } from '@ulna/contract/modules/module-document'
import type { RecordClassFile } from '@ulna/contract/record-class/record-class'
import { fieldsOf } from '@ulna/contract/record-class/record-class.fields'
import { optionsIn } from '../fields/field-options.ts'
import { firstLanguage, placedTexts } from './module-texts.ts'
import { slugOf, uniqueId } from './slug.ts'

/** What the practice has already, besides what is being edited. */
export interface TakenIds {
  readonly modules: ReadonlySet<string>
  readonly classes: ReadonlySet<string>
}

type Names = Map<string, string>

/** The words of a key, in the first language or the next that has some. */
const wordsIn =
  (document: ModuleDocument) =>
  (key: string): string =>
    [firstLanguage(document), ...languages]
      .map((language) => document.locales[language]?.[key] ?? '')
      .find((text) => text.trim() !== '') ?? ''

interface Named {
  readonly id: string
  readonly label: string
  /** What it is called where its label has no letters. */
  readonly otherwise: string
}

/** Names those of a list that wait for one, without touching the others. */
const nameAll = (list: readonly Named[], names: Names, { fresh, words, taken = new Set() }: Scope): void => {
  const used = new Set([...taken, ...list.map(({ id }) => id).filter((id) => !fresh.has(id))])
  for (const { id, label, otherwise } of list) {
    if (!fresh.has(id)) continue
    const name = uniqueId(slugOf(words(label)) || otherwise, (one) => used.has(one))
    used.add(name)
    names.set(id, name)
  }
}

interface Scope {
  readonly fresh: ReadonlySet<string>
  readonly words: (key: string) => string
  readonly taken?: ReadonlySet<string>
}

const nameParts = (one: RecordClassFile, scope: Scope): Names => {
  const names: Names = new Map()
  const fields = fieldsOf(one).map(({ field }) => field)
  const sections = one.sections.map(({ id, label }) => ({ id, label, otherwise: 'section' }))
  nameAll(sections, names, scope)
  nameAll(
    fields.map(({ id, label, type }) => ({ id, label, otherwise: type })),
    names,
    scope,
  )
  nameAll(
    (one.scores ?? []).map(({ id, label }) => ({ id, label, otherwise: 'score' })),
    names,
    scope,
  )
  for (const field of fields) {
    const options = optionsIn(field).map(({ value, label }) => ({ id: value, label, otherwise: 'option' }))
    nameAll(options, names, scope)
  }
  return names
}

/** Ids of modules and classes are the practice's own, and no two modules share one. */
const nameOwn = (list: readonly Named[], names: Names, { fresh, words, taken }: Scope): void => {
  const used = new Set([...(taken ?? []), ...list.map(({ id }) => id).filter((id) => !fresh.has(id))])
  for (const { id, label, otherwise } of list) {
    if (!fresh.has(id)) continue
    const wanted = `${ownPrefix}${slugOf(words(label)).slice(0, moduleLimits.id) || otherwise}`
    const name = uniqueId(wanted, (one) => used.has(one))
    used.add(name)
    names.set(id, name)
  }
}

/** A key that says where its text stands: `own_knee_flexion_hint`. */
const keyOf = (at: string, { own, inClass }: Pick<SettledIds, 'own' | 'inClass'>): string => {
  const [holder = '', ...parts] = at.split('/')
  const named = inClass.get(holder)
  return [own.get(holder) ?? holder, ...parts.map((part) => named?.get(part) ?? part)]
    .filter((part) => !['field', 'label', 'option'].includes(part))
    .join('_')
    .slice(0, 180)
}

const nameKeys = (
  document: ModuleDocument,
  ids: Pick<SettledIds, 'own' | 'inClass'>,
  fresh: ReadonlySet<string>,
): Names => {
  const names: Names = new Map()
  const used = new Set(Object.values(document.locales).flatMap((texts) => Object.keys(texts)))
  for (const { key, at } of placedTexts(document)) {
    if (!fresh.has(key) || names.has(key)) continue
    const wanted = keyOf(at, ids)
    let name = wanted
    for (let number = 2; used.has(name); number += 1) name = `${wanted}_${number}`
    used.add(name)
    names.set(key, name)
  }
  return names
}

export interface SettledIds {
  /** New ids of the module and its classes, by the old ones. */
  readonly own: ReadonlyMap<string, string>
  /** New ids of sections, fields, options and scores, by the old id of their class: a copied form has the same ones. */
  readonly inClass: ReadonlyMap<string, ReadonlyMap<string, string>>
  readonly keys: ReadonlyMap<string, string>
}

/** What every id that waits for its label is called from now on. */
export const settledIds = (
  document: ModuleDocument,
  fresh: ReadonlySet<string>,
  taken?: TakenIds,
): SettledIds => {
  const names: Names = new Map()
  const scope: Scope = { fresh, words: wordsIn(document) }
  const { module, classes } = document
  const ownModule = [{ id: module.id, label: module.name, otherwise: 'module' }]
  nameOwn(ownModule, names, { ...scope, taken: taken?.modules ?? new Set() })
  const ownClasses = classes.map(({ classId, name }) => ({ id: classId, label: name, otherwise: 'form' }))
  nameOwn(ownClasses, names, { ...scope, taken: taken?.classes ?? new Set() })
  const inClass = new Map(classes.map((one) => [one.classId, nameParts(one, scope)]))
  return { own: names, inClass, keys: nameKeys(document, { own: names, inClass }, fresh) }
}
