import type { RecordClassFile, RecordField } from '@ulna/contract/record-class/record-class'
import { choicesOf } from '@ulna/contract/record-class/record-class.consents'
import { mapFieldLists } from '../fields/class-fields.ts'
import { optionsIn, withOptions } from '../fields/field-options.ts'

/** Something that may need a consent with another one, or with none. */
export const withConsent = <Needing extends { needsConsent?: string | undefined }>(
  one: Needing,
  consent: string | undefined,
): Needing => {
  const { needsConsent: _, ...rest } = one
  return (consent === undefined ? rest : { ...rest, needsConsent: consent }) as Needing
}

/** The field with the consent that one of its choices needs. */
export const withConsentOf = (field: RecordField, value: string, consent: string | undefined): RecordField =>
  withOptions(
    field,
    optionsIn(field).map((one) => (one.value === value ? withConsent(one, consent) : one)),
  )

export const needsConsents = (field: RecordField): boolean =>
  choicesOf(field).some(({ needsConsent }) => needsConsent !== undefined)

/** The field with choices that need none. */
export const withoutConsents = (field: RecordField): RecordField =>
  needsConsents(field)
    ? withOptions(
        field,
        optionsIn(field).map((one) => withConsent(one, undefined)),
      )
    : field

/** The form as a consent, which waits for no other, or as none. */
export const asConsent = (recordClass: RecordClassFile, isConsent: boolean): RecordClassFile => {
  const { consent: _, ...rest } = recordClass
  if (!isConsent) return rest
  const alone = mapFieldLists(withConsent(rest, undefined), (fields) => fields.map(withoutConsents))
  return { ...alone, consent: true }
}
