import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { languages } from '@ulna/contract/languages'
import { isOwnId } from '@ulna/contract/modules/module-document'
import { type RecordModuleFile, recordModuleFile } from '@ulna/contract/modules/record-module'
import {
  type Language,
  localeTexts,
  type RecordClass,
  type RecordClassFile,
  recordClassFile,
} from '@ulna/contract/record-class/record-class'
import type * as z from 'zod/mini'
import type { Fault } from './faults/modules.fault.ts'
import { faultText } from './faults/modules.fault-texts.ts'
import { classFaults, neededConsentFaults } from './faults/modules.faults.ts'
import { readShape } from './faults/modules.shape.faults.ts'
import { textKeysOf } from './faults/modules.text-keys.ts'
import { missingTexts, pickTexts, type Texts } from './faults/modules.texts.faults.ts'
import type { WholeModule } from './modules.listed.ts'

/** A module that cannot be used; the message says which file and why, one fault a line. */
export class ModuleRefused extends Error {
  override readonly name = 'ModuleRefused'
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(`The record modules cannot be used:\n${faults.map((fault) => `- ${fault}`).join('\n')}`)
    this.faults = faults
  }
}

const refuse = (...faults: readonly string[]): never => {
  throw new ModuleRefused(faults)
}

const readJson = (file: string): unknown => {
  if (!existsSync(file)) return refuse(`${file} is missing`)
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    return refuse(`${file} is not JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Reasons are for whoever writes modules and reads the log: in English, like the file format. */
const told = (file: string, faults: readonly Fault[]): string[] =>
  faults.map((one) => `${file}: ${faultText(one)}`)

const readFile = <S extends z.ZodMiniType>(file: string, schema: S): z.output<S> => {
  const { value, faults } = readShape(schema, readJson(file))
  return faults ? refuse(...told(file, faults)) : value
}

const readTexts = (folder: string): Texts =>
  Object.fromEntries(
    languages.map((language) => [
      language,
      readFile(path.join(folder, 'locales', `${language}.json`), localeTexts),
    ]),
  ) as Record<Language, Record<string, string>>

const loadClass = (folder: string, module: RecordModuleFile, classId: string, texts: Texts): RecordClass => {
  const file = path.join(folder, 'classes', `${classId}.json`)
  const body: RecordClassFile = readFile(file, recordClassFile)
  const keys = textKeysOf(body)
  if (body.classId !== classId)
    refuse(`${file}: has the classId "${body.classId}" instead of its file's name`)
  const faults = [...classFaults(body), ...missingTexts(keys, texts)]
  if (faults.length > 0) refuse(...told(file, faults))
  return { ...body, recordModuleId: module.id, locales: pickTexts(texts, keys) }
}

const unlistedClasses = (folder: string, module: RecordModuleFile): string[] =>
  readdirSync(path.join(folder, 'classes'))
    .filter((name) => !module.classes.some((classId) => name === `${classId}.json`))
    .map((name) => `${path.join(folder, 'classes', name)} is not listed in module.json`)

/** Reads one module whole. Throws `ModuleRefused` with every reason found in the first file that has any. */
export const loadModule = (folder: string): WholeModule => {
  const file = path.join(folder, 'module.json')
  const module = readFile(file, recordModuleFile)
  if (module.id !== path.basename(folder))
    refuse(`${file}: has the id "${module.id}" instead of its folder's name`)
  const reserved = [module.id, ...module.classes].filter(isOwnId)
  if (reserved.length > 0)
    refuse(`${file}: the prefix of ${reserved.join(', ')} is for modules of a practice's own`)
  const texts = readTexts(folder)
  const missing = missingTexts([module.name, module.description], texts)
  if (missing.length > 0) refuse(...told(file, missing))
  const classes = module.classes.map((classId) => loadClass(folder, module, classId, texts))
  const unlisted = unlistedClasses(folder, module)
  if (unlisted.length > 0) refuse(...unlisted)
  return { module, classes, texts }
}

const classesTwice = (modules: readonly WholeModule[]): string[] => {
  const ids = modules.flatMap(({ module }) => module.classes)
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) < index))].map(
    (id) => `The class "${id}" is in more than one place`,
  )
}

/** A form may need a consent of another module. */
const consentsMissing = (modules: readonly WholeModule[]): string[] => {
  const classes = modules.flatMap((one) => one.classes)
  return classes.flatMap((one) => told(one.classId, neededConsentFaults(one, classes)))
}

/**
 * Reads every module below a directory, by folder name. A module is used whole or not at all: any fault throws
 * `ModuleRefused` with the file and the reason (product-decisions.md §10).
 */
export const loadModules = (directory: string): WholeModule[] => {
  const modules = readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .toSorted()
    .map((name) => loadModule(path.join(directory, name)))
  const twice = classesTwice(modules)
  if (twice.length > 0) refuse(...twice)
  const missing = consentsMissing(modules)
  if (missing.length > 0) refuse(...missing)
  return modules
}
