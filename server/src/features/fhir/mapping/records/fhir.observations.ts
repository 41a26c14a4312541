import { type BodyMark, placeKey } from '@ulna/contract/record-class/body-chart/record-class.body-chart'
import { placeText } from '@ulna/contract/record-class/body-chart/record-class.body-chart.rules'
import { marksIn } from '@ulna/contract/record-class/body-chart/record-class.body-chart.values'
import type { Language, RecordClass } from '@ulna/contract/record-class/record-class'
import {
  classText,
  isMeasured,
  painRange,
  type ValueField,
  type ValueFieldType,
  valueFieldsOf,
} from '@ulna/contract/record-class/record-class.fields'
import { measureSides, pairParams } from '@ulna/contract/record-class/record-class.pairs'
import type { Score } from '@ulna/contract/record-class/record-class.scores'
import { answersIn, scoreOf } from '@ulna/contract/record-class/scores.rules'
import { bmi } from '@ulna/contract/records/records.rules'
import type { CodeableConcept, Observation, ObservationComponent, Quantity } from 'fhir/r4'
import { textsOf } from '../../../../platform/locale-texts.ts'
import { type LoincName, systems, ucumOf } from '../base/fhir.codes.ts'
import {
  coding,
  concept,
  loincCoding,
  numberExtension,
  reference,
  textExtension,
  wordsOf,
} from '../base/fhir.elements.ts'
import { codeSystem, resourceId } from '../base/fhir.names.ts'
import {
  isHistory,
  type MappingContext,
  type PatientFile,
  type WrittenRecord,
  writtenRecords,
} from '../base/fhir.patient-file.ts'
import { said, textOf, there } from '../base/fhir.said.ts'
import { patientReference } from '../practice/fhir.patient.ts'
import { authorReference, encounterReference, isEncounter, isVoid, recordMeta } from './fhir.record.ts'

/** What is observed, without whom and when. */
interface Finding {
  /** Of the id, behind the record: the field, and what of it. */
  readonly parts: readonly string[]
  readonly code: CodeableConcept
  readonly category: 'survey' | 'exam' | 'vital-signs'
  readonly value: Partial<
    Pick<
      Observation,
      | 'valueQuantity'
      | 'valueInteger'
      | 'component'
      | 'interpretation'
      | 'referenceRange'
      | 'dataAbsentReason'
    >
  >
}

/** The code of a field or a score: the product's own, LOINC where it has the very same, and the words of the form. */
const codeOf = (form: RecordClass, id: string, label: string, language: Language, name?: LoincName) =>
  said<CodeableConcept>({
    coding: [...(name ? [loincCoding(name)] : []), coding(codeSystem('form-field'), `${form.classId}.${id}`)],
    text: textOf(classText(form, language, label)),
  })

const quantity = (value: number, unit: string | undefined): Quantity => {
  const code = unit === undefined ? undefined : ucumOf[unit]
  return said<Quantity>({ value, unit, system: code && systems.ucum, code })
}

const unitIn = (form: RecordClass, key: unknown, language: Language): string | undefined =>
  typeof key === 'string' ? textOf(classText(form, language, key)) : undefined

interface Measured {
  readonly form: RecordClass
  readonly field: ValueField
  readonly value: unknown
  readonly language: Language
}

type Findings = (measured: Measured) => Finding[]

const fieldCode = ({ form, field, language }: Measured, name?: LoincName) =>
  codeOf(form, field.id, field.label, language, name)

const numberFinding =
  (unit: (measured: Measured) => string | undefined): Findings =>
  (measured) =>
    typeof measured.value === 'number'
      ? [
          {
            parts: [measured.field.id],
            code: fieldCode(measured),
            category: 'exam',
            value: { valueQuantity: quantity(measured.value, unit(measured)) },
          },
        ]
      : []

/** LOINC has the scale from 0 to 10. */
const painCode = (measured: Measured): CodeableConcept => {
  const { minimum, maximum } = painRange(measured.field)
  return fieldCode(measured, minimum === 0 && maximum === 10 ? 'pain' : undefined)
}

const painFinding: Findings = (measured) => {
  if (typeof measured.value !== 'number') return []
  return [
    {
      parts: [measured.field.id],
      code: painCode(measured),
      category: 'survey',
      value: { valueInteger: measured.value },
    },
  ]
}

const sideCode = (side: string): CodeableConcept =>
  concept(coding(codeSystem('side'), side, side === 'left' ? 'Left' : 'Right'))

const normOf = ({ form, field, language }: Measured): Observation['referenceRange'] => {
  const { norm, unit } = pairParams(field)
  if (norm === null) return undefined
  const words = unitIn(form, unit, language)
  return [
    said<NonNullable<Observation['referenceRange']>[number]>({
      low: quantity(norm.low ?? norm.value, words),
      high: norm.high === undefined ? undefined : quantity(norm.high, words),
      text: textOf(classText(form, language, norm.source)),
    }),
  ]
}

const pairFinding: Findings = (measured) => {
  const { form, field, value, language } = measured
  const unit = unitIn(form, pairParams(field).unit, language)
  const component = measureSides.flatMap((side): ObservationComponent[] => {
    const one: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, side) : null
    return typeof one === 'number' ? [{ code: sideCode(side), valueQuantity: quantity(one, unit) }] : []
  })
  if (component.length === 0) return []
  const referenceRange = normOf(measured)
  const range = referenceRange ? { referenceRange } : {}
  return [{ parts: [field.id], code: fieldCode(measured), category: 'exam', value: { component, ...range } }]
}

const bodyParts = ['weight', 'height', 'bmi'] as const

const loincFinding = (
  { field, language }: Measured,
  part: (typeof bodyParts)[number],
  value: Finding['value'],
): Finding => ({
  parts: [field.id, part],
  code: { coding: [loincCoding(part)], text: textsOf(language, 'fhir')(`measure.${part}`) },
  category: 'vital-signs',
  value,
})

/** Metres as centimetres, which vital signs are told in. */
const centimetres = (metres: number): number => Math.round(metres * 1e8) / 1e6

const bodyFinding: Findings = (measured) => {
  const { weight, height } = (measured.value ?? {}) as { weight?: unknown; height?: unknown }
  const both = typeof weight === 'number' && typeof height === 'number' ? bmi({ weight, height }) : null
  return there(
    typeof weight === 'number'
      ? loincFinding(measured, 'weight', { valueQuantity: quantity(weight, 'kg') })
      : undefined,
    typeof height === 'number'
      ? loincFinding(measured, 'height', { valueQuantity: quantity(centimetres(height), 'cm') })
      : undefined,
    both === null
      ? undefined
      : loincFinding(measured, 'bmi', {
          valueQuantity: { value: both, unit: 'kg/m2', system: systems.ucum, code: 'kg/m2' },
        }),
  )
}

/** A mark of a body chart: where, how strong, and what it is like. The strokes of the pen are in the record's answers. */
const markComponent = (mark: BodyMark, language: Language): ObservationComponent =>
  said<ObservationComponent>({
    code: {
      coding: [coding(codeSystem('body-chart'), placeKey(mark).replaceAll(' ', '.'))],
      text: placeText(mark, textsOf(language, 'record')),
    },
    valueInteger: mark.intensity,
    dataAbsentReason:
      mark.intensity === undefined ? concept(coding(systems.absentReason, 'unknown')) : undefined,
    extension: there(
      ...(mark.qualities ?? []).map((one) => textExtension('pain-quality', one)),
      textExtension('pain-depth', mark.depth),
      textExtension('mark-note', mark.note),
      numberExtension('strokes', mark.strokes?.length),
    ),
  })

const chartFinding: Findings = (measured) => {
  const component = marksIn(measured.value).map((mark) => markComponent(mark, measured.language))
  return component.length === 0
    ? []
    : [{ parts: [measured.field.id], code: fieldCode(measured), category: 'exam', value: { component } }]
}

/** Types that are observed; what is text, a choice, a day or a case is told by the record's answers. */
const findingsOf: Partial<Record<ValueFieldType, Findings>> = {
  number: numberFinding(({ form, field, language }) => unitIn(form, field.params?.unit, language)),
  percent: numberFinding(() => '%'),
  pain_scale: painFinding,
  measure_pair: pairFinding,
  bmi: bodyFinding,
  body_chart: chartFinding,
}

/** A history counts children and rooms: a number without a unit is no finding there. */
const isFinding = (form: RecordClass, field: ValueField): boolean =>
  isMeasured(field) &&
  !(isHistory({ form }) && field.type === 'number' && typeof field.params?.unit !== 'string')

const isObserved = (form: RecordClass, field: ValueField): boolean =>
  findingsOf[field.type] !== undefined &&
  (isFinding(form, field) || ['bmi', 'body_chart'].includes(field.type))

const masked: Finding['value'] = {
  dataAbsentReason: concept(coding(systems.absentReason, 'masked', 'Masked')),
}

/** What a field that is kept back would have told, answered or not: nobody takes its silence for a measure that was never asked. */
const maskedFindings: Findings = (measured) => {
  const { field } = measured
  if (field.type === 'bmi') return bodyParts.map((part) => loincFinding(measured, part, masked))
  const isPain = field.type === 'pain_scale'
  return [
    {
      parts: [field.id],
      code: isPain ? painCode(measured) : fieldCode(measured),
      category: isPain ? 'survey' : 'exam',
      value: masked,
    },
  ]
}

const fieldFindings = (
  { record, form, data }: WrittenRecord,
  { language, withholds }: MappingContext,
): Finding[] =>
  valueFieldsOf(form)
    .filter(({ field }) => isObserved(form, field))
    .flatMap(({ field }) => {
      const find = withholds(record, field) ? maskedFindings : findingsOf[field.type]
      return find?.({ form, field, value: data[field.id], language }) ?? []
    })

/** A score is counted from answers: where one of them is kept back it would tell what that was, or be wrong. */
const isWhole = ({ record, form }: WrittenRecord, score: Score, { withholds }: MappingContext): boolean => {
  const used = new Set(answersIn(score.expression).map(({ field }) => field))
  return !valueFieldsOf(form).some(({ field }) => used.has(field.id) && withholds(record, field))
}

/** What a score came to; undefined where not enough was answered. */
const scoreValue = (
  { form, data }: WrittenRecord,
  score: Score,
  { language }: MappingContext,
): Finding['value'] | undefined => {
  const { value, band } = scoreOf(form, score, data)
  if (value === null) return undefined
  const words = band === null ? undefined : textOf(classText(form, language, band))
  return {
    valueQuantity: quantity(value, unitIn(form, score.unit, language)),
    ...(words === undefined ? {} : { interpretation: [wordsOf(words)] }),
  }
}

const scoreFindings = (written: WrittenRecord, context: MappingContext): Finding[] => {
  const { form } = written
  return (form.scores ?? []).flatMap((score) => {
    const value = isWhole(written, score, context) ? scoreValue(written, score, context) : masked
    if (!value) return []
    const code = codeOf(form, `score.${score.id}`, score.label, context.language)
    return { parts: ['score', score.id], code, category: 'survey' as const, value }
  })
}

const statusOf = (written: WrittenRecord): Observation['status'] => {
  if (isVoid(written.record)) return 'entered-in-error'
  return written.record.versions > 1 ? 'amended' : 'final'
}

const observationOf = (file: PatientFile, written: WrittenRecord, finding: Finding): Observation => {
  const { record } = written
  return said<Observation>({
    resourceType: 'Observation',
    id: resourceId('record', record.id, ...finding.parts),
    meta: recordMeta(record),
    status: statusOf(written),
    category: [concept(coding(systems.observationCategory, finding.category))],
    code: finding.code,
    subject: patientReference(file.patient),
    encounter: isEncounter(record) ? encounterReference(record) : undefined,
    effectiveDateTime: record.date,
    performer: [authorReference(record.author)],
    ...finding.value,
    derivedFrom: [reference('QuestionnaireResponse', resourceId('record', record.id))],
  })
}

/** Whether a measure says no more than that it is kept back. */
export const isMaskedObservation = ({ dataAbsentReason }: Observation): boolean =>
  dataAbsentReason?.coding?.[0]?.code === 'masked'

/** What was measured, marked and counted in the records of a file. */
export const observationsOf = (file: PatientFile, context: MappingContext): Observation[] =>
  writtenRecords(file).flatMap((written) =>
    [...fieldFindings(written, context), ...scoreFindings(written, context)].map((finding) =>
      observationOf(file, written, finding),
    ),
  )
