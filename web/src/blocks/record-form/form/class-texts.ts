import type { Language, RecordClass } from '@ulna/contract/record-class/record-class'
import { classText } from '@ulna/contract/record-class/record-class.fields'

export type ClassText = (key: string) => string

/** Texts of a class in a language; falls back to the language the class was written in, then to the key. */
export const classTexts =
  (recordClass: RecordClass, language: Language): ClassText =>
  (key) =>
    classText(recordClass, language, key)
