import type { RecordClass, RecordField } from '@ulna/contract/record-class/record-class'

interface Kind {
  readonly type: string
  readonly subtype?: string | null | undefined
}

/** A document whose author has yet to say what it is; nobody completes it, and it goes after a day (product-decisions.md §6). */
export const isTemporary = ({ type, subtype }: Kind): boolean => type === 'document' && subtype === 'temporal'

const withoutDuty = (field: RecordField): RecordField => ({
  ...field,
  required: false,
  ...(field.subfields ? { subfields: field.subfields.map(withoutDuty) } : {}),
})

/** The class with nothing required: what is not there yet, a temporary document may do without. */
export const withoutRequired = (recordClass: RecordClass): RecordClass => ({
  ...recordClass,
  sections: recordClass.sections.map((section) => ({
    ...section,
    fields: section.fields.map(withoutDuty),
  })),
})
