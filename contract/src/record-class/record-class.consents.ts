import { fieldsOf, switchOptions, valueFieldsOf } from './record-class.fields.ts'
import type { FieldOption, RecordClassFile, RecordField } from './record-class.ts'

/** What can be chosen in a field, or in the value of a conditional switch; empty for a field without choices. */
export const choicesOf = (field: RecordField): readonly FieldOption[] =>
  field.options ?? switchOptions(field) ?? []

/** Whether a value, as it is stored or as it stands in a form, chooses an option. */
const isChosen = (value: unknown, option: string): boolean => {
  if (Array.isArray(value)) return value.includes(option)
  if (typeof value !== 'object' || value === null) return value === option
  return 'enabled' in value && value.enabled === true && 'value' in value && value.value === option
}

type Needing = Partial<Pick<RecordClassFile, 'needsConsent'>> & Pick<RecordClassFile, 'sections'>

/**
 * The consents that a patient is to have signed for what a record says: that of the form first, then those of what was
 * chosen in it, in the order of the form, each once. The data need not be valid: what is being typed counts as it is.
 */
export const neededConsents = (
  recordClass: Needing,
  data: Readonly<Record<string, unknown>>,
): readonly string[] => {
  const chosen = valueFieldsOf(recordClass).flatMap(({ field }) =>
    choicesOf(field).flatMap(({ value, needsConsent }) =>
      needsConsent !== undefined && isChosen(data[field.id], value) ? [needsConsent] : [],
    ),
  )
  return [
    ...new Set([...(recordClass.needsConsent === undefined ? [] : [recordClass.needsConsent]), ...chosen]),
  ]
}

export interface ConsentNeed {
  /** Id of the consent. */
  readonly id: string
  /** Ids from the section to the field whose choice needs it; empty where the form does. */
  readonly at: readonly string[]
}

/** Every consent that a form may need, and what in it does; a field names each once. */
export const consentNeeds = ({ needsConsent, sections }: Needing): readonly ConsentNeed[] => {
  const ofChoices = fieldsOf({ sections }).flatMap(({ field, within }) => {
    const ids = choicesOf(field).flatMap((one) => one.needsConsent ?? [])
    return [...new Set(ids)].map((id) => ({ id, at: [...within, field.id] }))
  })
  return [...(needsConsent === undefined ? [] : [{ id: needsConsent, at: [] }]), ...ofChoices]
}
