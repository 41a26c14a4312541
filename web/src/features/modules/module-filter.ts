import { foldText } from '@ulna/contract/fold-text'
import type { RecordModule } from '@ulna/contract/modules/modules'
import type { ModuleCategory } from '@ulna/contract/modules/record-module'
import type { Language } from '@ulna/contract/record-class/record-class'
import { moduleText } from './module-words.ts'

/** What every file has needs no view of its own. */
export const moduleViews = [
  'all',
  'installed',
  'measures',
  'scales',
  'tests',
  'examination',
  'consents',
] as const satisfies readonly (Exclude<ModuleCategory, 'standard'> | 'all' | 'installed')[]
export type ModuleView = (typeof moduleViews)[number]

export interface ModuleFilter {
  readonly view: ModuleView
  readonly sought: string
  readonly language: Language
  readonly installed: ReadonlySet<string>
}

/** True when every word stands somewhere in the text, without regard to case and accents. */
export const saysAll = (text: string, sought: string): boolean => {
  const folded = foldText(text)
  return foldText(sought)
    .split(/\s+/)
    .every((word) => folded.includes(word))
}

const wordsOf = (module: RecordModule, language: Language): string =>
  [
    module.name,
    module.description,
    ...module.recordClasses.flatMap((one) => [one.name, one.description ?? '']),
  ]
    .map((key) => moduleText(module, language, key))
    .join(' ')

const isOfView = ({ id, category }: RecordModule, { view, installed }: ModuleFilter): boolean => {
  if (view === 'all') return true
  return view === 'installed' ? installed.has(id) : category === view
}

/** The modules of a view that speak of what is sought, also in their forms: the standard one first, then by name. */
export const filterModules = (modules: readonly RecordModule[], filter: ModuleFilter): RecordModule[] => {
  const { language, sought } = filter
  const nameOf = (module: RecordModule) => moduleText(module, language, module.name)
  const rank = ({ category }: RecordModule) => (category === 'standard' ? 0 : 1)
  return modules
    .filter((module) => isOfView(module, filter) && saysAll(wordsOf(module, language), sought))
    .sort((one, other) => rank(one) - rank(other) || nameOf(one).localeCompare(nameOf(other), language))
}
