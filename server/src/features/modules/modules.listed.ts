import { isOwnId } from '@ulna/contract/modules/module-document'
import type { RecordModule } from '@ulna/contract/modules/modules'
import type { RecordModuleFile } from '@ulna/contract/modules/record-module'
import type { RecordClass } from '@ulna/contract/record-class/record-class'
import { pickTexts, type Texts } from './faults/modules.texts.faults.ts'

/** A module whose every part was checked. */
export interface WholeModule {
  readonly module: RecordModuleFile
  /** In the order `module.json` lists them, each with the texts it needs in every language. */
  readonly classes: readonly RecordClass[]
  /** All texts of the module. */
  readonly texts: Texts
}

const classOf = ({ classId, version, type, subType, name, description }: RecordClass) => ({
  classId,
  version,
  type,
  subType,
  name,
  description: description ?? null,
})

/** A module as lists tell of it: `body` of its row. Classes that take no new records are left out. */
export const moduleOf = ({ module, classes, texts }: WholeModule): RecordModule => {
  const recordClasses = classes.filter(({ active }) => active).map(classOf)
  const { id, name, description, category, version, licence, sources = [] } = module
  const classKeys = recordClasses.flatMap((one) => [one.name, one.description ?? []].flat())
  return {
    id,
    own: isOwnId(id),
    name,
    description,
    category,
    public: module.public,
    version,
    licence,
    sources,
    recordClasses,
    locales: pickTexts(texts, [name, description, ...classKeys]),
  }
}
