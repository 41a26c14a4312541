import type { FieldError } from '@ulna/contract/http/errors'
import type { FieldErrors } from 'react-hook-form'
import type { FormValues } from './form-values.ts'

/** Says what is wrong with a field, in the language of the app. */
export type SayError = (error: FieldError) => string

/** `data.imc.weight` concerns the field `imc`. */
export const fieldIdOf = (path: string): string => path.replace(/^data\./, '').split('.')[0] ?? path

/** Which half of weight and height a fault is about. */
export const partOfPath = (path: string): 'weight' | 'height' | undefined => {
  const part = path.split('.').at(-1)
  return part === 'weight' || part === 'height' ? part : undefined
}

/** The first fault of each field, as the form library carries them. */
export const asFormErrors = (errors: readonly FieldError[], say: SayError): FieldErrors<FormValues> => {
  const first = new Map<string, { type: string; message: string }>()
  for (const error of errors) {
    const id = fieldIdOf(error.field)
    if (!first.has(id)) first.set(id, { type: error.message, message: say(error) })
  }
  return Object.fromEntries(first)
}
