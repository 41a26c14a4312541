import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLoadingCounters, type LoadingKind } from './loading.ts'

describe('loading counters', () => {
  it('are loading while either is above zero', () => {
    const loading = createLoadingCounters()
    expect(loading.isLoading()).toBe(false)
    loading.start()
    loading.start('blocking')
    loading.stop()
    expect(loading.isLoading()).toBe(true)
    loading.stop('blocking')
    expect(loading.isLoading()).toBe(false)
  })

  it('never go below zero, whatever the order', () => {
    const step = fc.record({ kind: fc.constantFrom<LoadingKind>('normal', 'blocking'), starts: fc.boolean() })
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const loading = createLoadingCounters()
        for (const { kind, starts } of steps) {
          if (starts) loading.start(kind)
          else loading.stop(kind)
          const { normal, blocking } = loading.store.get()
          expect(Math.min(normal, blocking)).toBeGreaterThanOrEqual(0)
          expect(loading.isLoading()).toBe(normal > 0 || blocking > 0)
        }
      }),
    )
  })
})
