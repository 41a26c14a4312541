import { describe, expect, it } from 'vitest'
import { createMessageQueue, messageDuration } from './messages.ts'

describe('message queue', () => {
  it('shows the first and removes it before the next', () => {
    const queue = createMessageQueue()
    queue.queue({ kind: 'error', key: 'not_found' })
    queue.queue({ kind: 'info', key: 'information.success' })
    const first = queue.store.get()[0]
    expect(first).toMatchObject({ kind: 'error', key: 'not_found' })
    queue.remove(first?.id ?? 0)
    expect(queue.store.get()).toMatchObject([{ kind: 'info', key: 'information.success' }])
  })

  it('keeps equal messages apart and ignores unknown ids', () => {
    const queue = createMessageQueue()
    queue.queue({ kind: 'info', key: 'same' })
    queue.queue({ kind: 'info', key: 'same' })
    queue.remove(99)
    expect(new Set(queue.store.get().map((message) => message.id)).size).toBe(2)
  })

  it('keeps parameters with the message', () => {
    const queue = createMessageQueue()
    queue.queue({ kind: 'error', key: 'field_max', params: { max: 10 } })
    expect(queue.store.get()[0]?.params).toEqual({ max: 10 })
  })

  it('hides a message after five seconds', () => {
    expect(messageDuration).toBe(5000)
  })
})
