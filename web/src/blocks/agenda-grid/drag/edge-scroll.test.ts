import { describe, expect, test } from 'vitest'
import { edgeScroll, nearEdge } from './edge-scroll.ts'

const view = [100, 600] as const
const rested = 1000

describe('a card that is held near an edge of the view', () => {
  test('is dropped where it is let go: the view rests while somebody only aims', () => {
    for (const at of [100, 120, 580, 600]) expect(edgeScroll(at, view, 250)).toBe(0)
  })

  test('moves the view once it rested there, faster the nearer it is', () => {
    const speeds = [560, 575, 590, 600, 640].map((at) => edgeScroll(at, view, rested))
    expect(speeds).toEqual([0, 3, 9, 14, 14])
    expect(edgeScroll(100, view, rested)).toBe(-14)
    expect(edgeScroll(40, view, rested)).toBe(-14)
  })

  test('leaves the view alone in the middle', () => {
    for (const at of [150, 350, 550]) {
      expect(nearEdge(at, view)).toBe(0)
      expect(edgeScroll(at, view, rested)).toBe(0)
    }
    expect([110, 590].map((at) => nearEdge(at, view))).toEqual([-1, 1])
  })
})
