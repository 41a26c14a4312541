import * as z from 'zod/mini'
import { limits, moduleText, text } from '../http/text.ts'
import { languages } from '../languages.ts'
import { fieldId } from './record-class.keys.ts'
import { scores } from './record-class.scores.ts'

/**
 * The format of a record class (a form template). One class is data: sections of fields, with labels that are
 * keys into the texts of its module (`modules/<module>/locales/<language>.json`). The same data drives server
 * validation, the form, the summary and print (architecture.md, Web). Forms show sections and fields in the order
 * they stand in; summaries sort by `displayOrder`.
 */
export const fieldTypes = [
  'text',
  'textarea',
  'date',
  'time',
  'number',
  'percent',
  'select',
  'radio_group',
  'checkbox_group',
  'switch',
  'checkbox',
  'bmi',
  'measure_pair',
  'conditional_switch',
  'pain_scale',
  'body_chart',
  'case_select',
  'section',
  'fieldgroup',
  'title',
] as const
export type FieldType = (typeof fieldTypes)[number]

/** Visibility priorities of specification §3; they are values of `displayOrder`. */
export const visibility = { highest: 10, high: 30, medium: 50, low: 70, lowest: 100, notVisible: -1 } as const

export const ruleKinds = [
  'min',
  'max',
  'email',
  'url',
  'true_only',
  'false_only',
  'nullable',
  'moreThan',
  'lessThan',
  'positive',
  'negative',
] as const
export type RuleKind = (typeof ruleKinds)[number]

/** How modules that are older than the specification's spelling name two of them; they are read as ever. */
const formerRuleKinds = { more_than: 'moreThan', less_than: 'lessThan' } as const

export const fieldRule = z.strictObject({
  kind: z.enum([...ruleKinds, ...(Object.keys(formerRuleKinds) as (keyof typeof formerRuleKinds)[])]),
  /**
   * `min`: smallest number, or shortest text or list. `max`: largest, or longest. `moreThan`, `lessThan`: the
   * bound as `value`, or as `field` the id of another number, date or time of the class.
   */
  params: z.optional(
    z.strictObject({
      min: z.optional(z.number()),
      max: z.optional(z.number()),
      value: z.optional(z.number()),
      field: z.optional(fieldId),
    }),
  ),
})
export type FieldRule = z.output<typeof fieldRule>

/** The kind of a rule, whichever way it is spelled. */
export const kindOfRule = ({ kind }: FieldRule): RuleKind =>
  kind === 'more_than' || kind === 'less_than' ? formerRuleKinds[kind] : kind

const classId = z.string().check(z.regex(/^[a-z][a-z0-9_]{1,63}$/))

export const fieldOption = z.strictObject({
  /** What is stored in `data`. */
  value: z.string().check(z.minLength(1), z.maxLength(limits.name)),
  /** Key of the text. */
  label: z.string().check(z.minLength(1), z.maxLength(limits.title)),
  /** Id of the consent that a patient is to have signed before what is chosen here is done. */
  needsConsent: z.optional(classId),
})
export type FieldOption = z.output<typeof fieldOption>

/**
 * Why an answer is kept back from the copy that a patient gets unless a clinician decides otherwise: `annotation`, a
 * subjective annotation of a professional; `third_person`, it was confided about or by somebody else (Spain, Ley 41/2002
 * art. 18.3; GDPR art. 15.4).
 */
export const reservedReasons = ['annotation', 'third_person'] as const
export type ReservedReason = (typeof reservedReasons)[number]

/** Any JSON. */
export const jsonValue: z.ZodMiniType<unknown> = z.json()

const fieldShape = {
  id: fieldId,
  /** Key of the text in the module's locales. */
  label: z.string().check(z.minLength(1), z.maxLength(limits.title)),
  /** Key of a second, smaller text below the field. */
  hint: z.optional(z.string().check(z.maxLength(limits.title))),
  type: z.enum(fieldTypes),
  options: z.optional(z.array(fieldOption)),
  /**
   * Order in summaries, lower first; the values of `visibility` start bands, what lies between is fine order.
   * -1 is hidden from summary and form, except that the form asks for fields with `params.alert`.
   */
  displayOrder: z.int().check(z.minimum(visibility.notVisible)),
  required: z.optional(z.boolean()),
  nullable: z.optional(z.boolean()),
  validations: z.optional(z.array(fieldRule)),
  initialValue: z.optional(jsonValue),
  /** Parameters of the type; what each type takes is `fieldParams` in record-class.params.ts. */
  params: z.optional(z.record(z.string(), jsonValue)),
  fullWidth: z.optional(z.boolean()),
  /** Its answers stay out of a patient's copy unless a clinician gives them: nothing that is asked, checked or counted. */
  reserved: z.optional(z.enum(reservedReasons)),
}

export interface RecordField {
  id: string
  label: string
  hint?: string | undefined
  type: FieldType
  options?: FieldOption[] | undefined
  displayOrder: number
  required?: boolean | undefined
  nullable?: boolean | undefined
  validations?: FieldRule[] | undefined
  initialValue?: unknown
  params?: Record<string, unknown> | undefined
  fullWidth?: boolean | undefined
  reserved?: ReservedReason | undefined
  /** Fields that a `fieldgroup` or `section` holds. Their ids live in the same flat name space. */
  subfields?: RecordField[] | undefined
}

export const recordField: z.ZodMiniType<RecordField> = z.strictObject({
  ...fieldShape,
  get subfields() {
    return z.optional(z.array(recordField))
  },
}) as unknown as z.ZodMiniType<RecordField>

export const recordSection = z.strictObject({
  id: fieldId,
  label: z.string().check(z.minLength(1), z.maxLength(limits.title)),
  /** Key of what is to be read below the label, by whoever writes and whoever signs; it is signed with the rest. */
  text: z.optional(z.string().check(z.minLength(1), z.maxLength(limits.title))),
  displayOrder: z.int().check(z.minimum(visibility.notVisible)),
  fields: z.array(recordField),
})
export type RecordSection = z.output<typeof recordSection>

export const recordTypes = ['med_hist', 'control', 'document', 'test'] as const
export type RecordType = (typeof recordTypes)[number]

export type Language = (typeof languages)[number]

/** Texts of one language: key → text. */
export const localeTexts = z.record(z.string(), text(limits.note))

export const recordClass = z.strictObject({
  /** `case_default`, `followup_default`, `med_hist_default`, `document`, or a module's own. */
  classId,
  /** Key of the class's name. */
  name: moduleText(limits.title),
  /** Key of a sentence about the class. */
  description: z.optional(text(limits.note)),
  type: z.enum(recordTypes),
  subType: z.nullable(z.string().check(z.regex(/^[a-z][a-z0-9_]{0,63}$/))),
  lang: z._default(z.enum(languages), 'es'),
  version: z._default(z.int().check(z.minimum(1)), 1),
  active: z._default(z.boolean(), true),
  recordModuleId: z.string(),
  /** A record of it is a consent: it counts once the patient, or who speaks for them, has signed it. */
  consent: z.optional(z.boolean()),
  /** Id of the consent that a patient is to have signed before what this form tells of is done. */
  needsConsent: z.optional(classId),
  sections: z.array(recordSection),
  /** What is counted from the answers. */
  scores: z.optional(scores),
  /** Texts for every key the class uses, in every language. */
  locales: z.record(z.enum(languages), localeTexts),
})
export type RecordClass = z.output<typeof recordClass>

/** A class as its file holds it: the module's id and texts are added when the module is loaded. */
export const recordClassFile = z.strictObject({
  classId: recordClass.shape.classId,
  name: recordClass.shape.name,
  description: recordClass.shape.description,
  type: recordClass.shape.type,
  subType: recordClass.shape.subType,
  lang: recordClass.shape.lang,
  version: recordClass.shape.version,
  active: recordClass.shape.active,
  consent: recordClass.shape.consent,
  needsConsent: recordClass.shape.needsConsent,
  sections: recordClass.shape.sections,
  scores: recordClass.shape.scores,
})
export type RecordClassFile = z.output<typeof recordClassFile>

/** The four built-in classes (product-decisions.md §6). */
export const builtInClasses = {
  medicalHistory: 'med_hist_default',
  case: 'case_default',
  followUp: 'followup_default',
  document: 'document',
} as const
