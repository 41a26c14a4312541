import { expect, test } from 'vitest'
import { earlierFigures, earlierTexts } from './earlier-values.ts'

const last = { painIntensity: 4, patientObs: 'Duerme de lado', flexion: { right: 110, left: 95 } }
const first = { painIntensity: 8, patientObs: 'Duerme de lado', flexion: { right: 90, left: null } }

test('a figure says what it was and what changed since the first time', () => {
  expect(earlierFigures({ id: 'painIntensity' }, { last, first }, 3)).toEqual({
    last: 4,
    first: 8,
    change: -5,
  })
})

test('nothing changed while today says nothing, and nothing is said where nothing was measured', () => {
  expect(earlierFigures({ id: 'painIntensity' }, { last, first }, null)).toEqual({
    last: 4,
    first: 8,
    change: undefined,
  })
  expect(earlierFigures({ id: 'sleep' }, { last, first }, 3)).toBeUndefined()
  expect(earlierFigures({ id: 'painIntensity' }, { last: undefined, first: undefined }, 3)).toBeUndefined()
})

test('a measure of both sides says it of each side', () => {
  const today = { right: 120, left: null }
  const of = (side: 'left' | 'right') => earlierFigures({ id: 'flexion' }, { last, first }, today, side)
  expect(of('right')).toEqual({ last: 110, first: 90, change: 30 })
  expect(of('left')).toEqual({ last: 95, first: undefined, change: undefined })
})

test('a text that said the same both times stands once', () => {
  expect(earlierTexts({ id: 'patientObs' }, { last, first })).toEqual({
    last: 'Duerme de lado',
    first: undefined,
  })
  expect(earlierTexts({ id: 'patientObs' }, { last: { patientObs: ' ' }, first })).toEqual({
    last: undefined,
    first: 'Duerme de lado',
  })
  expect(earlierTexts({ id: 'exercises' }, { last, first })).toBeUndefined()
})
