import { expect, it } from 'vitest'
import { type Condition, conditions } from './conditions.ts'
import { seededRandom } from './random.ts'
import { FreshTexts, fill } from './texts.ts'

const situation = { random: seededRandom(1), sex: 'f', side: 'left', progress: 0.5, measure: '12' } as const

const textsOf = (condition: Condition): string[] =>
  Object.values(condition)
    .flatMap((value: unknown) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [value],
    )
    .flat()
    .filter((value) => typeof value === 'string')

it('fills sides, endings, ranges, growing numbers and choices', () => {
  expect(fill('hombro {lado}, rodilla {ladoa}, segur{gen}', situation)).toBe(
    'hombro izquierdo, rodilla izquierda, segura',
  )
  expect(fill('{2>6} kg, {m}°', situation)).toBe('4 kg, 12°')
  expect(fill('{3..5} × {0,5|1}', situation)).toMatch(/^[345] × (0,5|1)$/)
})

it('refuses a place that nobody fills', () => {
  expect(() => fill('{lados}', situation)).toThrow('{lados}')
})

it('fills every text of every condition', () => {
  for (const condition of conditions) {
    const texts = textsOf(condition)
    expect(texts.length).toBeGreaterThan(50)
    for (const text of texts) expect(fill(text, situation)).not.toMatch(/[{}]/)
  }
})

it('never gives a text twice', () => {
  const fresh = new FreshTexts()
  const texts = Array.from({ length: 5 }, () =>
    fresh.make(
      () => 'igual',
      () => 'igual, y más',
    ),
  )
  expect(new Set(texts).size).toBe(5)
})
