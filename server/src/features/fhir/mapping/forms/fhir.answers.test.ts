import type { RecordClass } from '@ulna/contract/record-class/record-class'
import { dataOf } from '@ulna/contract/record-class/record-class.data.fixture'
import {
  fieldsOf,
  switchOptions,
  type ValueField,
  valueFieldsOf,
} from '@ulna/contract/record-class/record-class.fields'
import { randomClass } from '@ulna/contract/record-class/record-class.random.fixture'
import { validateRecordData } from '@ulna/contract/record-class/record-class.validation'
import fc from 'fast-check'
import type { QuestionnaireItem, QuestionnaireResponseItem, Reference } from 'fhir/r4'
import { describe, expect, it } from 'vitest'
import { paths } from '../../../../paths.ts'
import { loadModules } from '../../../modules/modules.files.ts'
import { anyFileOf } from '../../validation/fhir.random.fixture.ts'
import { faultsOf } from '../../validation/fhir.validators.fixture.ts'
import { type MappingContext, withholdsNothing } from '../base/fhir.patient-file.ts'
import { fileToHandOut, resourcesOf } from '../fhir.file-resources.ts'
import { responsesOf } from '../records/fhir.response.ts'
import { questionnaireOf } from './fhir.questionnaire.ts'

type Item = QuestionnaireResponseItem

const context: MappingContext = { appUrl: 'https://ulna.test', language: 'it', withholds: withholdsNothing }
const forms = loadModules(paths.modules).flatMap(({ classes }) => classes)

const flat = (items: readonly Item[] | undefined): Item[] =>
  (items ?? []).flatMap((item) => [
    item,
    ...flat(item.item),
    ...(item.answer ?? []).flatMap((answer) => flat(answer.item)),
  ])

const answersAt = (items: readonly Item[], linkId: string) =>
  items.filter((item) => item.linkId === linkId).flatMap(({ answer = [] }) => answer)

const optionOf = (code: string | undefined): string => decodeURIComponent(code ?? '')

const numberAt = (items: readonly Item[], linkId: string): number | null =>
  answersAt(items, linkId)[0]?.valueDecimal ?? null

const parts = (item: Item, field: ValueField, names: readonly string[]) => {
  const found = names.map((name) => [name, numberAt(item.item ?? [], `${field.id}.${name}`)] as const)
  return found.every(([, value]) => value === null) ? undefined : Object.fromEntries(found)
}

const markIn = (mark: Item, id: string): Record<string, unknown> => {
  const at = (name: string) => answersAt(mark.item ?? [], `${id}.mark.${name}`)
  const text = (name: string) => at(name)[0]?.valueString
  const given = {
    view: text('view'),
    region: text('region'),
    side: text('side'),
    strokes: at('strokes').map(({ valueString = '' }) => valueString.split(' ').map(Number)),
    intensity: at('intensity')[0]?.valueInteger,
    qualities: at('qualities').map(({ valueString }) => valueString),
    depth: text('depth'),
    note: text('note'),
  }
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined && String(value) !== ''),
  )
}

const switchIn = (item: Item, field: ValueField): unknown => {
  const [answer] = item.answer ?? []
  if (answer?.valueBoolean === undefined) return undefined
  const [inner] = answersAt(answer.item ?? [], `${field.id}.value`)
  const value = switchOptions(field) ? inner && optionOf(inner.valueCoding?.code) : inner?.valueString
  return { enabled: answer.valueBoolean, value: value ?? null }
}

const caseIn = ({ reference, identifier }: Reference = {}): number =>
  Number(reference?.split('-').at(-1) ?? identifier?.value)

/** What was stored, read back out of the item of a field; undefined where nothing was. */
const valueIn = (item: Item, field: ValueField): unknown => {
  const [first] = item.answer ?? []
  const readers: Readonly<Record<ValueField['type'], () => unknown>> = {
    text: () => first?.valueString,
    textarea: () => first?.valueString,
    date: () => first?.valueDateTime,
    time: () => first?.valueTime?.slice(0, 5),
    number: () => first?.valueDecimal,
    percent: () => first?.valueDecimal,
    select: () => first && optionOf(first.valueCoding?.code),
    radio_group: () => first && optionOf(first.valueCoding?.code),
    checkbox_group: () => item.answer?.map(({ valueCoding }) => optionOf(valueCoding?.code)),
    switch: () => first?.valueBoolean,
    checkbox: () => first?.valueBoolean,
    bmi: () => parts(item, field, ['weight', 'height']),
    measure_pair: () => parts(item, field, ['left', 'right']),
    conditional_switch: () => switchIn(item, field),
    pain_scale: () => first?.valueInteger,
    body_chart: () => item.item && { marks: item.item.map((mark) => markIn(mark, field.id)) },
    case_select: () => first && caseIn(first.valueReference),
  }
  return readers[field.type]()
}

const readBack = (form: RecordClass, items: readonly Item[]): Record<string, unknown> =>
  Object.fromEntries(
    valueFieldsOf(form).flatMap(({ field }) => {
      const item = items.find(({ linkId }) => linkId === field.id)
      const value = item && valueIn(item, field)
      return value === undefined ? [] : [[field.id, value]]
    }),
  )

/** As the server stores it. */
const storedIn = (form: RecordClass, data: Record<string, unknown>): Record<string, unknown> => {
  const read = validateRecordData(form, data)
  if (read.errors) throw new Error(JSON.stringify(read.errors))
  return Object.fromEntries(Object.entries(read.data).filter(([, value]) => value !== null))
}

/** What FHIR cannot take is drawn: nothing of it is in what people type but by accident. */
const withoutControls = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, one: unknown) =>
      typeof one === 'string'
        ? [...one]
            .map((letter) =>
              letter < ' ' && !'\t\r\n'.includes(letter)
                ? String.fromCodePoint(0x2400 + letter.charCodeAt(0))
                : letter,
            )
            .join('')
        : one,
    ),
  )

const roundTrip = (form: RecordClass) =>
  fc.tuple(anyFileOf([form]), dataOf(form, { case: 7 })).map(([file, data]) => {
    const stored = storedIn(form, data)
    const [record] = file.records
    if (!record) throw new Error('a file without a record')
    return { stored, file: { ...file, records: [{ ...record, data: stored }] } }
  })

describe('D19: the answers of a record', () => {
  it('hold all that was stored, in every form that ships', () => {
    for (const form of forms)
      fc.assert(
        fc.property(roundTrip(form), ({ stored, file }) => {
          const [response] = resourcesOf(file, 'QuestionnaireResponse', context)
          const items = flat(response?.resourceType === 'QuestionnaireResponse' ? response.item : [])
          expect(readBack(form, items)).toEqual(withoutControls(stored))
        }),
        { numRuns: 5 },
      )
  })

  it('hold all that was stored in forms nobody has thought of, validly, with their questions', () => {
    fc.assert(
      fc.property(
        randomClass('own_anything').chain((form) => roundTrip(form).map((one) => ({ form, ...one }))),
        ({ form, stored, file }) => {
          const resources = (['Questionnaire', 'QuestionnaireResponse', 'Observation'] as const).flatMap(
            (type) => resourcesOf(file, type, context),
          )
          expect(resources.flatMap(faultsOf)).toEqual([])
          const [response] = resourcesOf(file, 'QuestionnaireResponse', context)
          const items = flat(response?.resourceType === 'QuestionnaireResponse' ? response.item : [])
          expect(readBack(form, items)).toEqual(withoutControls(stored))
        },
      ),
      { numRuns: 40 },
    )
  })

  it('are asked for: each has its item in the form, no link twice', () => {
    const linksOf = (items: readonly QuestionnaireItem[] = []): string[] =>
      items.flatMap(({ linkId, item }) => [linkId, ...linksOf(item)])
    for (const form of forms) {
      const links = linksOf(questionnaireOf(form, context.appUrl).item)
      expect(links.length).toBe(new Set(links).size)
      fc.assert(
        fc.property(roundTrip(form), ({ file }) => {
          const [response] = responsesOf(file, context)
          expect(flat(response?.item).filter(({ linkId }) => !links.includes(linkId))).toEqual([])
        }),
        { numRuns: 2 },
      )
    }
  })

  it('say of every question that it was left blank, or kept back, and nothing then of what it held', () => {
    const canary = 'zqxjkv'
    for (const form of forms.filter(({ sections }) => fieldsOf({ sections }).some(isText)))
      fc.assert(
        fc.property(roundTrip(form), ({ stored, file }) => {
          const texts = fieldsOf(form).filter(isText)
          const data = {
            ...stored,
            ...Object.fromEntries(texts.map(({ field }) => [field.id, canary])),
          }
          const [record] = file.records
          if (!record) throw new Error('a file without a record')
          const kept = new Set(texts.map(({ field }) => field.id))
          const withholding = { ...context, withholds: (_: unknown, field: ValueField) => kept.has(field.id) }
          const out = fileToHandOut({ ...file, records: [{ ...record, data, name: canary }] }, withholding)
          const resources = (
            ['QuestionnaireResponse', 'Condition', 'AllergyIntolerance', 'Flag', 'Procedure'] as const
          ).flatMap((type) => resourcesOf(out, type, withholding))
          const text = JSON.stringify(resources)
          expect(text.includes(canary)).toBe(!kept.has('name'))
          const [response] = responsesOf(out, withholding)
          const masked = flat(response?.item).filter(
            ({ extension }) => extension?.[0]?.valueCode === 'masked',
          )
          expect(masked.map(({ linkId }) => linkId).toSorted()).toEqual([...kept].toSorted())
        }),
        { numRuns: 1 },
      )
  })
})

function isText({ field }: ReturnType<typeof fieldsOf>[number]): boolean {
  return field.type === 'text' || field.type === 'textarea'
}
