import { fieldsOf, valueFieldsOf } from './record-class.fields.ts'
import type { RecordClassFile, RecordField, ReservedReason } from './record-class.ts'
import { answersIn } from './scores.rules.ts'

type Form = Pick<RecordClassFile, 'sections'>

/** The fields of a form that are answered, each with why its answers are kept back; null of those that are given. */
export const reservedFieldsOf = (form: Form): ReadonlyMap<string, ReservedReason | null> =>
  new Map(valueFieldsOf(form).map(({ field }) => [field.id, field.reserved ?? null]))

const unmarked = ({ reserved: _, ...field }: RecordField): RecordField =>
  field.subfields ? { ...field, subfields: field.subfields.map(unmarked) } : field

/** A form without what it keeps back from copies: what is asked, how it is checked and what is counted. */
export const withoutReserved = <F extends Form>(form: F): F =>
  fieldsOf(form).some(({ field }) => field.reserved !== undefined)
    ? {
        ...form,
        sections: form.sections.map((section) => ({ ...section, fields: section.fields.map(unmarked) })),
      }
    : form

/** A form that counts nothing from these fields: a score would tell what was kept back, or be wrong. */
export const withoutScoresOf = <F extends Pick<RecordClassFile, 'scores'>>(
  form: F,
  isWithheld: (fieldId: string) => boolean,
): F =>
  form.scores === undefined
    ? form
    : {
        ...form,
        scores: form.scores.filter(({ expression }) =>
          answersIn(expression).every(({ field }) => !isWithheld(field)),
        ),
      }
