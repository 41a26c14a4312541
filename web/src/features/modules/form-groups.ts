import type { RecordModule } from '@ulna/contract/modules/modules'
import { standardModule } from '@ulna/contract/modules/record-module'
import type { Language, RecordClass } from '@ulna/contract/record-class/record-class'
import { classText } from '@ulna/contract/record-class/record-class.fields'
import { saysAll } from './module-filter.ts'
import { moduleText } from './module-words.ts'

export interface FormChoice {
  readonly classId: string
  readonly name: string
  readonly description: string
}

export interface FormGroup {
  readonly moduleId: string
  readonly name: string
  readonly forms: readonly FormChoice[]
}

/** The newest version of each class: only that is offered. */
const newestOf = (classes: readonly RecordClass[]): RecordClass[] => {
  const newest = new Map<string, RecordClass>()
  for (const one of classes) {
    if ((newest.get(one.classId)?.version ?? 0) < one.version) newest.set(one.classId, one)
  }
  return [...newest.values()]
}

const choiceOf = (recordClass: RecordClass, language: Language): FormChoice => ({
  classId: recordClass.classId,
  name: classText(recordClass, language, recordClass.name),
  description: recordClass.description ? classText(recordClass, language, recordClass.description) : '',
})

/**
 * The forms that new records can be written with, by module: the standard ones first, then modules by name, each with
 * its forms in the module's own order. A search leaves those that speak of it, or whose module does.
 */
export const formGroups = (
  classes: readonly RecordClass[],
  modules: readonly RecordModule[],
  language: Language,
  sought: string,
): FormGroup[] => {
  const ofModule = (module: RecordModule): FormGroup => {
    const name = moduleText(module, language, module.name)
    const order = new Map(module.recordClasses.map((one, index) => [one.classId, index]))
    const forms = newestOf(classes)
      .filter((one) => one.recordModuleId === module.id)
      .sort((one, other) => (order.get(one.classId) ?? 0) - (order.get(other.classId) ?? 0))
      .map((one) => choiceOf(one, language))
      .filter((form) => saysAll(`${name} ${form.name} ${form.description}`, sought))
    return { moduleId: module.id, name, forms }
  }
  const rank = ({ moduleId }: FormGroup) => (moduleId === standardModule ? 0 : 1)
  return modules
    .map(ofModule)
    .filter((group) => group.forms.length > 0)
    .sort((one, other) => rank(one) - rank(other) || one.name.localeCompare(other.name, language))
}
