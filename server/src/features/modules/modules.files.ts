import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { languages } from '@ulna/contract/languages'
import {
  type Language,
  localeTexts,
  type RecordClass,
  type RecordClassFile,
  recordClassFile,
} from '@ulna/contract/record-class'
import { type RecordModuleFile, recordModuleFile } from '@ulna/contract/record-module'
import * as z from 'zod/mini'
import { classFaults, textKeysOf } from './modules.faults.ts'

type Texts = Readonly<Record<Language, Readonly<Record<string, string>>>>

export interface RecordModuleFiles {
  readonly module: RecordModuleFile
  /** In the order `module.json` lists them, each with the texts it needs in every language. */
  readonly classes: readonly RecordClass[]
  /** All texts of the module. */
  readonly texts: Texts
}

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
const { localeError } = z.locales.en()

const readFile = <S extends z.ZodMiniType>(file: string, schema: S): z.output<S> => {
  const parsed = z.safeParse(schema, readJson(file), { error: localeError })
  if (parsed.success) return parsed.data
  return refuse(...parsed.error.issues.map((issue) => `${file}: ${issue.path.join('.')} ${issue.message}`))
}

const readTexts = (folder: string): Texts =>
  Object.fromEntries(
    languages.map((language) => [
      language,
      readFile(path.join(folder, 'locales', `${language}.json`), localeTexts),
    ]),
  ) as Record<Language, Record<string, string>>

const missingTexts = (keys: readonly string[], texts: Texts): string[] =>
  languages.flatMap((language) =>
    keys
      .filter((key) => !Object.hasOwn(texts[language], key) || texts[language][key]?.trim() === '')
      .map((key) => `has no text for "${key}" in ${language}`),
  )

const pick = (texts: Readonly<Record<string, string>>, keys: readonly string[]): Record<string, string> =>
  Object.fromEntries(keys.map((key) => [key, texts[key] ?? key]))

const loadClass = (folder: string, module: RecordModuleFile, classId: string, texts: Texts): RecordClass => {
  const file = path.join(folder, 'classes', `${classId}.json`)
  const body: RecordClassFile = readFile(file, recordClassFile)
  const keys = textKeysOf(body)
  const faults = [
    ...(body.classId === classId ? [] : [`has the classId "${body.classId}" instead of its file's name`]),
    ...classFaults(body),
    ...missingTexts(keys, texts),
  ]
  if (faults.length > 0) refuse(...faults.map((fault) => `${file}: ${fault}`))
  const locales = Object.fromEntries(languages.map((language) => [language, pick(texts[language], keys)]))
  return { ...body, recordModuleId: module.id, locales: locales as RecordClass['locales'] }
}

const unlistedClasses = (folder: string, module: RecordModuleFile): string[] =>
  readdirSync(path.join(folder, 'classes'))
    .filter((name) => !module.classes.some((classId) => name === `${classId}.json`))
    .map((name) => `${path.join(folder, 'classes', name)} is not listed in module.json`)

/** Reads one module whole. Throws `ModuleRefused` with every reason found in the first file that has any. */
export const loadModule = (folder: string): RecordModuleFiles => {
  const file = path.join(folder, 'module.json')
  const module = readFile(file, recordModuleFile)
  if (module.id !== path.basename(folder))
    refuse(`${file}: has the id "${module.id}" instead of its folder's name`)
  const texts = readTexts(folder)
  const missing = missingTexts([module.name, module.description], texts)
  if (missing.length > 0) refuse(...missing.map((fault) => `${file}: ${fault}`))
  const classes = module.classes.map((classId) => loadClass(folder, module, classId, texts))
  const unlisted = unlistedClasses(folder, module)
  if (unlisted.length > 0) refuse(...unlisted)
  return { module, classes, texts }
}

const classesTwice = (modules: readonly RecordModuleFiles[]): string[] => {
  const ids = modules.flatMap(({ module }) => module.classes)
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) < index))].map(
    (id) => `The class "${id}" is in more than one place`,
  )
}

/**
 * Reads every module below a directory, by folder name. A module is used whole or not at all: any fault throws
 * `ModuleRefused` with the file and the reason (decisions.md §10).
 */
export const loadModules = (directory: string): RecordModuleFiles[] => {
  const modules = readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .toSorted()
    .map((name) => loadModule(path.join(directory, name)))
  const twice = classesTwice(modules)
  if (twice.length > 0) refuse(...twice)
  return modules
}
