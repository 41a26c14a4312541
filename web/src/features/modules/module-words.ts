import type { RecordModule } from '@ulna/contract/modules/modules'
import type { Language, RecordClass } from '@ulna/contract/record-class/record-class'

/** A text of a module in a language; in the language modules are written in where it lacks, then the key. */
export const moduleText = (
  { locales }: Pick<RecordModule, 'locales'>,
  language: Language,
  key: string,
): string => locales[language]?.[key] ?? locales.es?.[key] ?? key

/** Name of a class by the modules that list it, installed or not; undefined for a class of none. */
export const listedClassName = (
  modules: readonly RecordModule[],
  classId: RecordClass['classId'],
  language: Language,
): string | undefined => {
  const owner = modules.find((one) => one.recordClasses.some((each) => each.classId === classId))
  const listed = owner?.recordClasses.find((each) => each.classId === classId)
  return owner && listed && moduleText(owner, language, listed.name)
}
