import { languages } from '@ulna/contract/languages'
import {
  type ModuleDocumentInput,
  moduleDocument,
  moduleLimits,
} from '@ulna/contract/modules/module-document'
import type { Language, RecordField } from '@ulna/contract/record-class/record-class'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { leavesOf, withLeaf } from '../../../test/sweeps/scene/json/leaves.ts'
import { readLocaleTexts } from '../../platform/locale-texts.ts'
import { moduleFaultKeys } from './faults/modules.fault.ts'
import { faultText } from './faults/modules.fault-texts.ts'
import { classInput, documentInput } from './modules.document.fixture.ts'
import { readDocument } from './modules.document.ts'

type Json = Record<string, unknown>

const faultsOf = (input: unknown): (readonly [string, string])[] =>
  (readDocument(input).faults ?? []).map(({ at, message }) => [at, message])

const field = (given: Json = {}): RecordField =>
  ({ id: 'count', label: 'count', type: 'number', displayOrder: 10, ...given }) as RecordField

const withFields = (...fields: unknown[]): unknown =>
  documentInput({
    classes: [
      classInput({
        sections: [{ id: 'main', label: 'main', displayOrder: 10, fields: fields as RecordField[] }],
      }),
    ],
  })

const withField = (given: Json): unknown => withFields(field(given))
const withClass = (given: Json): unknown => documentInput({ classes: [{ ...classInput(), ...given }] })
const withModule = (given: Json): unknown =>
  documentInput({ module: { ...documentInput().module, ...given } as ModuleDocumentInput['module'] })
const withScore = (given: Json): unknown =>
  withClass({ scores: [{ id: 'total', label: 'count', expression: { field: 'count' }, ...given }] })
const withTexts = (given: Json): unknown => ({
  ...documentInput(),
  locales: { ...documentInput().locales, it: { ...documentInput().locales.it, ...given } },
})

const fields = (number: number): RecordField[] =>
  Array.from({ length: number }, (_, index) => field({ id: `field${index}` }))

const nested = (depth: number): unknown =>
  depth === 0
    ? field({ id: 'deepest' })
    : { ...field({ id: `g${depth}`, type: 'fieldgroup' }), subfields: [nested(depth - 1)] }

const options = [{ value: 'a', label: 'count' }]
const inClass = 'classes.own_squat'
const inField = `${inClass}.main.count`
const inScore = `${inClass}.scores.total`

type Case = readonly [message: (typeof moduleFaultKeys)[number], at: string, input: unknown]

/** One document for each thing that can be wrong, and where it is told. */
const cases: readonly Case[] = [
  ['missing', 'module.licence', withModule({ licence: undefined })],
  ['missing', 'locales.it', { ...documentInput(), locales: { es: {}, en: {} } }],
  ['missing', 'classes.0.classId', withClass({ classId: undefined })],
  ['missing', `${inField}.params.unit`, withField({ type: 'measure_pair', params: { min: 0, max: 1 } })],
  ['needsText', `${inField}.label`, withField({ label: 5 })],
  ['needsNumber', `${inField}.displayOrder`, withField({ displayOrder: 'x' })],
  ['needsInteger', `${inField}.displayOrder`, withField({ displayOrder: 1.5 })],
  ['needsBoolean', `${inField}.required`, withField({ required: 'yes' })],
  ['needsList', `${inClass}.sections`, withClass({ sections: 'x' })],
  ['needsObject', '', []],
  ['needsObject', 'module', { ...documentInput(), module: 'x' }],
  ['needsObject', `${inClass}.main.0`, withFields(null)],
  ['empty', 'module.name', withModule({ name: ' ' })],
  ['tooLong', 'module.licence', withModule({ licence: 'x'.repeat(101) })],
  ['tooFew', 'classes', documentInput({ classes: [] })],
  ['tooMany', 'classes', documentInput({ classes: Array(101).fill(classInput()) })],
  ['tooMany', `${inField}.options`, withField({ options: Array(201).fill(options[0]) })],
  ['tooSmall', 'module.version', withModule({ version: 0 })],
  ['tooSmall', `${inField}.params.step`, withField({ params: { step: 0 } })],
  ['tooLarge', 'module.version', withModule({ version: 1_000_001 })],
  ['tooLarge', `${inClass}.version`, withClass({ version: 2 ** 40 })],
  ['unknownKey', 'script', { ...documentInput(), script: 'x.js' }],
  ['unknownKey', `${inField}.html`, withField({ html: '<b>' })],
  ['unknownKey', inField, withField(JSON.parse('{"__proto__":{"x":1}}') as Json)],
  ['unknownValue', `${inField}.type`, withField({ type: 'colour' })],
  ['wrongId', `${inClass}.main.0.id`, withField({ id: '9 lives' })],
  ['wrongId', `${inClass}.main.constructor.id`, withField({ id: 'constructor' })],
  ['wrongId', 'module.id', withModule({ id: 'Strength' })],
  ['wrongText', `${inField}.options.0.value`, withField({ options: [{ value: '\u0000', label: 'count' }] })],
  ['wrongText', 'locales.it.count', withTexts({ count: '\ud800' })],
  ['wrongFormat', 'format', { ...documentInput(), format: 'ulna-module/2' }],
  ['wrongExpression', `${inScore}.expression`, withScore({ expression: { code: 'alert(1)' } })],
  [
    'expressionTooLarge',
    `${inScore}.expression`,
    withScore({ expression: { op: 'sum', of: Array(200).fill({ field: 'count' }) } }),
  ],
  ['tooDeep', expect.any(String) as string, withFields(nested(40))],
  [
    'tooComplex',
    inClass,
    withField({ params: Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [`p${i}`, i])) }),
  ],
  ['invalid', `${inField}.initialValue`, withField({ initialValue: () => 1 })],
  [
    'tooManyFields',
    inClass,
    withFields(...fields(150), {
      ...field({ id: 'group', type: 'fieldgroup' }),
      subfields: fields(60).map((one) => ({ ...one, id: `${one.id}x` })),
    }),
  ],
  ['idTooLong', 'module.id', withModule({ id: 'x'.repeat(61) })],
  [
    'idTooLong',
    `classes.own_${'x'.repeat(61)}.classId`,
    {
      ...(withModule({ classes: ['x'.repeat(61)] }) as Json),
      classes: [classInput({ classId: 'x'.repeat(61) })],
    },
  ],
  [
    'classNotListed',
    'classes.own_extra',
    documentInput({ classes: [classInput(), classInput({ classId: 'extra' })] }),
  ],
  ['classMissing', 'module.classes', withModule({ classes: ['squat', 'gone'] })],
  ['classTwice', inClass, documentInput({ classes: [classInput(), classInput({ classId: 'own_squat' })] })],
  ['classTwice', 'module.classes', withModule({ classes: ['squat', 'own_squat'] })],
  ['onlyTests', `${inClass}.type`, withClass({ type: 'med_hist' })],
  ['consentOnlyTests', `${inClass}.consent`, withClass({ consent: true, type: 'med_hist' })],
  ['consentWithoutText', `${inClass}.consent`, withClass({ consent: true })],
  [
    'consentNeedsConsent',
    `${inClass}.needsConsent`,
    withClass({ consent: true, needsConsent: 'consent_images' }),
  ],
  ['standardCategory', 'module.category', withModule({ category: 'standard' })],
  ['missingText', 'locales.it.count', withTexts({ count: ' ' })],
  ['missingText', 'locales.es.constructor', withModule({ name: 'constructor' })],
  ['noSections', inClass, withClass({ sections: [] })],
  [
    'sectionTwice',
    inClass,
    withClass({ sections: [...classInput().sections, { ...classInput().sections[0], fields: [] }] }),
  ],
  ['fieldTwice', inClass, withFields(field(), field())],
  ['needsOptions', inField, withField({ type: 'select' })],
  ['optionTwice', inField, withField({ type: 'select', options: [...options, ...options] })],
  ['takesNoOptions', inField, withField({ options })],
  ['optionsOfNoSelect', inField, withField({ type: 'conditional_switch', params: { options } })],
  ['needsSubfields', inField, withField({ type: 'section' })],
  ['takesNoSubfields', inField, withField({ subfields: [field({ id: 'inner' })] })],
  [
    'normOutsideRange',
    inField,
    withField({
      type: 'measure_pair',
      params: { unit: 'count', min: 0, max: 9, norm: { value: 1, low: 2, source: 'count' } },
    }),
  ],
  [
    'normOutsideBounds',
    inField,
    withField({
      type: 'measure_pair',
      params: { unit: 'count', min: 0, max: 9, norm: { value: 10, source: 'count' } },
    }),
  ],
  ['minNotBelowMax', inField, withField({ type: 'measure_pair', params: { unit: 'count', min: 9, max: 9 } })],
  ['scaleWithoutLength', inField, withField({ type: 'pain_scale', params: { minimum: 5, maximum: 5 } })],
  ['ruleNeedsBound', inField, withField({ validations: [{ kind: 'min' }] })],
  ['ruleNeedsOneBound', inField, withField({ validations: [{ kind: 'moreThan' }] })],
  [
    'comparedWithNumber',
    inField,
    withField({ type: 'date', validations: [{ kind: 'moreThan', params: { value: 1 } }] }),
  ],
  [
    'comparedWithNothing',
    inField,
    withField({ validations: [{ kind: 'moreThan', params: { field: 'gone' } }] }),
  ],
  [
    'notComparable',
    inField,
    withFields(
      field({ validations: [{ kind: 'moreThan', params: { field: 'day' } }] }),
      field({ id: 'day', type: 'date' }),
    ),
  ],
  ['takesNoRules', inField, withField({ type: 'title', validations: [{ kind: 'nullable' }] })],
  ['ruleOfOtherType', inField, withField({ validations: [{ kind: 'email' }] })],
  ['ruleTwice', inField, withField({ validations: [{ kind: 'positive' }, { kind: 'positive' }] })],
  [
    'minAboveMax',
    inField,
    withField({
      validations: [
        { kind: 'min', params: { min: 2 } },
        { kind: 'max', params: { max: 1 } },
      ],
    }),
  ],
  [
    'onAndOff',
    inField,
    withField({ type: 'switch', validations: [{ kind: 'true_only' }, { kind: 'false_only' }] }),
  ],
  ['positiveAndNegative', inField, withField({ validations: [{ kind: 'positive' }, { kind: 'negative' }] })],
  ['takesNoInitialValue', inField, withField({ type: 'title', initialValue: 1 })],
  ['initialValueRefused', inField, withField({ initialValue: 'x' })],
  ['cannotBeRequired', inField, withField({ type: 'title', required: true })],
  ['cannotBeReserved', inField, withField({ type: 'title', reserved: 'annotation' })],
  [
    'scoreTwice',
    inClass,
    withClass({ scores: Array(2).fill({ id: 'total', label: 'count', expression: { field: 'count' } }) }),
  ],
  ['scoreWithoutField', inScore, withScore({ expression: { constant: 1 } })],
  ['scoreOfNoField', inScore, withScore({ expression: { field: 'gone' } })],
  [
    'scoreOfNoNumber',
    inScore,
    withClass({
      sections: [{ ...classInput().sections[0], fields: [field({ type: 'text' })] }],
      scores: [{ id: 'total', label: 'count', expression: { field: 'count' } }],
    }),
  ],
  [
    'needsPart',
    inScore,
    {
      ...(withClass({
        sections: [
          {
            ...classInput().sections[0],
            fields: [field({ type: 'measure_pair', params: { unit: 'count', min: 0, max: 1 } })],
          },
        ],
        scores: [{ id: 'total', label: 'count', expression: { field: 'count' } }],
      }) as Json),
    },
  ],
  ['takesNoPart', inScore, withScore({ expression: { field: 'count', part: 'left' } })],
  [
    'needsValues',
    inScore,
    withClass({
      sections: [{ ...classInput().sections[0], fields: [field({ type: 'select', options })] }],
      scores: [{ id: 'total', label: 'count', expression: { field: 'count' } }],
    }),
  ],
  [
    'unknownValues',
    inScore,
    withClass({
      sections: [{ ...classInput().sections[0], fields: [field({ type: 'select', options })] }],
      scores: [{ id: 'total', label: 'count', expression: { field: 'count', values: { a: 1, b: 2 } } }],
    }),
  ],
  ['takesNoValues', inScore, withScore({ expression: { field: 'count', values: { a: 1 } } })],
  ['tooFewParts', inScore, withScore({ expression: { op: 'sum', of: [{ field: 'count' }], atLeast: 2 } })],
  [
    'dividesByZero',
    inScore,
    withScore({ expression: { op: 'divide', of: [{ field: 'count' }, { constant: 0 }] } }),
  ],
  ['bandsEnd', inScore, withScore({ bands: [{ upTo: 1, label: 'count' }] })],
  [
    'bandsAscend',
    inScore,
    withScore({
      bands: [
        { upTo: 2, label: 'count' },
        { upTo: 1, label: 'count' },
        { upTo: null, label: 'count' },
      ],
    }),
  ],
]

describe('a document is refused', () => {
  test.each(cases)('for %s, at %s', (message, at, input) => {
    expect(faultsOf(input)).toContainEqual([at, message])
  })

  it('for everything that can be wrong with one: each has its case here or among those of a practice', () => {
    const ofPractice = ['classElsewhere', 'tooManyModules', 'consentUnknown', 'noConsent'] as const
    const known = new Set([...cases.map(([message]) => message), ...ofPractice])
    expect(moduleFaultKeys.filter((key) => !known.has(key))).toEqual([])
  })

  it('with one fault alone where one thing is wrong', () => {
    const alone = ['needsOptions', 'unknownKey', 'onlyTests', 'bandsEnd', 'wrongExpression']
    for (const [message, at, input] of cases.filter(([key]) => alone.includes(key)))
      expect(faultsOf(input), message).toEqual([[at, message]])
  })

  it('with all that is wrong at once, and at most a hundred', () => {
    const missing = fields(150).map(({ id }) => ({ id }))
    const { faults = [] } = readDocument(withFields(...missing))
    expect(faults).toHaveLength(moduleLimits.faults)
    expect(faults[0]).toEqual({ at: `${inClass}.main.field0.label`, message: 'missing', params: {} })
  })
})

describe('the texts of faults', () => {
  const textsOf = (language: Language) => readLocaleTexts(language, 'moduleFaults')

  it.each(languages)('are there for each of them, and for nothing else: %s', (language) => {
    expect(Object.keys(textsOf(language)).toSorted()).toEqual([...moduleFaultKeys].toSorted())
  })

  it('name what they are about: nothing is left to fill in', () => {
    for (const [, , input] of cases)
      for (const found of readDocument(input).faults ?? [])
        for (const language of languages) {
          expect(faultText(found, language)).not.toMatch(/{{|undefined/)
          const named = textsOf(language)[found.message]?.match(/{{(\w+)}}/g) ?? []
          expect(Object.keys(found.params)).toEqual(
            expect.arrayContaining(named.map((one) => one.slice(2, -2))),
          )
        }
  })

  it('read as somebody would say it', () => {
    const [found] = readDocument(withField({ options })).faults ?? []
    const said = languages.map((language) => found && faultText(found, language))
    expect(said).toEqual([
      'classes.own_squat.main.count: Un campo «number» no lleva opciones.',
      'classes.own_squat.main.count: A field “number” takes no options.',
      'classes.own_squat.main.count: Un campo «number» non ha opzioni.',
    ])
  })
})

describe('a document that is right', () => {
  it('gets ids of its own, and the defaults of the format', () => {
    const { value } = readDocument(documentInput())
    expect(value?.module).toMatchObject({ id: 'own_strength', classes: ['own_squat'] })
    expect(value?.classes).toMatchObject([{ classId: 'own_squat', lang: 'es', version: 1, active: true }])
  })

  it('has its classes in the order they are listed', () => {
    const both = [classInput({ classId: 'jump' }), classInput()]
    const module = { ...documentInput().module, classes: ['squat', 'jump'] }
    const { value } = readDocument(documentInput({ module, classes: both }))
    expect(value?.classes.map(({ classId }) => classId)).toEqual(['own_squat', 'own_jump'])
  })

  it('stays as it is when it is read again', () => {
    const { value } = readDocument(documentInput())
    expect(readDocument(JSON.parse(JSON.stringify(value)))).toEqual({ value })
    expect(moduleDocument.parse(value)).toEqual(value)
  })
})

describe('a hostile document', () => {
  const refuse = (input: unknown): void => {
    const read = readDocument(input)
    expect(read.faults?.length).toBeGreaterThan(0)
    expect(read.faults?.length).toBeLessThanOrEqual(moduleLimits.faults)
    expect(JSON.stringify(read.faults).length).toBeLessThan(200_000)
  }

  const many = (entry: unknown, number = 100_000): unknown[] => Array(number).fill(entry) as unknown[]

  test.each<[string, unknown]>([
    ['a hundred thousand fields', withFields(...many({}))],
    ['a hundred thousand sound fields', withFields(...many(field()))],
    ['a hundred thousand sections', withClass({ sections: many({}) })],
    ['a hundred thousand options', withField({ options: many({}) })],
    ['a hundred thousand rules', withField({ validations: many({}) })],
    ['a hundred thousand scores', withClass({ scores: many({}) })],
    ['a hundred thousand forms', { ...documentInput(), classes: many({}) }],
    [
      'a hundred forms of two hundred wrong fields each',
      {
        ...documentInput(),
        classes: many(
          { ...classInput(), sections: [{ ...classInput().sections[0], fields: many({}, 200) }] },
          100,
        ),
      },
    ],
    ['a hundred thousand listed forms', withModule({ classes: many('x') })],
    [
      'a hundred thousand wrong texts',
      withTexts(Object.fromEntries(many(0).map((_, index) => [`k${index}`, 5]))),
    ],
    ['a wrong key of a million characters', { ...documentInput(), ['x'.repeat(1_000_000)]: 1 }],
    ['groups in groups, a hundred deep', withFields(nested(100))],
    [
      'values in values, a thousand deep',
      withField({ initialValue: JSON.parse(`${'['.repeat(1000)}${']'.repeat(1000)}`) }),
    ],
    ['a field named as part of every object', withField({ id: '__proto__' })],
    [
      'keys of every object',
      JSON.parse('{"__proto__":{"format":"ulna-module/1"},"constructor":{"prototype":{}}}'),
    ],
    [
      'texts of every object',
      { ...documentInput(), locales: JSON.parse('{"__proto__":{},"es":{},"en":{},"it":{}}') },
    ],
  ])('is refused with no more reasons than somebody reads: %s', (_, input) => {
    refuse(input)
    expect(({} as { format?: unknown }).format).toBeUndefined()
  })

  it('never breaks the reader, whatever JSON it is', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (input) => {
        expect(readDocument(input).faults?.length).toBeGreaterThan(0)
      }),
    )
  })

  it('never breaks the reader where one place of a sound one is anything at all', () => {
    const places = leavesOf(documentInput()).map(([place]) => place)
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.jsonValue({ maxDepth: 3 }), (place, anything) => {
        const { value, faults } = readDocument(withLeaf(documentInput(), place, anything))
        expect(value === undefined).toBe(faults !== undefined)
      }),
      { numRuns: 300 },
    )
  })
})
