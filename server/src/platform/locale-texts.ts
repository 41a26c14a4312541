import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Language } from '@ulna/contract/record-class/record-class'
import { paths } from '../paths.ts'

/** A group of texts as i18next takes it. */
export const readTextGroup = (language: Language, group: string): object =>
  JSON.parse(readFileSync(path.join(paths.locales, language, `${group}.json`), 'utf8')) as object

/** A group of texts whose keys stand side by side: `locales/<language>/<group>.json`. */
export const readLocaleTexts = (language: Language, group: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(path.join(paths.locales, language, `${group}.json`), 'utf8')) as Record<
    string,
    string
  >

type Texts = { readonly [key: string]: string | Texts }

const groups = new Map<string, Texts>()

const groupOf = (language: Language, group: string): Texts => {
  const key = `${language}/${group}`
  const known = groups.get(key)
  if (known) return known
  const texts = JSON.parse(readFileSync(path.join(paths.locales, language, `${group}.json`), 'utf8')) as Texts
  groups.set(key, texts)
  return texts
}

/**
 * The texts of the web app for what the server puts into words itself: keys as `summary.yes`, of another group as
 * `bodyChart:drawn`. A key that is missing throws, so that nobody is shown one.
 */
export const textsOf =
  (language: Language, group: string) =>
  (key: string, values: Readonly<Record<string, string | number>> = {}): string => {
    const [of, name] = key.includes(':') ? (key.split(':', 2) as [string, string]) : [group, key]
    let found: string | Texts | undefined = groupOf(language, of)
    for (const part of name.split('.'))
      found = typeof found === 'object' && Object.hasOwn(found, part) ? found[part] : undefined
    if (typeof found !== 'string') throw new Error(`there is no text ${of}:${name} in ${language}`)
    return found.replaceAll(/\{\{(\w+)\}\}/g, (_, value: string) => String(values[value] ?? ''))
  }
