import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const languages = ['es', 'en', 'it'] as const
export type Language = (typeof languages)[number]

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')

const load = (file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Record<string, unknown>

const lookUp = (texts: Record<string, unknown>, key: string): string => {
  const found = Object.hasOwn(texts, key)
    ? texts[key]
    : key
        .split('.')
        .reduce<unknown>((node, part) => (node as Record<string, unknown> | undefined)?.[part], texts)
  if (typeof found !== 'string') throw new Error(`there is no text ${key}`)
  return found
}

const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values).reduce(
    (filled, [name, value]) => filled.replaceAll(`{{${name}}}`, String(value)),
    text,
  )

export type Texts = (key: string, values?: Readonly<Record<string, string | number>>) => string

/** `module:` is the standard one, `module.falls:` any other. */
const fileOf = (group: string, language: Language): string => {
  const [kind, module = 'standard'] = group.split('.')
  return kind === 'module'
    ? `modules/${module}/locales/${language}.json`
    : `locales/${language}/${group}.json`
}

/** The words on the screen, as the product's own files have them: `t('patient:list.new')`, `t('module:followUp_patientObs')`. */
export const textsIn =
  (language: Language): Texts =>
  (key, values = {}) => {
    const [group = '', name = ''] = key.split(':')
    return fill(lookUp(load(fileOf(group, language)), name), values)
  }
