import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

export const languages = ['es', 'en', 'it']

/** `{ a: { b: 'text' } }` as `Map { 'a.b' → 'text' }`. */
export const flatten = (value, prefix = '') =>
  Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'object' && inner !== null
      ? flatten(inner, `${prefix}${key}.`)
      : [[`${prefix}${key}`, inner]],
  )

const readTexts = async (file) => {
  try {
    return { texts: new Map(flatten(JSON.parse(await readFile(file, 'utf8')))), faults: [] }
  } catch (error) {
    return { texts: new Map(), faults: [`${file}: ${error.message}`] }
  }
}

const jsonNames = async (directory) => {
  const names = await readdir(directory).catch(() => [])
  return names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length))
}

/** All texts of one file in three languages: `{ label, es, en, it }`, each a map from key to text. */
const readTranslated = async (label, fileOf) => {
  const read = await Promise.all(languages.map((language) => readTexts(fileOf(language))))
  const texts = Object.fromEntries(languages.map((language, index) => [language, read[index].texts]))
  return { label, ...texts, faults: read.flatMap((one) => one.faults) }
}

/** The groups of `locales/`, each one file a language. */
export const readGroups = async (root) => {
  const directory = path.join(root, 'locales')
  const names = new Set(
    (await Promise.all(languages.map((language) => jsonNames(path.join(directory, language))))).flat(),
  )
  return Promise.all(
    [...names]
      .sort()
      .map((name) => readTranslated(name, (language) => path.join(directory, language, `${name}.json`))),
  )
}

/** The texts of every record module. */
export const readModules = async (root) => {
  const directory = path.join(root, 'modules')
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => [])
  const modules = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return Promise.all(
    modules.map((name) =>
      readTranslated(`modules/${name}`, (language) =>
        path.join(directory, name, 'locales', `${language}.json`),
      ),
    ),
  )
}
