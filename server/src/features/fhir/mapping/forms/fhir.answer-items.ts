import { isCalendarDay } from '@ulna/contract/http/dates'
import { marksIn } from '@ulna/contract/record-class/body-chart/record-class.body-chart.values'
import type { FieldOption, Language, RecordClass } from '@ulna/contract/record-class/record-class'
import {
  classText,
  switchOptions,
  type ValueField,
  type ValueFieldType,
} from '@ulna/contract/record-class/record-class.fields'
import type { Coding, QuestionnaireResponseItem, QuestionnaireResponseItemAnswer, Reference } from 'fhir/r4'
import { coding, identifier, reference } from '../base/fhir.elements.ts'
import { answersSystem, formId, resourceId } from '../base/fhir.names.ts'
import { textOf } from '../base/fhir.said.ts'
import { codeOfOption, partLink } from './fhir.links.ts'

type Item = QuestionnaireResponseItem
type Answer = QuestionnaireResponseItemAnswer

/** In which form a field stands, and for whom its answers are named. */
export interface Asked {
  readonly form: RecordClass
  readonly field: ValueField
  readonly language: Language
  /** Numbers of the cases that a case of this form may be one of; none in a form of elsewhere, which numbers its own. */
  readonly cases: ReadonlySet<number>
}

/** What an item says of a value: answers, or items of its own where the value has parts. */
type Said = Pick<Item, 'answer' | 'item'>

type ValueItem = (value: unknown, asked: Asked) => Said

const nothing: Said = {}

const answered = (...answers: readonly (Answer | undefined)[]): Said => {
  const given = answers.filter((one) => one !== undefined)
  return given.length === 0 ? nothing : { answer: given }
}

const textAnswer = (value: unknown): Answer | undefined => {
  const valueString = typeof value === 'string' ? textOf(value) : undefined
  return valueString === undefined ? undefined : { valueString }
}

const numberAnswer = (value: unknown): Answer | undefined =>
  typeof value === 'number' ? { valueDecimal: value } : undefined

// FHIR wants seconds, and a colon in the offset: what it would refuse is written as the same moment in UTC.
const dateTime = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2}))?$/

/** A day, or a moment as FHIR writes one. */
export const fhirDateTime = (text: string): string =>
  isCalendarDay(text) || dateTime.test(text) ? text : new Date(text).toISOString()

const dateAnswer = (value: unknown): Answer | undefined =>
  typeof value === 'string' ? { valueDateTime: fhirDateTime(value) } : undefined

const timeAnswer = (value: unknown): Answer | undefined =>
  typeof value === 'string' ? { valueTime: `${value}:00` } : undefined

/** A choice as it is stored, with the words that it was chosen by. */
export const choiceCoding = (
  options: readonly FieldOption[],
  value: string,
  { form, language }: Pick<Asked, 'form' | 'language'>,
): Coding => {
  const option = options.find((one) => one.value === value)
  return coding(
    answersSystem(formId(form.classId, form.version)),
    codeOfOption(value),
    option && textOf(classText(form, language, option.label)),
  )
}

const choiceAnswer = (
  options: readonly FieldOption[] | undefined,
  value: unknown,
  asked: Asked,
): Answer | undefined =>
  typeof value === 'string' ? { valueCoding: choiceCoding(options ?? [], value, asked) } : undefined

const partOf = (value: unknown, part: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined

/** Items of the parts that were answered. */
const parted = (
  field: ValueField,
  parts: readonly (readonly [part: string, said: Said])[],
): readonly Item[] =>
  parts
    .filter(([, said]) => said !== nothing)
    .map(([part, said]) => ({ linkId: partLink(field.id, part), ...said }))

const grouped = (items: readonly Item[]): Said => (items.length === 0 ? nothing : { item: [...items] })

const numberParts =
  (...parts: readonly string[]): ValueItem =>
  (value, { field }) =>
    grouped(
      parted(
        field,
        parts.map((part) => [part, answered(numberAnswer(partOf(value, part)))] as const),
      ),
    )

const switched: ValueItem = (value, asked) => {
  const enabled = partOf(value, 'enabled')
  if (typeof enabled !== 'boolean') return nothing
  const options = switchOptions(asked.field)
  const inner = partOf(value, 'value') ?? partOf(value, 'frequency')
  const said = answered(options ? choiceAnswer(options, inner, asked) : textAnswer(inner))
  const items = parted(asked.field, [['value', said]])
  return {
    answer: [items.length === 0 ? { valueBoolean: enabled } : { valueBoolean: enabled, item: [...items] }],
  }
}

/** Each mark of a chart is a group: where, how strong, what it feels like, how deep, and what the pen drew. */
const bodyChart: ValueItem = (value, { field }) => {
  const within = (name: string) => `mark.${name}`
  return grouped(
    marksIn(value).map((mark) => ({
      linkId: partLink(field.id, 'mark'),
      item: [
        ...parted(field, [
          [within('view'), answered(textAnswer(mark.view))],
          [within('region'), answered(textAnswer(mark.region))],
          [within('side'), answered(textAnswer(mark.side))],
          [
            within('intensity'),
            answered(mark.intensity === undefined ? undefined : { valueInteger: mark.intensity }),
          ],
          [within('qualities'), answered(...(mark.qualities ?? []).map(textAnswer))],
          [within('depth'), answered(textAnswer(mark.depth))],
          [within('note'), answered(textAnswer(mark.note))],
          [
            within('strokes'),
            answered(...(mark.strokes ?? []).map((stroke) => ({ valueString: stroke.join(' ') }))),
          ],
        ]),
      ],
    })),
  )
}

/** A case of the file; of any other the number alone is known, as it was written. */
const caseReference = (value: number, { cases }: Asked): Reference =>
  cases.has(value)
    ? reference('EpisodeOfCare', resourceId('record', value))
    : { type: 'EpisodeOfCare', identifier: identifier('case-of-elsewhere', String(value)) }

/** How a value of each type is answered; a type without a line does not compile. */
const valueItems: Readonly<Record<ValueFieldType, ValueItem>> = {
  text: (value) => answered(textAnswer(value)),
  textarea: (value) => answered(textAnswer(value)),
  date: (value) => answered(dateAnswer(value)),
  time: (value) => answered(timeAnswer(value)),
  number: (value) => answered(numberAnswer(value)),
  percent: (value) => answered(numberAnswer(value)),
  select: (value, asked) => answered(choiceAnswer(asked.field.options, value, asked)),
  radio_group: (value, asked) => answered(choiceAnswer(asked.field.options, value, asked)),
  checkbox_group: (value, asked) =>
    Array.isArray(value)
      ? answered(...value.map((one) => choiceAnswer(asked.field.options, one, asked)))
      : nothing,
  switch: (value) => answered(typeof value === 'boolean' ? { valueBoolean: value } : undefined),
  checkbox: (value) => answered(typeof value === 'boolean' ? { valueBoolean: value } : undefined),
  bmi: numberParts('weight', 'height'),
  measure_pair: numberParts('right', 'left'),
  conditional_switch: switched,
  pain_scale: (value) => answered(typeof value === 'number' ? { valueInteger: value } : undefined),
  body_chart: bodyChart,
  case_select: (value, asked) =>
    answered(typeof value === 'number' ? { valueReference: caseReference(value, asked) } : undefined),
}

/** What the item of a field says; nothing for a value that was left blank. */
export const answerOf = (value: unknown, asked: Asked): Said => valueItems[asked.field.type](value, asked)

/** Whether anything was answered. */
export const isAnswered = ({ answer, item }: Said): boolean =>
  (answer ?? []).length > 0 || (item ?? []).length > 0
