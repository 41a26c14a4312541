import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { isEntry, root } from '../run-command.mjs'
import { apostropheFaults, askedKeys, faultsOfCalls, faultsOfFile, unusedTexts } from './locale-faults.mjs'
import { readGroups, readModules } from './locale-files.mjs'
import { readObjectKeys, readTranslations } from './translation-calls.mjs'
import { readUnsaid, verbFaults, vocabularyFaults } from './vocabulary.mjs'

/** Specification §2, and the texts of mails. */
const requiredGroups = [
  'home',
  'auth',
  'user',
  'dashboard',
  'patient',
  'settings',
  'doctor',
  'practice',
  'calendar',
  'record',
  'sessionPackage',
  'privacyPolicy',
  'termsConditions',
  'buttons',
  'common',
  'error',
  'mails',
]

const sourceFolders = ['web/src', 'server/src', 'contract/src']

const readSources = async (directory) => {
  const names = await readdir(directory, { recursive: true }).catch(() => [])
  const files = names.filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
  return Promise.all(
    files.map(async (name) => [
      path.join(directory, name),
      await readFile(path.join(directory, name), 'utf8'),
    ]),
  )
}

const labelsIn = (value) => {
  if (Array.isArray(value)) return value.flatMap(labelsIn)
  if (typeof value !== 'object' || value === null) return []
  const own = typeof value.label === 'string' ? [value.label] : []
  return [...own, ...Object.values(value).flatMap(labelsIn)]
}

/** Labels of a module's classes that have no text. */
const moduleFaults = async (directory, file) => {
  const folder = path.join(directory, file.label, 'classes')
  const names = await readdir(folder).catch(() => [])
  const keys = askedKeys(file)
  const classes = await Promise.all(
    names.map(async (name) => [name, JSON.parse(await readFile(path.join(folder, name), 'utf8'))]),
  )
  return classes.flatMap(([name, content]) =>
    labelsIn(content)
      .filter((label) => !keys.has(label))
      .map((label) => `${file.label}/classes/${name}: ${label} has no text`),
  )
}

const readCatalogue = async (directory) => {
  const text = await readFile(path.join(directory, 'contract/src/errors.ts'), 'utf8').catch(() => '')
  return readObjectKeys(text, 'errorCatalogue')
}

/** The words that are not said any more. */
const readGlossary = async (directory) =>
  readUnsaid(await readFile(path.join(directory, 'docs/glossary.md'), 'utf8').catch(() => ''))

/** Everything that is wrong with the texts of the repository in `directory`, and the texts nobody asks for. */
export const checkLocales = async (directory) => {
  const [groups, modules, catalogue, unsaid, files] = await Promise.all([
    readGroups(directory),
    readModules(directory),
    readCatalogue(directory),
    readGlossary(directory),
    Promise.all(sourceFolders.map((folder) => readSources(path.join(directory, folder)))),
  ])
  const sources = files.flat().map(([file, text]) => readTranslations(path.relative(directory, file), text))
  const keysByGroup = new Map(groups.map((file) => [file.label, askedKeys(file)]))
  const isOfErrors = (group) => group === 'error' || group.endsWith('Errors')
  const errorTexts = new Set(
    [...keysByGroup].flatMap(([group, keys]) => (isOfErrors(group) ? [...keys] : [])),
  )
  const faults = [
    ...requiredGroups
      .filter((group) => !keysByGroup.has(group))
      .map((group) => `the group ${group} is missing`),
    ...[...groups, ...modules].flatMap(faultsOfFile),
    ...groups.flatMap(apostropheFaults),
    ...groups.flatMap((file) => vocabularyFaults(file, unsaid)),
    ...groups.flatMap(verbFaults),
    ...(await Promise.all(modules.map((file) => moduleFaults(directory, file)))).flat(),
    ...catalogue
      .filter((key) => !errorTexts.has(key))
      .map((key) => `error: ${key} of the catalogue has no text`),
    ...faultsOfCalls(
      sources.flatMap((source) => source.calls),
      keysByGroup,
    ),
  ]
  return {
    faults,
    unused: unusedTexts(sources, keysByGroup),
    texts: [...keysByGroup.values()].reduce((sum, keys) => sum + keys.size, 0),
  }
}

if (isEntry(import.meta.url)) {
  const { faults, unused, texts } = await checkLocales(root)
  for (const name of unused) console.log(`unused text  ${name}`)
  for (const fault of faults) console.error(fault)
  console.log(`${texts} texts in three languages, ${unused.length} unused, ${faults.length} faults`)
  process.exit(faults.length === 0 ? 0 : 1)
}
