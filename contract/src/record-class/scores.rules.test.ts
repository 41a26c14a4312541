import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { classOf, fieldOf, optionsOf } from './record-class.fixture.ts'
import { type Score, type ScoreExpression, score } from './record-class.scores.ts'
import type { RecordClass } from './record-class.ts'
import { recordScores, scoreLine, scoreOf, sectionOfScore } from './scores.rules.ts'

const recordClass = classOf(
  fieldOf({ id: 'count', type: 'number' }),
  fieldOf({ id: 'share', type: 'percent' }),
  fieldOf({ id: 'pain', type: 'pain_scale' }),
  fieldOf({ id: 'flexion', type: 'measure_pair', params: { unit: '°', min: 0, max: 180 } }),
  fieldOf({ id: 'often', type: 'select', options: optionsOf('never', 'always') }),
  fieldOf({ id: 'one', type: 'radio_group', options: optionsOf('no', 'yes') }),
  fieldOf({ id: 'signs', type: 'checkbox_group', options: optionsOf('a', 'b', 'c') }),
  fieldOf({ id: 'on', type: 'switch' }),
  fieldOf({ id: 'done', type: 'checkbox' }),
  fieldOf({ id: 'note', type: 'text' }),
)

const of = (expression: ScoreExpression, more: Partial<Score> = {}): Score => ({
  id: 'total',
  label: 'label_total',
  decimals: 3,
  expression,
  ...more,
})
const counted = (expression: ScoreExpression, data: Record<string, unknown> = {}) =>
  scoreOf(recordClass, of(expression), data).value

describe('an answer counts', () => {
  test.each([
    ['number', { field: 'count' }, { count: 2.5 }, 2.5],
    ['percentage', { field: 'share' }, { share: 40 }, 40],
    ['pain', { field: 'pain' }, { pain: 0 }, 0],
    ['left side', { field: 'flexion', part: 'left' }, { flexion: { left: 110, right: 120 } }, 110],
    ['right side', { field: 'flexion', part: 'right' }, { flexion: { left: 110, right: 120 } }, 120],
    ['choice of a list', { field: 'often', values: { never: 0, always: 4 } }, { often: 'always' }, 4],
    ['single choice', { field: 'one', values: { no: 0, yes: 1 } }, { one: 'no' }, 0],
    ['sum of several choices', { field: 'signs', values: { a: 1, b: 2, c: 4 } }, { signs: ['a', 'c'] }, 5],
    ['switch that is on', { field: 'on' }, { on: true }, 1],
    ['box that is empty', { field: 'done' }, { done: false }, 0],
  ] as const)('as a %s', (_, expression, data, value) => {
    expect(counted(expression, data)).toBe(value)
  })

  test.each([
    [{ field: 'count' }, {}],
    [{ field: 'count' }, { count: '2' }],
    [{ field: 'count' }, { count: Number.NaN }],
    [{ field: 'flexion' }, { flexion: { left: 110, right: 120 } }],
    [{ field: 'flexion', part: 'left' }, { flexion: { left: null, right: 120 } }],
    [{ field: 'often', values: { never: 0 } }, { often: 'toString' }],
    [{ field: 'often' }, { often: 'always' }],
    [{ field: 'often', values: { never: 0, always: null } }, { often: 'always' }],
    [{ field: 'signs', values: { a: 1, b: null } }, { signs: ['a', 'b'] }],
    [{ field: 'signs', values: { a: 1 } }, { signs: ['a', 'z'] }],
    [{ field: 'signs', values: { a: 1 } }, {}],
    [{ field: 'note' }, { note: '5' }],
    [{ field: 'gone' }, { gone: 5 }],
    [{ field: 'toString' }, {}],
  ] as const)('as nothing: %j of %j', (expression, data) => {
    expect(counted(expression, data)).toBeNull()
  })
})

describe('parts without an answer', () => {
  const three = [{ field: 'count' }, { field: 'share' }, { field: 'pain' }]

  test('leave no score unless fewer are asked for', () => {
    const data = { count: 1, pain: 8 }
    expect(counted({ op: 'sum', of: three }, data)).toBeNull()
    expect(counted({ op: 'sum', of: three, atLeast: 2 }, data)).toBe(9)
    expect(counted({ op: 'mean', of: three, atLeast: 2 }, data)).toBe(4.5)
    expect(counted({ op: 'min', of: three, atLeast: 1 }, data)).toBe(1)
    expect(counted({ op: 'max', of: three, atLeast: 1 }, data)).toBe(8)
    expect(counted({ op: 'max', of: three, atLeast: 3 }, data)).toBeNull()
  })

  test('all of them sum up to nothing at all, and have no mean', () => {
    expect(counted({ op: 'sum', of: three, atLeast: 0 })).toBe(0)
    for (const op of ['mean', 'min', 'max'] as const)
      expect(counted({ op, of: three, atLeast: 0 })).toBeNull()
  })

  test('leave no result of two', () => {
    const difference: ScoreExpression = { op: 'subtract', of: [{ field: 'count' }, { field: 'share' }] }
    expect(counted(difference, { count: 5, share: 2 })).toBe(3)
    expect(counted(difference, { count: 5 })).toBeNull()
    expect(counted(difference, { share: 2 })).toBeNull()
  })

  test('are counted once each, sides apart', () => {
    const expression: ScoreExpression = {
      op: 'sum',
      of: [
        { field: 'count' },
        { field: 'count' },
        { field: 'flexion', part: 'left' },
        { field: 'flexion', part: 'right' },
      ],
    }
    expect(scoreOf(recordClass, of(expression), { flexion: { left: 1, right: null } }).missing).toBe(2)
  })
})

describe('an answer that counts nothing', () => {
  const often: ScoreExpression = { field: 'often', values: { never: 0, always: null } }

  test('is left out like one that is not there', () => {
    const sum: ScoreExpression = { op: 'sum', of: [often, { field: 'count' }], atLeast: 1 }
    expect(counted(sum, { often: 'always', count: 3 })).toBe(3)
  })

  test('is not missing', () => {
    const missingOf = (data: Record<string, unknown>) => scoreOf(recordClass, of(often), data).missing
    expect(missingOf({ often: 'always' })).toBe(0)
    for (const data of [{}, { often: null }, { often: '' }]) expect(missingOf(data)).toBe(1)
  })
})

describe('a calculation', () => {
  const ratio: ScoreExpression = {
    op: 'multiply',
    of: [
      {
        op: 'divide',
        of: [
          { field: 'flexion', part: 'left' },
          { field: 'flexion', part: 'right' },
        ],
      },
      { constant: 100 },
    ],
  }

  test('compares sides in per cent', () => {
    expect(counted(ratio, { flexion: { left: 90, right: 120 } })).toBe(75)
    expect(counted({ op: 'add', of: [ratio, { constant: 0.5 }] }, { flexion: { left: 1, right: 2 } })).toBe(
      50.5,
    )
  })

  test('by zero has no result', () => {
    expect(counted(ratio, { flexion: { left: 90, right: 0 } })).toBeNull()
    expect(counted(ratio, { flexion: { left: 0, right: 0 } })).toBeNull()
  })

  test('beyond all numbers has no result', () => {
    const squared: ScoreExpression = { op: 'multiply', of: [{ field: 'count' }, { field: 'count' }] }
    expect(counted(squared, { count: 1e200 })).toBeNull()
    expect(
      counted({ op: 'sum', of: [{ field: 'count' }, { field: 'count' }] }, { count: 1.5e308 }),
    ).toBeNull()
    expect(counted({ op: 'mean', of: [{ field: 'count' }, { field: 'count' }] }, { count: 1.5e308 })).toBe(
      1.5e308,
    )
  })

  test('is never minus zero', () => {
    expect(Object.is(counted({ op: 'multiply', of: [{ constant: 0 }, { constant: -1 }] }), 0)).toBe(true)
    expect(Object.is(scoreOf(recordClass, of({ constant: -0.4 }, { decimals: 0 }), {}).value, 0)).toBe(true)
  })

  test('deeper than a class may have is not followed', () => {
    let deep: ScoreExpression = { constant: 1 }
    for (let level = 0; level < 20; level += 1) deep = { op: 'sum', of: [deep] }
    expect(counted(deep)).toBeNull()
  })
})

describe('rounding', () => {
  test.each([
    [1.005, 2, 1.01],
    [0.1 + 0.2, 1, 0.3],
    [2.5, undefined, 3],
    [-2.5, 0, -2],
    [1e300, 3, 1e300],
    [66.66, 0, 67],
  ])('%s to %s decimals is %s', (constant, decimals, value) => {
    expect(scoreOf(recordClass, of({ constant }, { decimals }), {}).value).toBe(value)
  })
})

describe('bands', () => {
  const bands = [
    { upTo: 9.9, label: 'low' },
    { upTo: 20, label: 'middle' },
    { upTo: null, label: 'high' },
  ]
  test.each([
    [-5, 'low'],
    [9.9, 'low'],
    [9.94, 'low'],
    [9.96, 'middle'],
    [20, 'middle'],
    [20.1, 'high'],
    [1e9, 'high'],
  ])('%s, as it is shown, is %s', (constant, band) => {
    expect(scoreOf(recordClass, of({ constant }, { decimals: 1, bands }), {}).band).toBe(band)
  })

  test('are none of what cannot be counted, nor beyond the last one that ends', () => {
    expect(scoreOf(recordClass, of({ field: 'count' }, { bands }), {}).band).toBeNull()
    expect(scoreOf(recordClass, of({ constant: 30 }, { bands: bands.slice(0, 2) }), {}).band).toBeNull()
  })
})

describe('in words', () => {
  const scored: RecordClass = {
    ...recordClass,
    scores: [
      of({ field: 'count' }, { unit: 'points', bands: [{ upTo: null, label: 'fine' }] }),
      of({ field: 'pain' }, { id: 'other' }),
    ],
    locales: { es: { label_total: 'Puntuación', points: 'puntos', fine: 'sin riesgo' }, en: {}, it: {} },
  }

  test('is the value with its unit and its band', () => {
    expect(recordScores(scored, { count: 12.5 }, 'es')).toEqual([
      { scoreId: 'total', label: 'Puntuación', text: '12,5 puntos', band: 'sin riesgo', missing: 0 },
    ])
  })

  test('is nothing while it cannot be counted, and says what is missing', () => {
    expect(recordScores(scored, {}, 'es')).toEqual([])
    const [first] = scored.scores ?? []
    expect(first && scoreLine(scored, first, {}, 'es')).toEqual({
      scoreId: 'total',
      label: 'Puntuación',
      text: null,
      band: null,
      missing: 1,
    })
  })

  test('is nothing for a class without scores', () => {
    expect(recordScores(recordClass, { count: 1 }, 'es')).toEqual([])
  })
})

test('a score stands below the section of the last field it uses', () => {
  const section = (id: string, ...ids: string[]) => ({
    id,
    label: id,
    displayOrder: 10,
    fields: ids.map((field) => fieldOf({ id: field, type: 'number' })),
  })
  const sections = [section('one', 'a', 'b'), section('two', 'c'), section('three', 'd')]
  const below = (...ids: string[]) =>
    sectionOfScore({ sections }, of({ op: 'sum', of: ids.map((field) => ({ field })) }))
  expect([below('c', 'a'), below('a', 'b'), below('gone'), below('d')]).toEqual([
    'two',
    'one',
    undefined,
    'three',
  ])
})

describe('whatever the class and the data', () => {
  const number = fc.double({ noNaN: true, noDefaultInfinity: true })
  const ids = recordClass.sections.flatMap(({ fields }) => fields.map(({ id }) => id))
  const leaf: fc.Arbitrary<ScoreExpression> = fc.oneof(
    number.map((constant) => ({ constant })),
    fc.record(
      {
        field: fc.constantFrom(...ids, 'gone'),
        part: fc.constantFrom('left' as const, 'right' as const),
        values: fc.dictionary(
          fc.constantFrom('never', 'always', 'no', 'yes', 'a', 'b', 'c'),
          fc.option(number),
        ),
      },
      { requiredKeys: ['field'] },
    ),
  )
  const { node } = fc.letrec<{ node: ScoreExpression }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 7, withCrossShrink: true },
      leaf,
      fc.record(
        {
          op: fc.constantFrom('sum' as const, 'mean' as const, 'min' as const, 'max' as const),
          of: fc.array(tie('node'), { minLength: 1, maxLength: 4 }),
          atLeast: fc.nat(4),
        },
        { requiredKeys: ['op', 'of'] },
      ),
      fc.record({
        op: fc.constantFrom('add' as const, 'subtract' as const, 'multiply' as const, 'divide' as const),
        of: fc.tuple(tie('node'), tie('node')),
      }),
    ),
  }))
  const bands = fc.array(fc.record({ upTo: fc.option(number), label: fc.constantFrom('low', 'high') }))
  const anyScore = fc
    .record({ expression: node, decimals: fc.constantFrom(0, 1, 2, 3), bands })
    .map((part): Score => ({ id: 'total', label: 'label_total', ...part }))
  const answers = fc.record(
    {
      count: number,
      share: fc.double({ min: 0, max: 100, noNaN: true }),
      pain: fc.integer({ min: 0, max: 10 }),
      flexion: fc.record({ left: fc.option(number), right: fc.option(number) }),
      often: fc.constantFrom('never', 'always'),
      one: fc.constantFrom('no', 'yes'),
      signs: fc.subarray(['a', 'b', 'c']),
      on: fc.boolean(),
      done: fc.boolean(),
    },
    { requiredKeys: [] },
  )
  const anyData = fc.oneof(answers, fc.dictionary(fc.constantFrom(...ids), fc.anything()))

  test('a score is nothing or a finite number, is the same every time, and nothing is thrown', () => {
    fc.assert(
      fc.property(anyScore, anyData, (one, data) => {
        const result = scoreOf(recordClass, one, data)
        if (result.value !== null) expect(Number.isFinite(result.value)).toBe(true)
        expect(Object.is(result.value, -0)).toBe(false)
        expect(scoreOf(recordClass, structuredClone(one), { ...data })).toEqual(result)
        expect(scoreLine(recordClass, one, data, 'es').text === null).toBe(result.value === null)
      }),
      { numRuns: 1_000 },
    )
  })

  test('it is the same of what the wire carries', () => {
    fc.assert(
      fc.property(anyScore, answers, (one, data) => {
        const [received, read] = JSON.parse(JSON.stringify([one, data])) as [Score, typeof data]
        expect(scoreOf(recordClass, received, read)).toEqual(scoreOf(recordClass, one, data))
      }),
    )
  })

  test('one more answer never takes a sum away, and never counts as missing more', () => {
    const sum = of({
      op: 'sum',
      of: ids.slice(0, 3).map((field) => ({ field })),
      atLeast: 1,
    })
    fc.assert(
      fc.property(answers, fc.constantFrom('count', 'share', 'pain'), (data, id) => {
        const { [id]: _, ...without } = data
        const [less, more] = [scoreOf(recordClass, sum, without), scoreOf(recordClass, sum, data)]
        expect(more.missing).toBeLessThanOrEqual(less.missing)
        if (less.value !== null && Math.abs(data.count ?? 0) < 1e300) expect(more.value).not.toBeNull()
      }),
    )
  })

  const nodesIn = (expression: ScoreExpression): number =>
    'of' in expression ? expression.of.reduce((sum, part) => sum + nodesIn(part), 1) : 1

  test('the schema takes every expression of at most eight levels and two hundred parts as it is', () => {
    fc.assert(
      fc.property(node, (expression) => {
        const taken = score.safeParse({ id: 'total', label: 'label', expression })
        expect(taken.success).toBe(nodesIn(expression) <= 200)
        if (taken.success) expect(taken.data.expression).toEqual(expression)
      }),
    )
  })
})
