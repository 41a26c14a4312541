import { type RecordClassFile, visibility } from '@ulna/contract/record-class/record-class'
import { type EditorModel, withFreshId, withFreshIds } from './editor-model.ts'
import { moved } from './moved.ts'
import { tidyClass } from './tidy-class.ts'

export const classIn = (model: EditorModel, classId: string): RecordClassFile | undefined =>
  model.document.classes.find((one) => one.classId === classId)

const withClasses = (model: EditorModel, classes: readonly RecordClassFile[]): EditorModel => ({
  ...model,
  document: { ...model.document, classes: [...classes] },
})

/** One form changed; what named a field or an option that is gone no longer does. */
export const changeClass = (
  model: EditorModel,
  classId: string,
  change: (recordClass: RecordClassFile) => RecordClassFile,
): EditorModel =>
  withClasses(
    model,
    model.document.classes.map((one) => (one.classId === classId ? tidyClass(change(one)) : one)),
  )

export const changeModule = (
  model: EditorModel,
  part: Partial<EditorModel['document']['module']>,
): EditorModel => ({
  ...model,
  document: { ...model.document, module: { ...model.document.module, ...part } },
})

/** A form with one empty section, last of all. Answers its id too. */
export const addClass = (model: EditorModel, lang: RecordClassFile['lang']): [EditorModel, string] => {
  const [next, [classId = '', name = '', id = '', label = '']] = withFreshIds(model, 4)
  const added: RecordClassFile = {
    classId,
    name,
    type: 'test',
    subType: classId,
    lang,
    version: 1,
    active: true,
    sections: [{ id, label, displayOrder: visibility.medium, fields: [] }],
  }
  return [withClasses(next, [...next.document.classes, added]), classId]
}

export const removeClass = (model: EditorModel, classId: string): EditorModel =>
  withClasses(
    model,
    model.document.classes.filter((one) => one.classId !== classId),
  )

export const moveClass = (model: EditorModel, classId: string, by: number): EditorModel => {
  const { classes } = model.document
  const from = classes.findIndex((one) => one.classId === classId)
  return withClasses(model, moved(classes, from, from + by))
}

/** The same form once more, after it: its ids wait for their labels again, its texts are shared until they change. */
export const duplicateClass = (model: EditorModel, classId: string): [EditorModel, string] => {
  const { classes } = model.document
  const at = classes.findIndex((one) => one.classId === classId)
  const original = classes[at]
  if (!original) return [model, classId]
  const [next, id] = withFreshId(model)
  const copy = { ...original, classId: id, subType: id, version: 1, type: 'test' as const }
  return [withClasses(next, classes.toSpliced(at + 1, 0, copy)), id]
}

/** A section with nothing in it, last of the form. */
export const addSection = (model: EditorModel, classId: string): [EditorModel, string] => {
  const [next, [id = '', label = '']] = withFreshIds(model, 2)
  const section = { id, label, displayOrder: visibility.medium, fields: [] }
  const added = changeClass(next, classId, (one) => ({ ...one, sections: [...one.sections, section] }))
  return [added, id]
}

export const removeSection = (model: EditorModel, classId: string, id: string): EditorModel =>
  changeClass(model, classId, (one) => ({
    ...one,
    sections: one.sections.filter((section) => section.id !== id),
  }))

export const moveSection = (model: EditorModel, classId: string, id: string, by: number): EditorModel =>
  changeClass(model, classId, (one) => {
    const from = one.sections.findIndex((section) => section.id === id)
    return { ...one, sections: [...moved(one.sections, from, from + by)] }
  })
