import type { FieldOption, FieldType, Language, RecordClass, RecordField } from './record-class.ts'

/** Types that only arrange a form: they carry no value in `data`. */
export type LayoutFieldType = 'section' | 'fieldgroup' | 'title'
export type ValueFieldType = Exclude<FieldType, LayoutFieldType>

export interface ValueField extends RecordField {
  type: ValueFieldType
}

const layoutTypes: ReadonlySet<FieldType> = new Set(['section', 'fieldgroup', 'title'])

export const hasValue = (field: RecordField): field is ValueField => !layoutTypes.has(field.type)

export interface FlatField<F extends RecordField = RecordField> {
  readonly field: F
  /** Id of the section of the class it stands in. */
  readonly sectionId: string
  /** Ids of the section and of every group around the field, outermost first. */
  readonly within: readonly string[]
  /** True when the field, or anything around it, is marked not visible. */
  readonly hidden: boolean
}

type Place = Omit<FlatField, 'field'>

const flatten = (fields: readonly RecordField[], place: Place): FlatField[] =>
  fields.flatMap((field) => {
    const hidden = place.hidden || field.displayOrder < 0
    const inner = { ...place, within: [...place.within, field.id], hidden }
    return [{ ...place, hidden, field }, ...flatten(field.subfields ?? [], inner)]
  })

// A file of 500 records asks for the fields of the same few classes again and again.
const flattened = new WeakMap<object, readonly FlatField[]>()

/** Every field of a class in form order, those inside groups included. */
export const fieldsOf = (recordClass: Pick<RecordClass, 'sections'>): readonly FlatField[] => {
  const known = flattened.get(recordClass.sections)
  if (known) return known
  const fields = recordClass.sections.flatMap((section) =>
    flatten(section.fields, {
      sectionId: section.id,
      within: [section.id],
      hidden: section.displayOrder < 0,
    }),
  )
  flattened.set(recordClass.sections, fields)
  return fields
}

/** The fields of a class that carry a value in `data`, in form order. */
export const valueFieldsOf = (recordClass: Pick<RecordClass, 'sections'>): readonly FlatField<ValueField>[] =>
  fieldsOf(recordClass).filter((flat): flat is FlatField<ValueField> => hasValue(flat.field))

/** `data` of a new record: the initial values of the class. */
export const initialData = (recordClass: Pick<RecordClass, 'sections'>): Record<string, unknown> =>
  Object.fromEntries(
    valueFieldsOf(recordClass)
      .filter(({ field }) => field.initialValue !== undefined)
      .map(({ field }) => [field.id, structuredClone(field.initialValue)]),
  )

/** What the head of a patient’s file warns of. */
export const alertKinds = ['allergy', 'warning'] as const
export type AlertKind = (typeof alertKinds)[number]

/** Which alert the field's text raises on the head of the patient file; null for the many that raise none. */
export const alertOf = (field: RecordField): AlertKind | null => {
  const alert = field.params?.alert
  return alertKinds.find((kind) => kind === alert) ?? null
}

/** True when a form asks for the field. Alerts are hidden from summaries but must be written somewhere. */
export const isInForm = (flat: FlatField): boolean => !flat.hidden || alertOf(flat.field) !== null

/** True when null is a value of the field, by its mark or by a `nullable` rule. */
export const isNullable = (field: RecordField): boolean =>
  field.nullable === true || (field.validations ?? []).some((rule) => rule.kind === 'nullable')

const numberParam = (field: RecordField, name: string): number | undefined => {
  const value = field.params?.[name]
  return typeof value === 'number' ? value : undefined
}

/** Ends of a pain scale, both included: 0 to 10 unless the class says otherwise. */
export const painRange = (field: RecordField): { minimum: number; maximum: number } => ({
  minimum: numberParam(field, 'minimum') ?? 0,
  maximum: numberParam(field, 'maximum') ?? 10,
})

const measuredTypes: ReadonlySet<FieldType> = new Set(['number', 'percent', 'pain_scale', 'measure_pair'])

/** Whether what a field says is measured of the patient, so that its course says something. */
export const isMeasured = (field: RecordField): boolean =>
  measuredTypes.has(field.type) && field.params?.measured !== false

/** Options of the value of a conditional switch; null when the value is free text. */
export const switchOptions = (field: RecordField): readonly FieldOption[] | null =>
  field.params?.valueType === 'select' ? ((field.params.options ?? []) as FieldOption[]) : null

/** Names a conditional switch accepts for its value, the stored one first (specification §3, flattening). */
export const switchValueKeys = (field: RecordField): readonly string[] => {
  const own = field.params?.valueKey
  return typeof own === 'string' ? ['value', 'frequency', own] : ['value', 'frequency']
}

/** A text of the class: in the language asked for, else in the class's own, else the key itself. */
export const classText = (
  recordClass: Pick<RecordClass, 'locales' | 'lang'>,
  language: Language,
  key: string,
): string => {
  for (const texts of [recordClass.locales[language], recordClass.locales[recordClass.lang]]) {
    if (texts && Object.hasOwn(texts, key)) return texts[key] ?? key
  }
  return key
}
