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

  it('keeps only the newest of what is told about one thing, whose undo would take back more than it says', () => {
    const queue = createMessageQueue()
    const action = { label: 'undo', run: () => undefined }
    queue.queue({ kind: 'info', key: 'arrived', about: 'appointment 1', action })
    queue.queue({ kind: 'info', key: 'other', about: 'appointment 2', action })
    queue.queue({ kind: 'info', key: 'saved' })
    queue.queue({ kind: 'info', key: 'cancelled', about: 'appointment 1', action })
    queue.queue({ kind: 'info', key: 'saved' })
    expect(queue.store.get().map(({ key }) => key)).toEqual(['other', 'saved', 'cancelled', 'saved'])
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
