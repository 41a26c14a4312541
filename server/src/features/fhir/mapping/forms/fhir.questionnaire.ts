import { languages } from '@ulna/contract/languages'
import { isOwnId } from '@ulna/contract/modules/module-document'
import {
  bodySides,
  bodyViews,
  painDepths,
  painQualities,
} from '@ulna/contract/record-class/body-chart/record-class.body-chart'
import type {
  FieldOption,
  RecordClass,
  RecordField,
  RecordSection,
} from '@ulna/contract/record-class/record-class'
import {
  classText,
  hasValue,
  painRange,
  switchOptions,
  type ValueField,
  type ValueFieldType,
} from '@ulna/contract/record-class/record-class.fields'
import { pairParams } from '@ulna/contract/record-class/record-class.pairs'
import type { Extension, Questionnaire, QuestionnaireItem } from 'fhir/r4'
import { codeExtension, coding, extension, flagExtension, textExtension } from '../base/fhir.elements.ts'
import { answersSystem, formId, questionnaireUrl } from '../base/fhir.names.ts'
import { said, textOf, there } from '../base/fhir.said.ts'
import { codeOfOption, partLink, sectionLink, textLink } from './fhir.links.ts'

type Item = QuestionnaireItem
type Asking = Pick<Item, 'type' | 'repeats' | 'answerOption' | 'item' | 'extension'>

/** Where a form is defined: those that ship everywhere alike, those of a practice in its installation. */
export const formUrl = (form: Pick<RecordClass, 'classId' | 'version'>, appUrl: string): string => {
  const id = formId(form.classId, form.version)
  return isOwnId(form.classId) ? `${appUrl}/api/fhir/R4/Questionnaire/${id}` : questionnaireUrl(id)
}

/** The texts of a key in the languages beside that of the form (HL7, translation). */
const translations = (form: RecordClass, key: string): { extension: Extension[] } | undefined => {
  const others = languages
    .filter((language) => language !== form.lang)
    .flatMap((language) => {
      const content = textOf(form.locales[language]?.[key])
      if (content === undefined) return []
      return {
        url: 'http://hl7.org/fhir/StructureDefinition/translation',
        extension: [
          { url: 'lang', valueCode: language },
          { url: 'content', valueString: content },
        ],
      }
    })
  return others.length === 0 ? undefined : { extension: others }
}

const worded = (form: RecordClass, key: string): Pick<Item, 'text' | '_text'> =>
  said<Pick<Item, 'text' | '_text'>>({
    text: textOf(classText(form, form.lang, key)),
    _text: translations(form, key),
  })

const optionOf = (form: RecordClass, { value, label, needsConsent }: FieldOption) =>
  said<NonNullable<Item['answerOption']>[number]>({
    valueCoding: {
      ...coding(
        answersSystem(formId(form.classId, form.version)),
        codeOfOption(value),
        textOf(classText(form, form.lang, label)),
      ),
      ...(translations(form, label) && { _display: translations(form, label) }),
    },
    extension: there(textExtension('needs-consent', needsConsent)),
  })

const choice = (
  form: RecordClass,
  options: readonly FieldOption[] | null | undefined,
  repeats?: true,
): Asking =>
  said<Asking>({
    type: 'choice',
    repeats,
    answerOption: (options ?? []).map((option) => optionOf(form, option)),
    item: undefined,
    extension: undefined,
  })

const part = (field: RecordField, name: string, asking: Asking): Item => ({
  linkId: partLink(field.id, name),
  ...asking,
})

const bounds = (min: number, max: number): Extension[] => [
  { url: 'http://hl7.org/fhir/StructureDefinition/minValue', valueDecimal: min },
  { url: 'http://hl7.org/fhir/StructureDefinition/maxValue', valueDecimal: max },
]

const unitOf = (form: RecordClass, key: unknown): Extension[] =>
  typeof key === 'string' ? there(textExtension('unit', classText(form, form.lang, key))) : []

const list = (values: readonly string[]): NonNullable<Item['answerOption']> =>
  values.map((valueString) => ({ valueString }))

const ofMarks = (field: RecordField): Item[] => {
  const inMark = (name: string, asking: Asking): Item => part(field, `mark.${name}`, asking)
  return [
    inMark('view', { type: 'choice', answerOption: list(bodyViews) }),
    inMark('region', { type: 'string' }),
    inMark('side', { type: 'choice', answerOption: list(bodySides) }),
    inMark('intensity', { type: 'integer' }),
    inMark('qualities', { type: 'choice', repeats: true, answerOption: list(painQualities) }),
    inMark('depth', { type: 'choice', answerOption: list(painDepths) }),
    inMark('note', { type: 'string' }),
    inMark('strokes', { type: 'string', repeats: true }),
  ]
}

type FieldAsking = (field: ValueField, form: RecordClass) => Asking

const sides: FieldAsking = (field, form) => {
  const { min, max, unit } = pairParams(field)
  const side = { type: 'decimal' as const, extension: [...bounds(min, max), ...unitOf(form, unit)] }
  return { type: 'group', item: [part(field, 'right', side), part(field, 'left', side)] }
}

const switched: FieldAsking = (field, form) => {
  const options = switchOptions(field)
  const asking = options ? choice(form, options) : { type: 'string' as const }
  const label = field.params?.valueLabel
  const inner = part(field, 'value', asking)
  return {
    type: 'boolean',
    item: [typeof label === 'string' ? { ...inner, ...worded(form, label) } : inner],
  }
}

/** How a field of each type is asked; a type without a line does not compile. */
const askings: Readonly<Record<ValueFieldType, FieldAsking>> = {
  text: () => ({ type: 'string' }),
  textarea: () => ({ type: 'text' }),
  date: () => ({ type: 'dateTime' }),
  time: () => ({ type: 'time' }),
  number: (field, form) => ({ type: 'decimal', extension: unitOf(form, field.params?.unit) }),
  percent: () => ({ type: 'decimal', extension: [...bounds(0, 100), ...there(textExtension('unit', '%'))] }),
  select: (field, form) => choice(form, field.options),
  radio_group: (field, form) => choice(form, field.options),
  checkbox_group: (field, form) => choice(form, field.options, true),
  switch: () => ({ type: 'boolean' }),
  checkbox: () => ({ type: 'boolean' }),
  bmi: (field) => ({
    type: 'group',
    item: [
      part(field, 'weight', { type: 'decimal', extension: there(textExtension('unit', 'kg')) }),
      part(field, 'height', { type: 'decimal', extension: there(textExtension('unit', 'm')) }),
    ],
  }),
  measure_pair: sides,
  conditional_switch: switched,
  pain_scale: (field) => {
    const { minimum, maximum } = painRange(field)
    return { type: 'integer', extension: bounds(minimum, maximum) }
  },
  body_chart: (field) => ({
    type: 'group',
    item: [part(field, 'mark', { type: 'group', repeats: true, item: ofMarks(field) })],
  }),
  case_select: () => ({ type: 'reference' }),
}

const itemOf = (form: RecordClass, field: RecordField): Item => {
  const base = { linkId: field.id, ...worded(form, field.label) }
  if (!hasValue(field)) {
    const items = (field.subfields ?? []).map((one) => itemOf(form, one))
    return items.length === 0 ? { ...base, type: 'display' } : { ...base, type: 'group', item: items }
  }
  const asking = askings[field.type](field, form)
  return said<Item>({
    ...base,
    ...asking,
    type: asking.type,
    required: field.required === true ? true : undefined,
    extension: [
      ...(asking.extension ?? []),
      ...there(
        field.displayOrder < 0 ? flagExtension('hidden-in-summaries', true) : undefined,
        typeof field.params?.alert === 'string'
          ? extension('alert', { valueCode: field.params.alert })
          : undefined,
        codeExtension('reserved', field.reserved),
      ),
    ],
  })
}

const sectionItem = (form: RecordClass, section: RecordSection): Item => {
  const toRead = section.text === undefined ? undefined : worded(form, section.text)
  const items: Item[] = [
    ...(toRead ? [{ linkId: textLink(section.id), type: 'display' as const, ...toRead }] : []),
    ...section.fields.map((field) => itemOf(form, field)),
  ]
  const base = { linkId: sectionLink(section.id), ...worded(form, section.label) }
  return items.length === 0 ? { ...base, type: 'display' } : { ...base, type: 'group', item: items }
}

/** A form, one version of it: what it asks, in the words of every language. */
export const questionnaireOf = (form: RecordClass, appUrl: string): Questionnaire => {
  const title = worded(form, form.name)
  return said<Questionnaire>({
    resourceType: 'Questionnaire',
    id: formId(form.classId, form.version),
    url: formUrl(form, appUrl),
    version: String(form.version),
    name: form.classId.replace(/^./, (first) => first.toUpperCase()),
    title: title.text,
    _title: title._text,
    status: form.active ? 'active' : 'retired',
    language: form.lang,
    subjectType: ['Patient'],
    description:
      form.description === undefined ? undefined : textOf(classText(form, form.lang, form.description)),
    extension: there(
      extension('record-type', { valueCode: form.type }),
      textExtension('record-subtype', form.subType),
      textExtension('record-module', form.recordModuleId),
      flagExtension('is-consent', form.consent),
      textExtension('needs-consent', form.needsConsent),
    ),
    item: form.sections.map((section) => sectionItem(form, section)),
  })
}
