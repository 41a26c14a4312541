import { describe, expect, it } from 'vitest'
import { applySimilarity } from '../geometry.ts'
import { angleOf, matrixOf, type PhotoPoints, placeOf, startPoints } from './comparison.ts'

const portrait = { size: { width: 600, height: 800 } }
const landscape = { size: { width: 1600, height: 800 } }
const points = (align: PhotoPoints['align']): PhotoPoints => ({ ...startPoints, align })

describe('the second photo on the first', () => {
  it('is as large as fits while nobody has put points', () => {
    const { isAligned, similarity } = placeOf(portrait, startPoints, landscape, startPoints)
    expect(isAligned).toBe(false)
    expect(similarity).toEqual({ a: 0.375, b: 0, e: 0, f: 250 })
  })

  it('has its points where the first has its own, whatever their sizes', () => {
    const first = points([
      { x: 0.5, y: 0.5 },
      { x: 0.5, y: 0.75 },
    ])
    const second = points([
      { x: 0.25, y: 0.5 },
      { x: 0.75, y: 0.5 },
    ])
    const { isAligned, similarity } = placeOf(portrait, first, landscape, second)
    expect(isAligned).toBe(true)
    const laid = applySimilarity(similarity, { x: 400, y: 400 })
    expect(laid.x).toBeCloseTo(300)
    expect(laid.y).toBeCloseTo(400)
    const other = applySimilarity(similarity, { x: 1200, y: 400 })
    expect(other.x).toBeCloseTo(300)
    expect(other.y).toBeCloseTo(600)
  })

  it('stays as it was when both points of a photo lie in one place', () => {
    const one = { x: 0.5, y: 0.5 }
    expect(placeOf(portrait, points([one, one]), landscape, startPoints).isAligned).toBe(false)
  })
})

it('angles are measured in pixels, so a wide photo does not bend them', () => {
  const angle = {
    ...startPoints,
    angle: [
      { x: 0.5, y: 0 },
      { x: 0, y: 0 },
      { x: 0, y: 0.5 },
    ],
  } as const
  expect(angleOf(angle, landscape.size)).toBeCloseTo(90)
  const diagonal = {
    ...startPoints,
    angle: [
      { x: 0.5, y: 0 },
      { x: 0, y: 0 },
      { x: 0.25, y: 0.5 },
    ],
  } as const
  expect(angleOf(diagonal, landscape.size)).toBeCloseTo(45)
})

it('is written as browsers want a matrix', () => {
  expect(matrixOf({ a: 1, b: 2, e: 3, f: 4 })).toBe('matrix(1, 2, -2, 1, 3, 4)')
})
