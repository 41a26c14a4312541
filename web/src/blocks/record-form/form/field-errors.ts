import type { FieldError } from '@ulna/contract/errors'

/** Says what is wrong with a field, in the language of the app. */
export type SayError = (error: FieldError) => string

/** `data.imc.weight` concerns the field `imc`. */
export const fieldIdOf = (path: string): string => path.replace(/^data\./, '').split('.')[0] ?? path

const partLabels = {
  weight: 'bmi.weight',
  height: 'bmi.height',
  left: 'side.left',
  right: 'side.right',
} as const

/** Which part of a value a fault is about: `data.flexion.left` is about `left`. */
const partOfPath = (path: string): string | undefined => path.replace(/^data\./, '').split('.')[1]

/** Text key of the part of a value a fault is about: half of weight and height, a side. */
export const partLabelOf = (path: string): (typeof partLabels)[keyof typeof partLabels] | undefined => {
  const part = partOfPath(path)
  return part !== undefined && Object.hasOwn(partLabels, part)
    ? partLabels[part as keyof typeof partLabels]
    : undefined
}

interface FormError {
  type: string
  message: string
  /** What is wrong with each part, without its name: it stands at the part. */
  types?: Record<string, string>
}

const partErrors = (errors: readonly FieldError[], say: SayError): Pick<FormError, 'types'> => {
  const parts = errors.flatMap((error) => {
    const part = partOfPath(error.field)
    return part === undefined ? [] : [[part, say({ ...error, field: fieldIdOf(error.field) })] as const]
  })
  return parts.length > 0 ? { types: Object.fromEntries(parts.toReversed()) } : {}
}

/** The first fault of each field, and of each of its parts, as the form library carries them. */
export const asFormErrors = (errors: readonly FieldError[], say: SayError): Record<string, FormError> => {
  const first = new Map<string, FormError>()
  for (const error of errors) {
    const id = fieldIdOf(error.field)
    if (first.has(id)) continue
    const ofField = errors.filter(({ field }) => fieldIdOf(field) === id)
    first.set(id, { type: error.message, message: say(error), ...partErrors(ofField, say) })
  }
  return Object.fromEntries(first)
}
