import { languages } from '@ulna/contract/languages'
import { type ModuleDocument, moduleDocumentFormat } from '@ulna/contract/modules/module-document'
import type { Language, RecordClassFile } from '@ulna/contract/record-class/record-class'
import { withoutUnusedTexts, withText } from './module-texts.ts'
import { type SettledIds, settledIds, type TakenIds } from './settled-ids.ts'

/** A module on its way: the document, and which of its ids still wait for their label. */
export interface EditorModel {
  readonly document: ModuleDocument
  /** Ids and text keys given for the time being; saving gives them those of their labels. */
  readonly fresh: readonly string[]
  /** The number of the last one. */
  readonly count: number
}

const numbersIn = (document: ModuleDocument): number[] =>
  [...JSON.stringify(document).matchAll(/new__(\d{1,9})/g)].map(([, digits]) => Number(digits))

export const modelOf = (document: ModuleDocument): EditorModel => ({
  document,
  fresh: [],
  count: Math.max(0, ...numbersIn(document)),
})

/** An id for something that has no label yet. */
export const withFreshId = (model: EditorModel): [EditorModel, string] => {
  const count = model.count + 1
  const id = `new__${count}`
  return [{ ...model, count, fresh: [...model.fresh, id] }, id]
}

/** Several at once. */
export const withFreshIds = (model: EditorModel, wanted: number): [EditorModel, string[]] => {
  const ids: string[] = []
  let next = model
  for (let index = 0; index < wanted; index += 1) {
    const [after, id] = withFreshId(next)
    next = after
    ids.push(id)
  }
  return [next, ids]
}

const renamed = (value: unknown, names: ReadonlyMap<string, string>): unknown => {
  if (typeof value === 'string') return names.get(value) ?? value
  if (Array.isArray(value)) return value.map((one) => renamed(one, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [names.get(key) ?? key, renamed(part, names)]),
  )
}

const textsRenamed = (texts: Readonly<Record<string, string>>, keys: ReadonlyMap<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [keys.get(key) ?? key, text]))

const withNames = (document: ModuleDocument, { own, inClass, keys }: SettledIds): ModuleDocument => {
  const { module, classes, locales } = document
  const namesOf = ({ classId }: RecordClassFile) =>
    new Map([...keys, ...own, ...(inClass.get(classId) ?? [])])
  const texts = languages.map((one) => [one, textsRenamed(locales[one], keys)] as const)
  const named = classes.map((one) => renamed(one, namesOf(one)) as RecordClassFile)
  return {
    ...document,
    module: {
      ...module,
      id: own.get(module.id) ?? module.id,
      name: keys.get(module.name) ?? module.name,
      description: keys.get(module.description) ?? module.description,
      classes: named.map(({ classId }) => classId),
    },
    classes: named,
    locales: Object.fromEntries(texts) as ModuleDocument['locales'],
  }
}

export interface SettledModel {
  readonly document: ModuleDocument
  /** What each id that waited for its label is called now. */
  readonly ids: SettledIds
}

/** The document as it is saved, with the ids its labels give. */
export const settled = (model: EditorModel, taken?: TakenIds): SettledModel => {
  const document = withoutUnusedTexts(model.document)
  const ids = settledIds(document, new Set(model.fresh), taken)
  return { document: withNames(document, ids), ids }
}

export const documentOf = (model: EditorModel, taken?: TakenIds): ModuleDocument =>
  settled(model, taken).document

/** Other words at one place. */
export const writeText = (model: EditorModel, at: string, language: Language, text: string): EditorModel => {
  const [next, freshKey] = withFreshId(model)
  const document = withText(model.document, { at, language, text, freshKey })
  // The place had a key of its own: the new one was not needed.
  const isUsed = Object.hasOwn(document.locales[language], freshKey)
  return isUsed ? { ...next, document } : { ...model, document }
}

/** A module that holds nothing yet; it cannot be saved before it has a form. */
export const newModel = (): EditorModel => {
  const empty: EditorModel = {
    document: {
      format: moduleDocumentFormat,
      module: {
        id: '',
        name: '',
        description: '',
        category: 'examination',
        public: false,
        version: 1,
        licence: 'CC-BY-4.0',
        classes: [],
      },
      classes: [],
      locales: { es: {}, en: {}, it: {} },
    },
    fresh: [],
    count: 0,
  }
  const [model, [id = '', name = '', description = '']] = withFreshIds(empty, 3)
  const module = { ...model.document.module, id, name, description }
  return { ...model, document: { ...model.document, module } }
}
