import { expect, it } from 'vitest'
import { viewKey } from './stage-keys.ts'
import { plainView } from './view-state.ts'

const pressed = (key: string, shift = false) => viewKey(key, shift)?.(plainView)

it('everything a mouse does to a picture, keys do too', () => {
  expect(pressed('+')?.zoom).toBeGreaterThan(1)
  expect(viewKey('-', false)?.({ ...plainView, zoom: 4 }).zoom).toBeLessThan(4)
  expect(viewKey('0', false)?.({ ...plainView, zoom: 4, x: 9 })).toEqual(plainView)
  expect(pressed('r')?.turned).toBe(90)
  expect(pressed('R', true)?.turned).toBe(270)
  expect(pressed('ArrowLeft')?.x).toBeGreaterThan(0)
  expect(pressed('ArrowDown')?.y).toBeLessThan(0)
})

it('other keys are left to the page', () => {
  for (const key of ['Tab', 'Escape', 'Enter', 'constructor', 'q'])
    expect(viewKey(key, false)).toBeUndefined()
})
