import * as z from 'zod/mini'
import { limits } from '../http/text.ts'

/** Ids of fields, sections and scores: letters, digits, underscore. `__proto__` and its kin are refused. */
export const fieldId = z.string().check(
  z.regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/),
  z.refine((id) => !['constructor', 'prototype'].includes(id)),
)

/** The key of a text in the module's locales. */
export const textKey = z.string().check(z.minLength(1), z.maxLength(limits.title))
