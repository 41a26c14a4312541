import {
  type FieldChoice,
  type FieldChoices,
  joinedFields,
  type MergedField,
  mergedFields,
} from '@ulna/contract/patient-merges/patient-merges'
import type { Patient } from '@ulna/contract/patients/patients'

export type Choices = Readonly<Partial<Record<MergedField, FieldChoice>>>

const isJoined = (field: MergedField): boolean => joinedFields.some((one) => one === field)

const isBlank = (value: unknown): boolean => value === null || value === ''

/** Both have a picture, or one has: whose it is says its address alone. */
const sameIn = (field: MergedField, kept: Patient, other: Patient): boolean =>
  field === 'profileImgData' ? other.profileImgData === null : kept[field] === other[field]

/** What both say differently, so that somebody chooses; in the order of the form. */
export const differingFields = (kept: Patient, other: Patient): readonly MergedField[] =>
  mergedFields.filter(
    (field) => !sameIn(field, kept, other) && !(isBlank(kept[field]) && isBlank(other[field])),
  )

/** The file that stays keeps what it says; what it says nothing of is filled in from the other, and texts stay both. */
export const firstChoices = (kept: Patient, other: Patient): Choices => {
  const choose = (field: MergedField): FieldChoice => {
    if (isBlank(kept[field])) return 'other'
    return isJoined(field) && !isBlank(other[field]) ? 'both' : 'kept'
  }
  return Object.fromEntries(differingFields(kept, other).map((field) => [field, choose(field)]))
}

/** The first choices, but for what somebody chose that still may be chosen. */
export const currentChoices = (kept: Patient, other: Patient, chosen: Choices): Choices => {
  const first = firstChoices(kept, other)
  const still = Object.entries(chosen).filter(
    ([field, choice]) =>
      field in first && choicesOf(field as MergedField, kept, other).some((one) => one === choice),
  )
  return { ...first, ...Object.fromEntries(still) }
}

/** What may be chosen of a field: texts may stay both, where both say something. */
export const choicesOf = (field: MergedField, kept: Patient, other: Patient): readonly FieldChoice[] =>
  isJoined(field) && !isBlank(kept[field]) && !isBlank(other[field])
    ? ['kept', 'other', 'both']
    : ['kept', 'other']

/** As it is sent: what stays as it is need not be said. */
export const sentChoices = (choices: Choices): FieldChoices =>
  Object.fromEntries(Object.entries(choices).filter(([, choice]) => choice !== 'kept')) as FieldChoices
