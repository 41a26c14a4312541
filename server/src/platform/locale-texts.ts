import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Language } from '@ulna/contract/record-class'
import { paths } from '../paths.ts'

/** A group of texts whose keys stand side by side: `locales/<language>/<group>.json`. */
export const readLocaleTexts = (language: Language, group: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(path.join(paths.locales, language, `${group}.json`), 'utf8')) as Record<
    string,
    string
  >
